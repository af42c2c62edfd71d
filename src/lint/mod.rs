//! Judges the words and the schemas.
//!
//! [`scene`] prepares the input once: every string a model may read with its readings ([`reading`], [`fold`],
//! [`words`]), every node of every schema ([`schema`]), every distinctive tool name ([`names`]). [`run`] hands each rule
//! of [`rules`] what its altitude asks for; no rule sees what another found. A rule about words tells hits ([`hit`]), every
//! other one reports to its [`cx`]; both become findings ([`finding`]), and what was not judged is [`unchecked`].
//!
//! Then [`levels`] says how loudly each finding speaks and [`saving`] what it is worth; [`allow`] and [`baseline`] say
//! which somebody has accepted. [`fixes`] joins the patches of a tool, [`mask`] hides credentials before anything is
//! shown. [`blame`] goes the other way: from a provider's error to the tool and the rule.

pub mod allow;
pub mod baseline;
pub mod blame;
pub mod blocks;
pub mod change;
pub mod cx;
pub mod day;
pub mod finding;
pub mod fingerprint;
pub mod fix;
pub mod fixes;
pub mod fold;
pub mod glob;
pub mod grade;
pub mod hit;
pub mod knob;
pub mod levels;
pub mod mask;
pub mod nearest;
pub mod names;
pub mod new_cues;
pub mod observed;
pub mod page;
pub mod param_docs;
pub mod patch;
pub mod reading;
pub mod rule;
pub mod rules;
pub mod run;
pub mod saving;
pub mod scene;
pub mod schema;
pub mod secrets;
pub mod shared_spans;
pub mod unchecked;
pub mod words;

#[cfg(test)]
mod example;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
pub(crate) mod judged;
#[cfg(test)]
mod matrix_tests;
#[cfg(test)]
mod pages_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unseen_tests;
