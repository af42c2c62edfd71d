//! A column of a report: a host, a model, and the meter that counts for both.

use crate::host::model::Model;
use crate::host::profile::Host;
use crate::host::tariff::Tariff;
use crate::meter::meter::Meter;

/// A host, a model, what the model charges, and the meter that counts for both.
#[derive(Clone)]
pub struct Column<'a> {
    /// The host.
    pub host: &'a Host,
    /// The model; `None` when a bare meter profile counts.
    pub model: Option<&'static Model>,
    /// The model's window and prices.
    pub tariff: Tariff,
    /// The meter.
    pub meter: &'a Meter,
}

impl Column<'_> {
    /// The id of the model, when a model and no bare profile counts.
    #[must_use]
    pub fn model_id(&self) -> Option<&'static str> {
        self.model.map(|model| model.id.as_str())
    }
}
