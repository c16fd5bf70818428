/// A text with `%addr.City` and the like, filled in from an address dictionary.
///
/// ```swift
/// let template = try AddressTemplate("%addr.City, %addr.Country (%addr.CountryCode)")
/// template.string(from: placemark.addressDictionary, default: "?")
/// ```
///
/// `%addr.CountryCode` is never taken for `%addr.Country`, and a value that holds a keyword is printed as it is.
public struct AddressTemplate: Hashable, Sendable {
    /// A word of a template that a value takes the place of.
    public struct Keyword: Hashable, Sendable {
        /// The key of the value.
        public let key: AddressDictionary.Key

        /// The word: `%addr.City`.
        public var text: String { AddressTemplate.sign + key.rawValue }

        /// What it stands for, to be shown to a person; in English where there is no word in the language.
        public func title(language: LanguageTag = .english) -> String {
            let titles = Self.titles[language.canonical.language] ?? Self.titles["en"] ?? [:]
            return titles[key] ?? key.rawValue
        }
    }

    static let sign = "%addr."

    /// All keywords, in the order of the keys' names.
    public static let keywords = AddressDictionary.Key.allCases.map { Keyword(key: $0) }.sorted { $0.text < $1.text }

    private let template: KeywordTemplate

    /// Takes a template apart.
    ///
    /// - Parameter text: The template; everything but keywords stays as it is.
    /// - Throws: `GeocodingError` with `templateInvalid` for a keyword nobody knows, naming it.
    public init(_ text: String) throws(GeocodingError) {
        do {
            template = try KeywordTemplate(
                text, keywords: AddressDictionary.Key.allCases.map(\.rawValue),
                syntax: .init(sign: Self.sign, hasEscapes: false))
        } catch {
            throw GeocodingError(
                .templateInvalid,
                "the template has \(Self.sign)\(error.word), which is no keyword; they are "
                    + Self.keywords.map(\.text).joined(separator: ", "))
        }
    }

    /// The keywords it uses, in order.
    public var keywords: [Keyword] {
        template.keywords.compactMap { AddressDictionary.Key(rawValue: $0).map { Keyword(key: $0) } }
    }

    /// The template with values filled in.
    ///
    /// - Parameters:
    ///   - dictionary: The values.
    ///   - text: What stands for a value that is missing.
    /// - Returns: The text.
    public func string(from dictionary: AddressDictionary, default text: String = "") -> String {
        string(from: dictionary) { _ in text }
    }

    /// The template with values filled in.
    ///
    /// - Parameters:
    ///   - dictionary: The values.
    ///   - missing: Says what stands for a value that is missing.
    /// - Returns: The text.
    public func string(from dictionary: AddressDictionary, missing: (Keyword) -> String) -> String {
        var bytes: [UInt8] = []
        template.render(to: &bytes) { word, bytes in
            guard let key = AddressDictionary.Key(rawValue: word) else { return }
            bytes += (dictionary[key] ?? missing(Keyword(key: key))).utf8
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
