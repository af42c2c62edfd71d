//! Substring search: the whole query, in any case, somewhere in a tool's name or description.

use crate::simulate::rank::ranker::{Ranked, Ranker};

/// The ranker `substring`. It knows found and not found, so all that it finds are tied.
#[derive(Debug)]
pub struct Substring {
    texts: Vec<Vec<String>>,
}

impl Substring {
    /// Over the fields of the documents, each searched alone.
    #[must_use]
    pub fn new(documents: Vec<Vec<String>>) -> Substring {
        let lower = |fields: Vec<String>| fields.iter().map(|field| field.to_lowercase()).collect();
        Substring { texts: documents.into_iter().map(lower).collect() }
    }
}

impl Ranker for Substring {
    fn name(&self) -> &'static str {
        "substring"
    }

    fn rank(&self, query: &str) -> Vec<Ranked> {
        let query = query.trim().to_lowercase();
        if query.is_empty() {
            return Vec::new();
        }
        let finds = |fields: &&Vec<String>| fields.iter().any(|field| field.contains(&query));
        let found = self.texts.iter().enumerate().filter(|(_, fields)| finds(fields));
        found.map(|(document, _)| Ranked { document, score: 1.0 }).collect()
    }

    fn reads_texts(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_is_no_underscore() {
        let texts = [["gambar_besar", "Perbesar gambar"], ["suara_besar", "Buat suara"]];
        let substring = Substring::new(texts.map(|fields| fields.map(str::to_owned).to_vec()).to_vec());
        let found = |query: &str| substring.rank(query).iter().map(|one| one.document).collect::<Vec<_>>();
        assert_eq!(found("GAMBAR "), [0]);
        assert!(found("gambar besar").is_empty() && found(" ").is_empty());
        assert!(found("besar perbesar").is_empty(), "fields are apart");
    }
}
