//! Builds a table column by column from rows.

use polars::prelude::{
    Column, DataFrame, DataType, IntoColumn, ListBuilderTrait, ListPrimitiveChunkedBuilder,
    PolarsResult, UInt64Type,
};

/// The columns made so far from a slice of rows.
pub(crate) struct Columns<'r, R> {
    rows: &'r [R],
    columns: Vec<Column>,
}

impl<'r, R> Columns<'r, R> {
    /// No columns yet.
    pub(crate) const fn of(rows: &'r [R]) -> Self {
        Self {
            rows,
            columns: Vec::new(),
        }
    }

    /// A column of names.
    pub(crate) fn text(self, name: &str, value: impl Fn(&'r R) -> &'r str) -> Self {
        self.name(name, |row| Some(value(row)))
    }

    /// A column of names, some of them missing.
    pub(crate) fn name<'v>(mut self, name: &str, value: impl Fn(&'r R) -> Option<&'v str>) -> Self {
        let values: Vec<Option<&str>> = self.rows.iter().map(value).collect();
        self.columns.push(Column::new(name.into(), values));
        self
    }

    /// A column of texts that are not in the rows: one for each, in their order.
    pub(crate) fn texts<'v>(mut self, name: &str, values: impl Iterator<Item = &'v str>) -> Self {
        let values: Vec<&str> = values.collect();
        self.columns.push(Column::new(name.into(), values));
        self
    }

    /// A column of lists of counts.
    pub(crate) fn list<'v>(mut self, name: &str, values: impl Fn(&'r R) -> &'v [u64]) -> Self {
        let lists: Vec<&[u64]> = self.rows.iter().map(values).collect();
        let length = lists.iter().map(|list| list.len()).sum();
        let mut builder = ListPrimitiveChunkedBuilder::<UInt64Type>::new(
            name.into(),
            lists.len(),
            length,
            DataType::UInt64,
        );
        for list in lists {
            builder.append_slice(list);
        }
        self.columns.push(builder.finish().into_column());
        self
    }

    /// A column of counts.
    pub(crate) fn count(mut self, name: &str, value: impl Fn(&'r R) -> u64) -> Self {
        let values: Vec<u64> = self.rows.iter().map(value).collect();
        self.columns.push(Column::new(name.into(), values));
        self
    }

    /// A column that says whether.
    pub(crate) fn flag(mut self, name: &str, value: impl Fn(&'r R) -> bool) -> Self {
        let values: Vec<bool> = self.rows.iter().map(value).collect();
        self.columns.push(Column::new(name.into(), values));
        self
    }

    /// A column of whole numbers, some of them missing.
    pub(crate) fn whole(mut self, name: &str, value: impl Fn(&'r R) -> Option<i64>) -> Self {
        let values: Vec<Option<i64>> = self.rows.iter().map(value).collect();
        self.columns.push(Column::new(name.into(), values));
        self
    }

    /// A column of real numbers, some of them missing.
    pub(crate) fn real(mut self, name: &str, value: impl Fn(&'r R) -> Option<f64>) -> Self {
        let values: Vec<Option<f64>> = self.rows.iter().map(value).collect();
        self.columns.push(Column::new(name.into(), values));
        self
    }

    /// The table.
    pub(crate) fn finish(self) -> PolarsResult<DataFrame> {
        DataFrame::new(self.rows.len(), self.columns)
    }
}
