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

        var isEnglish: Bool { language.language == "en" }
        var isLatin: Bool { scripts == .latin }
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
