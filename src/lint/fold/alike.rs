//! Letters of other scripts that look like Latin ones, undone where one word mixes both.

use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;

/// Whether a letter belongs to a script that has look-alikes of Latin letters.
#[must_use]
pub fn is_look_alike_script(character: char) -> bool {
    !character.is_ascii()
        && matches!(
            character.script(),
            Script::Cyrillic
                | Script::Greek
                | Script::Armenian
                | Script::Cherokee
                | Script::Coptic
                | Script::Lisu
                | Script::Deseret
        )
}

/// Whether a letter is Latin.
#[must_use]
pub fn is_latin(character: char) -> bool {
    character.is_ascii_alphabetic() || (!character.is_ascii() && character.script() == Script::Latin)
}

/// The Latin letter, in lower case, that a letter in lower case looks like.
#[must_use]
pub fn latin(character: char) -> Option<char> {
    let drawn = match character {
        'в' | 'β' => 'b',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'н' | 'η' | 'п' | 'ո' | 'ռ' => 'n',
        'т' | 'τ' => 't',
        'з' | 'ε' | 'є' => 'e',
        'и' | 'μ' | 'υ' | 'ս' => 'u',
        'α' => 'a',
        'г' => 'r',
        'ν' => 'v',
        'ω' | 'ш' => 'w',
        'γ' => 'y',
        'χ' => 'x',
        'ι' | 'ɩ' => 'i',
        _ => {
            let mut drawn = skeleton(character.encode_utf8(&mut [0; 4])).collect::<String>().to_lowercase();
            drawn = drawn.nfd().filter(char::is_ascii_alphabetic).collect();
            let mut letters = drawn.chars();
            return letters.next().filter(|_| letters.next().is_none());
        }
    };
    Some(drawn)
}

/// The letter that a small capital or a squared letter is drawn after; no compatibility form says so.
#[must_use]
pub fn plain_letter(character: char) -> Option<char> {
    let code = u32::from(character);
    let from = |first: u32| char::from_u32(u32::from('a') + code - first);
    Some(match character {
        '\u{1f150}'..='\u{1f169}' => return from(0x1f150),
        '\u{1f170}'..='\u{1f189}' => return from(0x1f170),
        'ᴀ' => 'a',
        'ʙ' => 'b',
        'ᴄ' => 'c',
        'ᴅ' => 'd',
        'ᴇ' => 'e',
        'ꜰ' => 'f',
        'ɢ' => 'g',
        'ʜ' => 'h',
        'ɪ' | 'ı' => 'i',
        'ᴊ' => 'j',
        'ᴋ' => 'k',
        'ʟ' => 'l',
        'ᴍ' => 'm',
        'ɴ' => 'n',
        'ᴏ' => 'o',
        'ᴘ' => 'p',
        'ʀ' => 'r',
        'ꜱ' => 's',
        'ᴛ' => 't',
        'ᴜ' => 'u',
        'ᴠ' => 'v',
        'ᴡ' => 'w',
        'ʏ' => 'y',
        'ᴢ' => 'z',
        _ => return None,
    })
}
