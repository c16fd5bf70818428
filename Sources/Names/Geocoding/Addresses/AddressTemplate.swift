/// A text with keywords such as `%addr.City`, filled in from an address dictionary.
///
/// ```swift
/// let template = try AddressTemplate("%addr.City, %addr.Country (%addr.CountryCode)")
/// template.string(from: placemark.addressDictionary, default: "?")
/// ```
///
/// `%addr.CountryCode` is never mistaken for `%addr.Country`, and keywords inside values are not expanded.
public struct AddressTemplate: Hashable, Sendable {
    /// A placeholder in a template.
    public struct Keyword: Hashable, Sendable {
        /// The key of the value.
        public let key: AddressDictionary.Key

        /// The placeholder: `%addr.City`.
        public var text: String { AddressTemplate.sign + key.rawValue }

        /// Returns the keyword's meaning for display; in English if there is no translation.
        public func title(language: LanguageTag = .english) -> String {
            let titles = Self.titles[language.canonical.language] ?? Self.titles["en"] ?? [:]
            return titles[key] ?? key.rawValue
        }
    }

    static let sign = "%addr."

    /// All keywords, in the order of the keys' names.
    public static let keywords = AddressDictionary.Key.allCases.map { Keyword(key: $0) }.sorted { $0.text < $1.text }

    private let template: KeywordTemplate

    /// Parses a template.
    ///
    /// - Parameter text: The template; everything except keywords is copied unchanged.
    /// - Throws: `GeocodingError` with `templateInvalid` for an unknown keyword, which the message names.
    public init(_ text: String) throws(GeocodingError) {
        do {
            template = try KeywordTemplate(
                text, keywords: AddressDictionary.Key.allCases.map(\.rawValue),
                syntax: .init(sign: Self.sign, hasEscapes: false))
        } catch {
            throw GeocodingError(
                .templateInvalid,
                "the template has \(Self.sign)\(error.word), which is not a keyword; they are "
                    + Self.keywords.map(\.text).joined(separator: ", "))
        }
    }

    /// The keywords in the template, in order.
    public var keywords: [Keyword] {
        template.keywords.compactMap { AddressDictionary.Key(rawValue: $0).map { Keyword(key: $0) } }
    }

    /// Returns the template with its keywords replaced.
    ///
    /// - Parameters:
    ///   - dictionary: The values.
    ///   - text: The replacement for missing values.
    /// - Returns: The text.
    public func string(from dictionary: AddressDictionary, default text: String = "") -> String {
        string(from: dictionary) { _ in text }
    }

    /// Returns the template with its keywords replaced.
    ///
    /// - Parameters:
    ///   - dictionary: The values.
    ///   - missing: Returns the replacement for a missing value.
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

extension AddressTemplate.Keyword {
    /// The display names of the keys, by language.
    static let titles: [String: [AddressDictionary.Key: String]] = [
        "en": [
            .city: "city", .country: "country", .countryCode: "country code", .name: "place/store name",
            .postCodeExtension: "post code ext", .state: "state", .street: "street",
            .subAdministrativeArea: "sub admin area", .subLocality: "sub locality",
            .subThoroughfare: "sub thoroughfare", .thoroughfare: "thoroughfare", .zip: "zip code",
        ],
        "ja": [
            .city: "市区町村", .country: "国", .countryCode: "国コード", .name: "場所名", .postCodeExtension: "郵便番号拡張",
            .state: "都道府県", .street: "番地", .subAdministrativeArea: "行政区", .subLocality: "町", .subThoroughfare: "番地",
            .thoroughfare: "町丁", .zip: "郵便番号",
        ],
        "de": [
            .city: "Ort", .country: "Land", .countryCode: "Ländercode", .name: "Name des Ortes",
            .postCodeExtension: "Zusatz der Postleitzahl", .state: "Bundesland", .street: "Straße und Hausnummer",
            .subAdministrativeArea: "Landkreis", .subLocality: "Ortsteil", .subThoroughfare: "Hausnummer",
            .thoroughfare: "Straße", .zip: "Postleitzahl",
        ],
        "fr": [
            .city: "ville", .country: "pays", .countryCode: "code du pays", .name: "nom du lieu",
            .postCodeExtension: "complément du code postal", .state: "région", .street: "rue et numéro",
            .subAdministrativeArea: "département", .subLocality: "quartier", .subThoroughfare: "numéro",
            .thoroughfare: "rue", .zip: "code postal",
        ],
        "es": [
            .city: "ciudad", .country: "país", .countryCode: "código del país", .name: "nombre del lugar",
            .postCodeExtension: "extensión del código postal", .state: "estado", .street: "calle y número",
            .subAdministrativeArea: "provincia", .subLocality: "barrio", .subThoroughfare: "número",
            .thoroughfare: "calle", .zip: "código postal",
        ],
    ]
}
