import LKThreads

/// The address format of a country: one parsed record of the file.
final class CountryRules: Sendable {
    /// A regular-expression replacement in components or in the whole text.
    struct Replacement: Sendable {
        /// The component to which it applies; `nil` for all.
        var component: PostalAddress.Component?
        var pattern: TextPattern
        var text: String
    }

    /// A replacement of a component's entire value.
    struct ExactReplacement: Sendable {
        var component: PostalAddress.Component
        var value: String
        var text: String
    }

    /// The display format of an address with a street or a postcode.
    let display: AddressPattern?
    /// The display format of other addresses.
    let fallback: AddressPattern?
    /// The country whose rules are used instead.
    let usedCountry: String?
    /// The country's display name; `$state` in it is replaced by a component.
    let changedName: String?
    /// A component added to every address in the country.
    let addedComponent: (component: PostalAddress.Component, value: String)?
    let replacements: [Replacement]
    let exactReplacements: [ExactReplacement]
    let textReplacements: [Replacement]
    /// Alternative names of the country, with the display name.
    let countryNames: [String: String]
    /// Codes of states by their upper-case names.
    let states: [String: String]
    /// Postal abbreviations of states, by their upper-case names.
    let postalStates: [String: String]
    /// Codes of counties by their upper-case names.
    let counties: [String: String]
    /// The field order of a postal address, `%N%n%A%n%Z %C`.
    let postalOrder: PostalOrder?
    /// The field order for names in Latin letters, if it differs.
    let latinPostalOrder: PostalOrder?
    /// The letters of the required fields.
    let required: String?
    /// The letters of the fields written in capitals.
    let capitals: String
    /// The pattern of the country's postcodes; compiled on demand, since some are long.
    let postcodePattern: String?
    let postcodeExamples: [String]
    /// The languages of the country's street names.
    let languages: [String]
    private let postcodes = Lock<PostcodeForm??>(nil)

    /// Creates rules from the fields of a record; invalid fields are ignored.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - template: Returns a template by its name.
    init(_ fields: [AddressField], template: (String) -> AddressPattern?) {
        func all(_ tag: AddressField.Tag) -> [[String]] { fields.filter { $0.tag == tag }.map(\.texts) }
        func first(_ tag: AddressField.Tag) -> String? { fields.first { $0.tag == tag }?.texts[0] }
        display = first(.display).flatMap(template)
        fallback = first(.fallback).flatMap(template)
        usedCountry = first(.usedCountry)
        changedName = first(.changedName)
        let added = first(.addedComponent)?.split(separator: "=", maxSplits: 1).map(String.init)
        addedComponent = added.flatMap { $0.count == 2 ? (PostalAddress.Component($0[0]), $0[1]) : nil }
        replacements =
            all(.replacement).compactMap { Self.replacement(nil, $0[0], $0[1]) }
            + all(.componentReplacement).compactMap { Self.replacement(PostalAddress.Component($0[0]), $0[1], $0[2]) }
        exactReplacements = all(.exactReplacement).map { texts in
            ExactReplacement(component: PostalAddress.Component(texts[0]), value: texts[1], text: texts[2])
        }
        textReplacements = all(.textReplacement).compactMap { Self.replacement(nil, $0[0], $0[1]) }
        countryNames = Dictionary(all(.countryName).map { ($0[0], $0[1]) }) { first, _ in first }
        states = Self.codes(all(.state))
        // The first text is the code used on maps, the second the postal one: CMX, CDMX.
        postalStates = Self.codes(all(.state), printing: 1)
        counties = Self.codes(all(.county))
        postalOrder = first(.postalOrder).map { PostalOrder($0) }
        latinPostalOrder = first(.latinPostalOrder).map { PostalOrder($0) }
        required = first(.required)
        capitals = first(.capitals) ?? ""
        postcodePattern = first(.postcode)
        postcodeExamples = first(.postcodeExamples)?.split(separator: ",").map(String.init) ?? []
        languages = all(.language).map { $0[0] }
    }

    /// The form of the country's postcodes, if known; created on first use.
    var postcodeForm: PostcodeForm? {
        postcodes.withLock { known in
            if let known { return known }
            let form = PostcodeForm(pattern: postcodePattern, examples: postcodeExamples)
            known = .some(form)
            return form
        }
    }

    /// Returns whether every pattern in the fields is valid.
    static func areValid(_ fields: [AddressField]) -> Bool {
        fields.allSatisfy { field in
            switch field.tag {
            case .template: AddressPattern(field.texts[0]) != nil
            case .replacement, .textReplacement, .postcode: TextPattern(field.texts[0]) != nil
            case .componentReplacement: TextPattern(field.texts[1]) != nil
            default: true
            }
        }
    }

    private static func replacement(
        _ component: PostalAddress.Component?, _ pattern: String, _ text: String
    ) -> Replacement? {
        TextPattern(pattern).map { Replacement(component: component, pattern: $0, text: text) }
    }

    private static func codes(_ fields: [[String]], printing index: Int = 0) -> [String: String] {
        var codes: [String: String] = [:]
        for texts in fields {
            for name in texts where codes[name.uppercased()] == nil { codes[name.uppercased()] = texts[index] }
        }
        return codes
    }
}
