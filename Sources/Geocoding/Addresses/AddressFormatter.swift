/// Writes addresses in the form of their own country.
///
/// ```swift
/// AddressFormatter().string(for: placemark)  // 1800 Ellis St, San Francisco, CA 94115-4004, United States
/// AddressFormatter(style: .postal).lines(for: address)
/// ```
///
/// Names in Japanese, Chinese or Korean writing go from the country down to the house, names in Latin letters up. Parts that
/// are missing leave no separators behind; an unknown country has the form that most have.
public struct AddressFormatter: Hashable, Sendable {
    /// What the address is for.
    public enum Style: String, CaseIterable, Sendable {
        /// To be read, as maps show it: OpenCage's forms.
        case display
        /// For a letter: the order and the capitals that the country's post wants.
        case postal
    }

    /// Whose data the forms are, in the words their licences ask for.
    public static let attribution =
        "forms of addresses: OpenCage address-formatting (MIT), Google's address data (CC BY 4.0)"

    /// What the address is for.
    public var style: Style

    /// The language whose form is wanted where a country has several; `nil`: that of the names' script.
    public var language: LanguageTag?

    /// Whether words of streets are shortened: Str., Ave, Bd.
    public var abbreviates: Bool

    /// Whether the country is written.
    public var includesCountry: Bool

    /// A formatter.
    public init(
        style: Style = .display, language: LanguageTag? = nil, abbreviates: Bool = false, includesCountry: Bool = true
    ) {
        self.style = style
        self.language = language
        self.abbreviates = abbreviates
        self.includesCountry = includesCountry
    }

    /// The address as lines; empty when nothing is known.
    public func lines(for address: PostalAddress) -> [String] {
        switch style {
        case .display: displayForm.lines(address)
        case .postal:
            PostalForm(
                data: .embedded, abbreviates: abbreviates, includesCountry: includesCountry, language: language
            ).lines(address)
        }
    }

    /// The address on one line, joined in the country's way.
    public func string(for address: PostalAddress) -> String { joined(lines(for: address), address) }

    /// What a letter to the address lacks or has wrong: parts that the post needs, a postcode that is none.
    public func problems(with address: PostalAddress) -> [PostalAddress.Problem] {
        PostalForm(data: .embedded).problems(address)
    }

    var displayForm: DisplayForm {
        DisplayForm(
            data: .embedded, language: language, abbreviates: abbreviates, includesCountry: includesCountry)
    }

    /// An address's lines on one line, joined in the country's way.
    package func joined(_ lines: [String], _ address: PostalAddress) -> String {
        let native = address[.countryCode].flatMap { NativeOrder.language(of: $0.uppercased()) }
        guard let native, native != "fa", NativeOrder.isNative(address, language: native) else {
            return lines.joined(separator: ", ")
        }
        return native == "ko" ? lines.joined(separator: " ") : AddressOrder.together(lines)
    }
}
