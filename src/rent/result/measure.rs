//! One result on one meter: its tokens, its images, its waste, and how long it is for the host.

use serde_json::Value;

use crate::rent::column::Column;
use crate::rent::result::blocks;
use crate::rent::result::image::{self, Formula, Images};
use crate::rent::result::limit::{Length, Limits};
use crate::rent::result::waste::{self, Balance, Waste};
use crate::session::image::of_base64;
use crate::session::turn::{Image, Size, Used};

/// What results are measured with.
pub struct Yardstick<'a> {
    /// Host, model and meter.
    pub column: &'a Column<'static>,
    /// What an image block costs the model, or what stands for it.
    pub images: &'static Formula,
    /// The host's limits.
    pub limits: Limits,
}

/// A measured result.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    /// Tokens of all of it, images included.
    pub tokens: i64,
    /// What of them buys nothing.
    pub waste: Waste,
    /// Its images.
    pub images: Images,
    /// How long its text is for the host.
    pub length: Length,
    /// What is known of its words.
    pub known: Known,
    /// True when structured content is counted that the recording does not show beside the text.
    pub structured_added: bool,
}

/// What is known of a result's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// All of them: counted on the meter and looked through.
    Words,
    /// Only how many o200k tokens they are, which stands as it is.
    Tokens,
    /// Nothing: the recording has no result.
    Nothing,
}

impl<'a> Yardstick<'a> {
    /// The yardstick of a column.
    #[must_use]
    pub fn new(column: &'a Column<'static>) -> Yardstick<'a> {
        let images = column.model_id().and_then(image::of_model).unwrap_or_else(image::usual);
        Yardstick { column, images, limits: Limits::of(column.host) }
    }

    /// Whether a formula of the column's own model counts images.
    #[must_use]
    pub fn knows_images(&self) -> bool {
        self.column.model_id().and_then(image::of_model).is_some()
    }

    /// Tokens of what was said, images included.
    #[must_use]
    pub fn size(&self, size: &Size) -> i64 {
        let words = match (&size.text, size.o200k) {
            (Some(text), _) => self.column.meter.text(text),
            (None, tokens) => tokens.unwrap_or(0),
        };
        words + self.images.images(size.images.iter().copied()).tokens
    }

    /// Measures a result. Text and structured content both count, as a host shows them that passes on all of it.
    #[must_use]
    pub fn measure(&self, used: &Used) -> Measured {
        let result = &used.call.result;
        let images = self.images.images(images(used));
        let blocks: Vec<&str> = blocks::texts(result).into_iter().map(|block| block.text).collect();
        let (text, blocks) = match (&used.result.text, used.result.o200k) {
            (Some(text), _) => (std::borrow::Cow::from(&**text), blocks),
            (None, Some(tokens)) => return self.counted(tokens, Known::Tokens, images),
            (None, None) if result.is_null() => return self.counted(0, Known::Nothing, images),
            (None, None) => (std::borrow::Cow::from(blocks.concat()), blocks),
        };
        let structured = blocks::structured(result);
        let as_json = structured.map(Value::to_string);
        // Where a host cut or changed the blocks, what the model read is looked through.
        let pieces = if blocks.iter().all(|block| text.contains(block)) { blocks } else { vec![&*text] };
        // Without a text block, what a model reads may be the structured content itself.
        let is_other = !text.is_empty() && as_json.as_deref() != Some(&*text);
        let pieces = if pieces.is_empty() && is_other { vec![&*text] } else { pieces };
        let added = as_json.filter(|added| !shows(&text, added, &pieces));
        let count = |text: &str| self.column.meter.text(text);
        let words = count(&text) + added.as_deref().map_or(0, count);
        let waste = waste::waste(&pieces, structured, &Balance { count: &count, images: self.images });
        Measured {
            tokens: words + images.tokens,
            waste: waste.within(words),
            images,
            length: self.limits.judge(&text),
            known: Known::Words,
            structured_added: added.is_some(),
        }
    }

    fn counted(&self, tokens: i64, known: Known, images: Images) -> Measured {
        Measured {
            tokens: tokens + images.tokens,
            waste: Waste::default(),
            images,
            length: self.limits.judge_tokens(tokens),
            known,
            structured_added: false,
        }
    }
}

/// Whether a text shows structured content besides the blocks that say the same.
fn shows(text: &str, structured: &str, pieces: &[&str]) -> bool {
    let own = pieces.iter().map(|piece| piece.matches(structured).count()).sum();
    text.matches(structured).count() > own
}

fn images(used: &Used) -> Vec<Image> {
    if !used.result.images.is_empty() {
        return used.result.images.clone();
    }
    blocks::images(&used.call.result).map(of_base64).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::host::profile::named;
    use crate::host::tariff::Overrides;
    use crate::rent::result::example::used;
    use crate::rent::result::waste::Kind;
    use crate::rent::scale;

    fn column() -> Column<'static> {
        Column::new(named("json").expect("a host"), None, &Overrides::default()).expect("a column")
    }

    fn measured(result: Value, size: Size) -> Measured {
        Yardstick::new(&column()).measure(&Used { result: size, ..used("toko", "cari", result) })
    }

    #[test]
    fn a_bare_result_counts_whole() {
        let result = json!({"content": [{"type": "text", "text": "ada dua"}], "structuredContent": {"n": 2}});
        let found = measured(result.clone(), Size::default());
        assert_eq!(found.tokens, scale::tokens("ada dua") + scale::tokens(r#"{"n":2}"#));
        assert!(found.structured_added);
        // The recording shows both: nothing is added.
        let both = measured(result, Size::of("ada dua\n{\"n\":2}"));
        assert_eq!((both.tokens, both.structured_added), (scale::tokens("ada dua\n{\"n\":2}"), false));
    }

    #[test]
    fn a_repeat_that_is_the_same_text_counts_twice_and_is_waste_once() {
        let text = r#"{"kota":"Solo","warga":5}"#;
        let result =
            json!({"content": [{"type": "text", "text": text}], "structuredContent": {"kota": "Solo", "warga": 5}});
        let found = measured(result, Size::of(text));
        assert_eq!(
            (found.tokens, found.waste.of(Kind::DuplicateStructured)),
            (2 * scale::tokens(text), scale::tokens(text))
        );
    }

    #[test]
    fn structured_content_alone_counts_once() {
        let result = json!({"content": [], "structuredContent": {"kota": "Solo", "warga": 5}});
        for size in [Size::default(), Size::of(r#"{"kota":"Solo","warga":5}"#)] {
            let found = measured(result.clone(), size);
            assert_eq!((found.tokens, found.waste), (scale::tokens(r#"{"kota":"Solo","warga":5}"#), Waste::default()));
        }
        assert_eq!(measured(Value::Null, Size::default()).known, Known::Nothing);
    }

    #[test]
    fn tokens_stand_where_the_text_is_not_at_hand() {
        let found = measured(json!({"content": []}), Size::tokens(700));
        assert_eq!((found.tokens, found.known, found.waste), (700, Known::Tokens, Waste::default()));
    }

    #[test]
    fn an_image_costs_its_pixels_and_never_its_base64() {
        let data = format!("iVBORw0KGgoAAAANSUhEUgAAAAUAAAAF{}", "AAAA".repeat(9_000));
        let found = measured(json!({"content": [{"type": "image", "data": data}]}), Size::default());
        assert_eq!((found.tokens, found.images.count, found.images.unknown), (1, 1, 0));
        let unread = measured(json!({"content": [{"type": "image", "data": "AAAA"}]}), Size::default());
        assert_eq!((unread.tokens, unread.images.unknown, unread.images.least), (1_568, 1, 1));
    }

    #[test]
    fn what_a_host_cut_is_looked_through_as_the_model_read_it() {
        let result = json!({"content": [{"type": "text", "text": "{\n  \"a\": 1,\n  \"b\": 2\n}"}]});
        let found = measured(result, Size::of("{\n  \"a\": 1 [cut]"));
        assert_eq!((found.tokens, found.waste), (scale::tokens("{\n  \"a\": 1 [cut]"), Waste::default()));
    }
}
