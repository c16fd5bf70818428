/// Formats addresses according to the conventions of their country.
///
/// ```swift
/// AddressFormatter().string(for: placemark)  // 1800 Ellis St, San Francisco, CA 94115-4004, United States
/// AddressFormatter(style: .postal).lines(for: address)
/// ```
///
/// Names in Japanese, Chinese or Korean script run from the country down to the house, names in Latin letters from the
/// house up. Missing parts leave no separators behind; unknown countries use the most common format.
public struct AddressFormatter: Hashable, Sendable {
    /// The purpose of the formatted address.
    public enum Style: String, CaseIterable, Sendable {
        /// For display, as on maps: OpenCage's formats.
        case display
        /// For a letter: the order and the capitals that the country's post requires.
        case postal
    }

    /// The attribution that the licences of the format data require.
    public static let attribution =
        "forms of addresses: OpenCage address-formatting (MIT), Google's address data (CC BY 4.0)"

    /// The purpose of the formatted address.
    public var style: Style

    /// The language whose format is used if a country has several; `nil` to choose by the script of the names.
    public var language: LanguageTag?

    /// Whether to abbreviate words in street names: Str., Ave, Bd.
    public var abbreviates: Bool

    /// Whether to include the country.
    public var includesCountry: Bool

    /// Creates a formatter.
    public init(
        style: Style = .display, language: LanguageTag? = nil, abbreviates: Bool = false, includesCountry: Bool = true
    ) {
        self.style = style
        self.language = language
        self.abbreviates = abbreviates
        self.includesCountry = includesCountry
    }

    /// Returns the address as lines; empty when nothing is known.
    public func lines(for address: PostalAddress) -> [String] {
        switch style {
        case .display: displayForm.lines(address)
        case .postal:
            PostalForm(
                data: .embedded, abbreviates: abbreviates, includesCountry: includesCountry, language: language
            ).lines(address)
        }
    }

    /// Returns the address on one line, with the country's separators.
    public func string(for address: PostalAddress) -> String { joined(lines(for: address), address) }

    /// Returns the problems that may keep a letter from arriving: missing parts, an invalid postcode.
    public func problems(with address: PostalAddress) -> [PostalAddress.Problem] {
        PostalForm(data: .embedded).problems(address)
    }

    var displayForm: DisplayForm {
        DisplayForm(
            data: .embedded, language: language, abbreviates: abbreviates, includesCountry: includesCountry)
    }

    /// Joins an address's lines to one, with the country's separators.
    package func joined(_ lines: [String], _ address: PostalAddress) -> String {
        let native = address[.countryCode].flatMap { NativeOrder.language(of: $0.uppercased()) }
        guard let native, native != "fa", NativeOrder.isNative(address, language: native) else {
            return lines.joined(separator: ", ")
        }
        return native == "ko" ? lines.joined(separator: " ") : AddressOrder.together(lines)
    }
}

extension AddressFormatter {
    /// Returns a placemark's address as lines; empty when nothing is known.
    ///
    /// If a street or postcode is known, the country's format applies. Otherwise the requested language decides:
    /// 東京都千代田区, or "Chiyoda, Tokyo" above "Japan"; languages that put the country first omit it at home. An area of
    /// interest comes first, or last if the address starts with the country.
    public func lines(for placemark: Placemark) -> [String] {
        guard placemark.thoroughfare != nil || placemark.postalCode != nil else { return placeLines(placemark) }
        let address = PostalAddress(placemark)
        guard let native = nativeLanguage(of: placemark, address) else {
            return lines(for: address)
        }
        return nativeLines(placemark, address, language: native)
    }

    /// Returns a placemark's address on one line.
    public func string(for placemark: Placemark) -> String {
        guard placemark.thoroughfare != nil || placemark.postalCode != nil else { return placeString(placemark) }
        let address = PostalAddress(placemark)
        let lines = lines(for: placemark)
        switch nativeLanguage(of: placemark, address) {
        case nil: return lines.joined(separator: ", ")
        case "ko": return lines.joined(separator: " ")
        default: return AddressOrder.together(lines)
        }
    }

    private func nativeLanguage(of placemark: Placemark, _ address: PostalAddress) -> String? {
        guard let code = placemark.isoCountryCode, let native = NativeOrder.language(of: code), native != "fa",
            NativeOrder.isNative(address, language: native)
        else { return nil }
        return native
    }

    /// Returns the lines of an address that starts with the country: the postcode, then everything from the state to
    /// the house.
    private func nativeLines(_ placemark: Placemark, _ address: PostalAddress, language: String) -> [String] {
        var lines: [String] = []
        let order = AddressOrder(language: LanguageTag(language: language))
        if includesCountry, !isAtHome(placemark), let country = placemark.country { lines.append(country) }
        if let postcode = placemark.postalCode { lines.append(language == "ja" ? "〒" + postcode : postcode) }
        var parts: [String] = []
        for part in [
            placemark.administrativeArea, placemark.locality, placemark.subLocality, street(placemark, isNative: true),
        ] {
            // 北京市 is both state and city.
            if let part, part != parts.last, !(parts.last.map { $0 == part + "市" } ?? false) { parts.append(part) }
        }
        let whole = order.joined(parts)
        if !whole.isEmpty { lines.append(whole) }
        // Korean addresses end with the postcode.
        let isPostcodeLast = language == "ko"
        if isPostcodeLast, let postcode = placemark.postalCode { lines.removeAll { $0 == postcode } }
        if let heading = placemark.heading { lines.append(heading) }
        if isPostcodeLast, let postcode = placemark.postalCode { lines.append(postcode) }
        return lines
    }

    /// Returns the state as the lines show it: its code if the country's format uses codes (CA), else its name.
    func state(of placemark: Placemark) -> String? {
        guard placemark.thoroughfare != nil || placemark.postalCode != nil else { return placemark.administrativeArea }
        let address = PostalAddress(placemark)
        guard nativeLanguage(of: placemark, address) == nil else { return placemark.administrativeArea }
        return displayForm.stateCode(address) ?? placemark.administrativeArea
    }

    /// Returns street and number as one text in the country's order.
    func street(_ placemark: Placemark, isNative: Bool? = nil) -> String? {
        guard let road = placemark.thoroughfare else { return nil }
        let isNative = isNative ?? (nativeLanguage(of: placemark, PostalAddress(placemark)) != nil)
        return StreetLine(.embedded).text(
            road: road, number: placemark.subThoroughfare, country: placemark.isoCountryCode, isNative: isNative)
    }

    private func isAtHome(_ placemark: Placemark) -> Bool {
        AddressOrder(language: placemark.language).isAtHome(placemark.isoCountryCode)
    }

    private func placeString(_ placemark: Placemark) -> String {
        let order = AddressOrder(language: placemark.language)
        var parts = places(placemark, order, withCountry: includesCountry && !isAtHome(placemark))
        if let heading = placemark.heading { parts.insert(heading, at: order.startsWithCountry ? parts.count : 0) }
        return order.joined(parts)
    }

    private func placeLines(_ placemark: Placemark) -> [String] {
        let order = AddressOrder(language: placemark.language)
        let local = order.joined(places(placemark, order, withCountry: false))
        var lines = [placemark.heading ?? "", local]
        if includesCountry, let country = placemark.country, !isAtHome(placemark), country != local {
            lines.append(country)
        }
        lines.removeAll(where: \.isEmpty)
        return order.startsWithCountry ? lines.reversed() : lines
    }

    /// Returns the known names in the language's order.
    private func places(_ placemark: Placemark, _ order: AddressOrder, withCountry: Bool) -> [String] {
        var parts: [String] = []
        var area = placemark.administrativeArea
        var city = placemark.locality
        if let locality = city, let administrativeArea = area {
            // The division has no name in the language but the city has: omit it, as in Париж, Франция.
            if administrativeArea.isLatin && !locality.isLatin { area = nil }
            // 北京市 is the city.
            if administrativeArea == locality + "市" { city = nil }
            // Name a city-state once: Hong Kong, without the district at its centre.
            if locality == placemark.country {
                if administrativeArea.contains(locality) { area = nil } else { city = nil }
            }
        }
        // Without a street, readers look for the city (東京都千代田区), not for the nearest quarter.
        let quarter = placemark.locality != nil ? nil : placemark.subLocality
        for part in [quarter, city, area, withCountry ? placemark.country : nil] {
            if let part, part != parts.last { parts.append(part) }
        }
        return order.startsWithCountry ? parts.reversed() : parts
    }
}

extension Placemark {
    /// Street and number as one text, in the country's order: 1800 Ellis St, Hauptstraße 5, 丸の内1丁目9番地1.
    public var street: String? { AddressFormatter().street(self) }

    /// The address on one line; empty when nothing is known.
    ///
    /// If a street or postcode is known, it has the country's format. Otherwise Japanese, Chinese and Korean names run
    /// from the country down to the house and omit the country at home: 東京都千代田区. All others run upwards: Chiyoda,
    /// Tokyo, Japan. A name equal to the previous one is omitted.
    public var addressString: String { AddressFormatter().string(for: self) }

    /// The address as lines, with the country on a line of its own; empty when nothing is known.
    public var addressLines: [String] { AddressFormatter().lines(for: self) }

    /// The line above the address: the first area of interest, unless it is part of the address itself.
    var heading: String? {
        guard let area = areasOfInterest.first(where: { !$0.isEmpty }) else { return nil }
        let parts = [thoroughfare, subLocality, locality, postalCounty, administrativeArea, country]
        return parts.contains(area) ? nil : area
    }

    /// The county, if address lines may contain it.
    var postalCounty: String? { omitsDistrict ? nil : subAdministrativeArea }
}

extension String {
    /// Whether the text begins with a Latin letter.
    fileprivate var isLatin: Bool {
        unicodeScalars.first { $0.properties.isAlphabetic }.map { $0.value < 0x250 || 0x1E00...0x1EFF ~= $0.value }
            ?? false
    }
}

/// The order and separators of address components in a language.
enum AddressOrder {
    /// From the house up to the country, separated by commas.
    case smallFirst
    /// From the country down, without separators: Japanese, Chinese.
    case bigFirstTogether(home: Set<String>)
    /// From the country down, separated by spaces: Korean.
    case bigFirstSpaced(home: Set<String>)

    init(language: LanguageTag?) {
        switch language?.language {
        case "ja": self = .bigFirstTogether(home: ["JP"])
        case "zh", "yue", "cmn", "lzh", "nan", "hak": self = .bigFirstTogether(home: ["CN", "TW", "HK", "MO"])
        case "ko": self = .bigFirstSpaced(home: ["KR", "KP"])
        default: self = .smallFirst
        }
    }

    var startsWithCountry: Bool {
        if case .smallFirst = self { false } else { true }
    }

    /// Returns whether an address in that country omits the country's name.
    func isAtHome(_ country: String?) -> Bool {
        guard let country else { return false }
        return switch self {
        case .smallFirst: false
        case .bigFirstTogether(let home), .bigFirstSpaced(let home): home.contains(country)
        }
    }

    func joined(_ parts: [String]) -> String {
        switch self {
        case .smallFirst: return parts.joined(separator: ", ")
        case .bigFirstSpaced: return parts.joined(separator: " ")
        case .bigFirstTogether: return Self.together(parts)
        }
    }

    /// Joins components without separators, with a space only between foreign names in katakana or Latin letters: フランス
    /// パリ, but 中国北京市.
    static func together(_ parts: [String]) -> String {
        var text = ""
        for part in parts {
            if let last = text.unicodeScalars.last, let next = part.unicodeScalars.first, !(last.joins && next.joins) {
                text += " "
            }
            text += part
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether this is a Chinese character (CJK unified ideographs and their extensions, 々, 〇) or hiragana (さいたま市).
    fileprivate var joins: Bool {
        switch value {
        case 0x3005, 0x3007, 0x3041...0x309F, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
