//! A column of a report: a host, a model, and the meter that counts for both.

use crate::host::model::{self, Model};
use crate::host::profile::Host;
use crate::host::tariff::{Overrides, Tariff};
use crate::meter::meter::Meter;

/// A host, a model, the meter that counts for both, and what the model charges.
pub struct Column<'a> {
    /// The host.
    pub host: &'a Host,
    /// The model; `None` when a bare meter profile counts.
    pub model: Option<&'static Model>,
    /// The model's window and prices; empty for a bare meter profile.
    pub tariff: Tariff,
    /// The meter.
    pub meter: Meter,
}

/// Why no meter counts for a host and a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoColumn {
    /// Neither a model id nor a meter profile.
    #[error("unknown model {asked:?}")]
    Unknown {
        /// What was asked for.
        asked: String,
        /// Known ids near to it.
        closest: Vec<&'static str>,
    },
    /// The host does not call that model, or no meter knows it there.
    #[error("{host} does not call {model:?}, or no meter counts for it there")]
    NotAtHost {
        /// The host's id.
        host: String,
        /// The model's id.
        model: String,
        /// The ids that fit this host.
        fits: Vec<&'static str>,
    },
}

impl NoColumn {
    fn not_at(host: &Host, model: &str) -> NoColumn {
        let fits = host.models().map(|row| row.id.as_str()).collect();
        NoColumn::NotAtHost { host: host.id.clone(), model: model.to_owned(), fits }
    }
}

impl<'a> Column<'a> {
    /// The column of `host` with the model of that id, or with that meter profile, or with the host's own model.
    ///
    /// # Errors
    /// When the model is unknown, or belongs to another family than the host calls.
    pub fn new(host: &'a Host, model: Option<&str>, prices: &Overrides) -> Result<Column<'a>, NoColumn> {
        let asked = model.unwrap_or(&host.model);
        if let Some(meter) = Meter::named(asked) {
            // A plain count stands beside any host; another provider's rules do not.
            let fits = asked.starts_with("raw-") || host.models().any(|row| host.meter_of(row) == Some(asked));
            if !host.endpoints.is_empty() && !fits {
                return Err(NoColumn::not_at(host, asked));
            }
            return Ok(Column { host, model: None, tariff: Tariff::default(), meter });
        }
        let row = model::of_id(asked)
            .ok_or_else(|| NoColumn::Unknown { asked: asked.to_owned(), closest: model::closest(asked) })?;
        let meter = host.meter_of(row).and_then(|name| Meter::named_for_model(name, &row.id));
        let meter = meter.ok_or_else(|| NoColumn::not_at(host, &row.id))?;
        Ok(Column { host, model: Some(row), tariff: prices.tariff(row), meter })
    }

    /// The id of the model, when a model and no bare profile counts.
    #[must_use]
    pub fn model_id(&self) -> Option<&'static str> {
        self.model.map(|model| model.id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::profile::named;

    fn new(host: &str, model: Option<&str>) -> Result<(Option<&'static str>, String), NoColumn> {
        let column = Column::new(named(host).expect(host), model, &Overrides::default())?;
        Ok((column.model_id(), column.meter.profile.name.clone()))
    }

    #[test]
    fn a_host_brings_its_own_model() {
        assert_eq!(new("json", None), Ok((None, "raw-o200k".to_owned())));
        assert_eq!(new("claude-code", None), Ok((Some("claude-sonnet-4-6"), "anthropic-4.6".to_owned())));
        assert_eq!(new("openai-api", None), Ok((Some("gpt-5.6"), "openai-responses-5".to_owned())));
    }

    #[test]
    fn a_model_may_be_an_id_or_a_profile() {
        assert_eq!(
            new("claude-api", Some("us.anthropic.claude-sonnet-4-6-v1:0")),
            Ok((Some("claude-sonnet-4-6"), "anthropic-4.6".to_owned()))
        );
        assert_eq!(new("claude-code", Some("raw-o200k")), Ok((None, "raw-o200k".to_owned())));
    }

    #[test]
    fn a_model_of_another_family_is_refused_with_those_that_fit() {
        let Err(NoColumn::NotAtHost { fits, .. }) = new("claude-api", Some("gpt-5")) else { panic!("refused") };
        assert!(fits.contains(&"claude-sonnet-4-6") && fits.iter().all(|id| id.starts_with("claude")));
        assert!(matches!(new("claude-api", Some("openai-chat-5")), Err(NoColumn::NotAtHost { .. })));
        assert!(matches!(new("claude-api", Some("claud")), Err(NoColumn::Unknown { .. })));
    }
}
