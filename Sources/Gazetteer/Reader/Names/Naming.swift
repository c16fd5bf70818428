internal import Geocoding

/// How to name places for a list of languages: which tables to look in, looked up once for any number of points.
///
/// Belongs to the world that made it.
struct Naming: Sendable {
    /// A table of names and the language it is in.
    struct Table: Sendable {
        /// Range of `NAME`.
        var names: Range<Int>
        var language: LanguageTag
    }

    /// One of the languages asked for.
    struct Wish: Sendable {
        /// The tables to look in, the most exact first.
        var tables: [Table]
        var language: LanguageTag
        /// Under which tags a place's own language is this one.
        var homes: [Tag8]
        var scripts: WritingScripts

        let isEnglish: Bool
        let isLatin: Bool

        init(tables: [Table], language: LanguageTag, homes: [Tag8], scripts: WritingScripts) {
            self.tables = tables
            self.language = language
            self.homes = homes
            self.scripts = scripts
            isEnglish = language.language == "en"
            isLatin = scripts == .latin
        }
    }

    var languages: [LanguageTag]
    var wishes: [Wish]
    /// English and each place's own language, which stand in.
    var english: Table?
    var local: Range<Int>?
    /// Whether one of the wishes is in Latin letters.
    var readsLatin: Bool
}

/// A name and its language, where that is known.
struct Name {
    var text: String
    var language: LanguageTag?
}

/// The text that was chosen as a name, and why.
struct NameChoice {
    enum Source {
        /// The table of a wish.
        case table(wish: Int, table: Int)
        /// The wish is for the place's own language.
        case wish(Int)
        /// The local name, in the place's own language.
        case home
        case english
    }

    /// Offset in `STRS`, 0 for no name.
    var reference: UInt32
    var source: Source

    init(_ reference: UInt32, _ source: Source) {
        self.reference = reference
        self.source = source
    }
}
