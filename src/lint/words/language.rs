//! The languages that word rules know, each with its file of words; every other one is not assessed.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use crate::lint::fold::fold;

/// A language with a file of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    En,
    /// Indonesian.
    Id,
    /// Chinese.
    Zh,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// French.
    Fr,
    /// German.
    De,
    /// Russian.
    Ru,
}

impl Language {
    /// All of them.
    pub const ALL: &[Language] = &[
        Language::En,
        Language::Id,
        Language::Zh,
        Language::Ja,
        Language::Ko,
        Language::Es,
        Language::Pt,
        Language::Fr,
        Language::De,
        Language::Ru,
    ];

    /// Its words: one list of phrases a concept.
    #[cfg(test)]
    pub(crate) fn file(self) -> &'static str {
        match self {
            Language::En => include_str!("languages/en.toml"),
            Language::Id => include_str!("languages/id.toml"),
            Language::Zh => include_str!("languages/zh.toml"),
            Language::Ja => include_str!("languages/ja.toml"),
            Language::Ko => include_str!("languages/ko.toml"),
            Language::Es => include_str!("languages/es.toml"),
            Language::Pt => include_str!("languages/pt.toml"),
            Language::Fr => include_str!("languages/fr.toml"),
            Language::De => include_str!("languages/de.toml"),
            Language::Ru => include_str!("languages/ru.toml"),
        }
    }

    /// The language of a text: by its script, and among the languages of one script by their most common words. Nothing
    /// where it is another language, or where no word tells.
    #[must_use]
    pub fn of(text: &str) -> Option<Language> {
        let letters = Letters::of(text);
        match letters.writing()? {
            Writing::Sure(language) => Some(language),
            Writing::Cyrillic => by_words(text, CYRILLIC_SHARE),
            Writing::Latin => by_words(text, LATIN_SHARE),
        }
    }
}

/// How many of a text's words at least must be common words of a Latin language, in percent.
const LATIN_SHARE: usize = 9;

/// The same in Cyrillic; a Russian text has fewer of them.
const CYRILLIC_SHARE: usize = 5;

/// How a text is written.
enum Writing {
    Sure(Language),
    Latin,
    Cyrillic,
}

/// How many letters of each script a text has.
#[derive(Default)]
struct Letters {
    latin: usize,
    cyrillic: usize,
    han: usize,
    kana: usize,
    hangul: usize,
    other: usize,
    /// Letters of Cyrillic that Russian does not have.
    not_russian: usize,
}

impl Letters {
    fn of(text: &str) -> Letters {
        let mut letters = Letters::default();
        for letter in text.chars().filter(|character| character.is_alphabetic()) {
            if letter.is_ascii() {
                letters.latin += 1;
                continue;
            }
            match letter.script() {
                Script::Latin => letters.latin += 1,
                Script::Cyrillic => {
                    letters.cyrillic += 1;
                    letters.not_russian += usize::from(!matches!(letter, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё'));
                }
                Script::Han => letters.han += 1,
                Script::Hiragana | Script::Katakana => letters.kana += 1,
                Script::Hangul => letters.hangul += 1,
                Script::Common | Script::Inherited => {}
                _ => letters.other += 1,
            }
        }
        letters
    }

    /// The writing that the text is in, names and identifiers in Latin letters aside.
    fn writing(&self) -> Option<Writing> {
        let east = self.han + self.kana + self.hangul;
        let weight = east * 5 / 2;
        let total = weight + self.latin + self.cyrillic + self.other;
        let large = |part: usize| part > 0 && part * 4 >= total;
        if large(weight) {
            let language = if self.hangul * 2 >= east {
                Language::Ko
            } else if self.kana * 10 >= east {
                Language::Ja
            } else {
                Language::Zh
            };
            return Some(Writing::Sure(language));
        }
        if large(self.other) {
            return None;
        }
        if large(self.cyrillic) {
            return (self.not_russian == 0).then_some(Writing::Cyrillic);
        }
        (self.latin > 0).then_some(Writing::Latin)
    }
}

/// Common words of languages as they are after folding; a language without a file is here so that it is not taken for
/// one that has one.
const COMMON: &[(Option<Language>, &str)] = &[
    (
        Some(Language::En),
        "the a an of to and or for in on with from by is are be this that it as at not if when use used using get gets list \
         lists create creates update updates delete deletes search find returns return all given new your you into which \
         can will has have its one more only must what how show add set run read write retrieve manage based supports call",
    ),
    (
        Some(Language::Id),
        "yang dan di ke dari untuk dengan pada ini itu adalah atau dalam tidak akan bisa dapat jika bila oleh sebagai \
         semua setiap satu daftar ambil buat hapus cari tampilkan kirim ubah gunakan berdasarkan lalu sudah harus jangan \
         secara sebuah kepada agar bagi menurut mengambil membuat menghapus mencari menampilkan mengirim mengubah \
         mengembalikan melalui berkas pengguna",
    ),
    (
        Some(Language::Es),
        "el la los las un una de del al y o que en con por para se su sus es no si como esta este lo mas sin sobre cuando \
         desde hasta cada todos todas ser son segun tambien",
    ),
    (
        Some(Language::Pt),
        "o a os as um uma de do da dos das e ou que em no na nos nas com por para se seu sua nao mais como ao pelo pela sem \
         sobre quando desde ate cada todos todas ser sao voce este esta isso tambem",
    ),
    (
        Some(Language::Fr),
        "le la les un une de du des et ou que qui en dans pour par sur avec au aux ce cette ces est sont ne pas plus il elle \
         se son sa ses l d qu n sans si vous tous toutes chaque cet",
    ),
    (
        Some(Language::De),
        "der die das den dem des ein eine einen einem einer eines und oder zu zum zur von vom mit fur im in an auf ist sind \
         nicht wird werden sie es als auch nach bei aus uber wenn dass dieses diese dieser alle kann nur",
    ),
    (
        Some(Language::Ru),
        "и в на не что с по для из как это или при если от к о у за его ее их но а все через также только по с до без под",
    ),
    (
        None,
        "il lo la i gli le un una di del della dei delle e o che in con per si non sono piu nel nella da dal al alla come questo questa ogni tutti",
    ),
    (
        None,
        "de het een van en of in op te voor met is zijn niet aan dat die bij naar om uit door wordt ook als deze dit alle worden kan",
    ),
    (
        None,
        "i w z na do nie sie jest oraz lub dla przez o od po ze jak to ktory ktora tego tej przy jako wszystkie podanego plik",
    ),
    (None, "va cua cac cho la trong voi mot nguoi khong nay khi tu ve co nhung tat ca danh sach lay tim tao xoa"),
    (None, "ve bir bu icin ile olarak veya de da en gibi olan tum daha ya icin kullanici listesi belirtilen belirli"),
    (None, "och i att en ett for som pa av med till den det ar fran eller inte om alla har kan de"),
    (None, "og i at en et for som pa af av med til den det er fra eller ikke om alle har kan de"),
    (None, "si de la in cu pentru din pe un o sau care este nu ale al toate prin se sunt unui unei"),
    (None, "a v na se z do pro je s nebo o k ze jako ktery ktera podle vsechny pri by"),
    (None, "el la els les un una de del i o que en amb per es no si com aquest aquesta tots seva"),
    (None, "ja on ei tai se etta kun jos kaikki joka ovat sen kaytta kayttajan"),
    (None, "a az egy es vagy nem hogy is ha egyes osszes meg szerint"),
    (None, "и в на не се да са е за от с по като който която което към със или чрез всички при този тази"),
];

/// For each common word the rows of [`COMMON`] that it is in, as bits.
static ROWS: LazyLock<BTreeMap<&str, u32>> = LazyLock::new(|| {
    let mut rows = BTreeMap::new();
    for (row, (_, words)) in COMMON.iter().enumerate() {
        for word in words.split_whitespace() {
            *rows.entry(word).or_default() |= 1_u32 << row;
        }
    }
    rows
});

/// The language whose common words are the most, if they are enough of all words and of no other language with a file.
fn by_words(text: &str, share: usize) -> Option<Language> {
    let folded = fold(text).text;
    let mut hits = vec![0_usize; COMMON.len()];
    let mut all = 0;
    let parts = folded.unicode_words().flat_map(|word| word.split(['\'', '\u{2019}']));
    for word in parts.filter(|word| word.starts_with(char::is_alphabetic)) {
        all += 1;
        let mut rows = ROWS.get(word).copied().unwrap_or_default();
        while rows != 0 {
            hits[rows.trailing_zeros() as usize] += 1;
            rows &= rows - 1;
        }
    }
    let most = hits.iter().copied().max().filter(|&most| most > 0 && most * 100 >= all * share)?;
    let mut known =
        COMMON.iter().zip(&hits).filter(|(_, hits)| **hits == most).filter_map(|((language, _), _)| *language);
    let language = known.next()?;
    known.next().is_none().then_some(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_script_or_by_its_common_words() {
        let texts = [
            ("Returns the weather of a city for the next days.", Some(Language::En)),
            ("Mengambil daftar pesanan dari toko untuk satu hari.", Some(Language::Id)),
            ("查询 queryFunctions 的日志，返回最近一天的记录。", Some(Language::Zh)),
            ("都市の天気を取得して返します。", Some(Language::Ja)),
            ("도시의 날씨를 조회합니다. API 키가 필요합니다.", Some(Language::Ko)),
            ("Devuelve el tiempo de una ciudad para los próximos días.", Some(Language::Es)),
            ("Retorna a previsão do tempo de uma cidade para os próximos dias.", Some(Language::Pt)),
            ("Renvoie la météo d’une ville pour les prochains jours.", Some(Language::Fr)),
            ("Liefert das Wetter einer Stadt für die nächsten Tage.", Some(Language::De)),
            ("Возвращает погоду в городе на ближайшие дни.", Some(Language::Ru)),
            ("Restituisce il meteo di una città per i prossimi giorni.", None),
            ("Geeft het weer van een stad voor de komende dagen.", None),
            ("Zwraca pogodę w mieście na najbliższe dni oraz godziny.", None),
            ("Trả về thời tiết của một thành phố cho các ngày tới.", None),
            ("Bir şehir için hava durumunu ve sıcaklığı döndürür.", None),
            ("Повертає погоду в місті на найближчі дні.", None),
            ("Връща времето в града за следващите дни и се обновява.", None),
            ("คืนค่าสภาพอากาศของเมือง", None),
            ("यह शहर का मौसम लौटाता है।", None),
            ("يعيد حالة الطقس في المدينة.", None),
        ];
        for (text, language) in texts {
            assert_eq!(Language::of(text), language, "{text}");
        }
    }
}
