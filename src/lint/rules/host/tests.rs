//! What the rules about hosts find, what they leave alone, and for whom.
