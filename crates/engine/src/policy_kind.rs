//! The names of a system's policies.

use thiserror::Error;

/// No policy of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no policy named \"{name}\"; expected one of {}", known.join(", "))]
pub struct UnknownPolicy {
    /// The name given.
    pub name: String,
    /// Names of all policies.
    pub known: &'static [&'static str],
}

/// An enum of policies, each with its command-line name and a line for lists. The enum gets `ALL`,
/// `name`, `summary`, `Display` and `FromStr`, which ignores case. A policy that plays battles out to
/// decide is marked `plays_out`. A last policy may be for the tests of its crate alone, marked
/// `#[cfg(test)]`; lists leave it out.
///
/// ```
/// equipoise_engine::policy_kind! {
///     /// A way of playing.
///     pub enum PolicyKind {
///         Bold = "bold", "attacks whenever it can";
///         Timid = "timid", "never attacks";
///         Wise = "wise", "looks ahead", plays_out;
///     }
/// }
/// use equipoise_engine::front_end::Policy as _;
/// assert_eq!("Bold".parse(), Ok(PolicyKind::Bold));
/// assert_eq!(PolicyKind::Timid.to_string(), "timid");
/// let unknown = "rash".parse::<PolicyKind>().unwrap_err();
/// assert_eq!(unknown.to_string(), "no policy named \"rash\"; expected one of bold, timid, wise");
/// assert!(PolicyKind::Wise.plays_out() && !PolicyKind::Bold.plays_out());
/// ```
#[macro_export]
macro_rules! policy_kind {
    (
        $(#[$about:meta])*
        pub enum $kind:ident {
            $($policy:ident = $name:literal, $summary:literal $(, $mark:ident)?;)+
            $(#[cfg(test)] $test:ident = $test_name:literal, $test_summary:literal;)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $kind {
            $(#[doc = $summary] $policy,)+
            $(#[cfg(test)] #[doc = $test_summary] $test,)?
        }

        impl $kind {
            /// All policies.
            pub const ALL: [Self; [$(Self::$policy),+].len()] = [$(Self::$policy),+];

            /// Name on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$policy => $name,)+
                    $(#[cfg(test)] Self::$test => $test_name,)?
                }
            }

            /// One line for lists.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$policy => $summary,)+
                    $(#[cfg(test)] Self::$test => $test_summary,)?
                }
            }
        }

        impl $crate::front_end::Policy for $kind {
            const ALL: &'static [Self] = &Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }

            fn summary(self) -> &'static str {
                self.summary()
            }

            fn plays_out(self) -> bool {
                match self {
                    $(Self::$policy => matches!(stringify!($($mark)?), "plays_out"),)+
                    $(#[cfg(test)] Self::$test => false,)?
                }
            }
        }

        impl ::std::fmt::Display for $kind {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl ::std::str::FromStr for $kind {
            type Err = $crate::UnknownPolicy;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                Self::ALL
                    .into_iter()
                    .find(|policy| policy.name().eq_ignore_ascii_case(name))
                    .ok_or_else(|| $crate::UnknownPolicy {
                        name: name.to_owned(),
                        known: &[$($name),+],
                    })
            }
        }
    };
}
