/// A language, with script and region where they matter: the part of BCP 47 (RFC 5646) that names of places need.
///
/// Reads tags (`ja`, `zh-Hant-TW`) and POSIX locales (`ja_JP.UTF-8`, `C`) without the system's locale
/// tables, whose first use costs more time than naming a place.
///
/// ```swift
/// LanguageTag("ja_JP.UTF-8")?.description  // "ja-JP"
/// LanguageTag("C")?.language  // "en"
/// ```
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// ISO 639 code in lower case, two or three letters: `ja`.
    public let language: String

    /// ISO 15924 code with a capital first letter: `Hant`.
    public let script: String?

    /// ISO 3166-1 code in upper case or a UN M.49 number: `TW`, `419`.
    public let region: String?

    /// English, the language of `C` and `POSIX`.
    public static let english = LanguageTag(language: "en")

    init(language: String, script: String? = nil, region: String? = nil) {
        self.language = language
        self.script = script
        self.region = region
    }

    /// Reads a language tag or a POSIX locale name; `nil` when the text is neither.
    ///
    /// Upper and lower case do not matter, `_` counts as `-`. Of a locale's modifiers those that name a script are read
    /// (`sr_RS@latin`); character sets, other modifiers and a tag's variants and extensions are skipped. `C` and
    /// `POSIX` are English.
    public init?(_ text: String) {
        let locale = text.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
        let parts = locale.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        guard let first = parts.first, parts.count <= 16 else { return nil }
        guard parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(Self.isLetterOrDigit) }) else {
            return nil
        }
        let language = Self.cased(first, upper: 0)
        if language == "c" || language == "posix" {
            self = .english
            return
        }
        guard (2...3).contains(first.count), first.allSatisfy(Self.isLetter) else { return nil }
        var rest = parts.dropFirst()
        var script: String?
        if let part = rest.first, part.count == 4, part.allSatisfy(Self.isLetter) {
            script = Self.cased(part, upper: 1)
            rest.removeFirst()
        }
        var region: String?
        if let part = rest.first {
            let isCode = part.count == 2 && part.allSatisfy(Self.isLetter)
            let isNumber = part.count == 3 && !part.contains(where: Self.isLetter)
            if isCode || isNumber { region = Self.cased(part, upper: part.count) }
        }
        if script == nil, let modifier = text.utf8.lastIndex(of: UInt8(ascii: "@")) {
            script = Self.scriptModifiers[String(text[text.utf8.index(after: modifier)...])]
        }
        self.init(language: language, script: script, region: region)
    }

    /// The modifiers of glibc's locales that stand for scripts.
    private static let scriptModifiers = [
        "latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "iqtelif": "Latn", "arabic": "Arab",
    ]

    /// The language alone, without script and region.
    package var base: LanguageTag { LanguageTag(language: language) }

    /// The tag in BCP 47's spelling: `zh-Hant-TW`.
    public var description: String {
        var text = language
        if let script { text += "-" + script }
        if let region { text += "-" + region }
        return text
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The ASCII text with its first `upper` letters as capitals and the others small.
    private static func cased(_ bytes: some Sequence<UInt8>, upper: Int) -> String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            let letter = isLetter(byte) ? (index < upper ? byte & 0xDF : byte | 0x20) : byte
            text.unicodeScalars.append(Unicode.Scalar(letter))
        }
        return text
    }
}

extension LanguageTag {
    /// Reads a comma-separated list (`ja,en`), most wanted first; `nil` when one of its parts is not a language.
    public static func list(_ text: String) -> [LanguageTag]? {
        var tags: [LanguageTag] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let tag = LanguageTag(part.filter { $0 != " " }) else { return nil }
            tags.append(tag)
        }
        return tags
    }

    /// The user's languages by POSIX's variables: `LC_ALL`, else `LC_MESSAGES`, else `LANG`; English when none is set.
    ///
    /// GNU's `LANGUAGE` (a colon-separated list) goes first where the locale is not `C`, as gettext has it.
    public static func preferred(environment: [String: String]) -> [LanguageTag] {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name, let tag = LanguageTag(name) else { return [.english] }
        let isPlain = ["C", "POSIX"].contains(name.prefix { $0 != "." })
        guard !isPlain, let wanted = environment["LANGUAGE"] else { return [tag] }
        let tags = wanted.split(separator: ":").compactMap { LanguageTag(String($0)) }
        return tags.isEmpty ? [tag] : tags
    }
}
