//! One prompt, resource or resource template out of its text.

use crate::catalog::offer::{Offer, OfferKind};
use crate::catalog::place::Place;
use crate::catalog::saved::parse::scan::Raw;
use crate::catalog::saved::parse::value::{self, NoValue};

/// One prompt, resource or resource template; one without a name has the empty text for it.
pub(crate) fn offer(kind: OfferKind, raw: Raw<'_>, place: Place) -> Result<Offer, NoValue> {
    let value = value::value(raw, &mut Vec::new())?;
    let name = value[kind.name_key()].as_str().unwrap_or_default().to_owned();
    Ok(Offer { kind, name, text: raw.text().into(), value, place })
}
