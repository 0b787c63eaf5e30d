//! Results as JSON documents.

use serde::Serialize;
use serde_json::Value;

/// A result as a JSON document.
pub(crate) fn document<T: Serialize>(result: &T) -> Value {
    // Results have string keys and no value that JSON lacks.
    serde_json::to_value(result).unwrap_or_default()
}

/// A result as a JSON object with more fields.
pub(crate) fn document_with<T: Serialize, const N: usize>(
    result: &T,
    more: [(&str, Value); N],
) -> Value {
    let mut document = document(result);
    for (name, value) in more {
        document[name] = value;
    }
    document
}
