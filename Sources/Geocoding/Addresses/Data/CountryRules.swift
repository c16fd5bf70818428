internal import Synchronization

/// How addresses are written in a country: one record of the file, read.
final class CountryRules: Sendable {
    /// A replacement inside components or in the whole text.
    struct Replacement: Sendable {
        /// The only component it is for; `nil` for all.
        var component: PostalAddress.Component?
        var pattern: TextPattern
        var text: String
    }

    /// A component's value that is replaced as a whole.
    struct ExactReplacement: Sendable {
        var component: PostalAddress.Component
        var value: String
        var text: String
    }

    /// The display form of an address that has a street or a postcode.
    let display: AddressPattern?
    /// That of others.
    let fallback: AddressPattern?
    /// The country whose rules count instead.
    let usedCountry: String?
    /// The country's name for display; `$state` in it is replaced by a component.
    let changedName: String?
    /// A component that every address there has.
    let addedComponent: (component: PostalAddress.Component, value: String)?
    let replacements: [Replacement]
    let exactReplacements: [ExactReplacement]
    let textReplacements: [Replacement]
    /// Names of the country and the one to display.
    let countryNames: [String: String]
    /// Codes of states by their names in capitals.
    let states: [String: String]
    /// What the post writes for states, by their names in capitals.
    let postalStates: [String: String]
    /// Codes of counties by their names in capitals.
    let counties: [String: String]
    /// The order of a letter's address, `%N%n%A%n%Z %C`.
    let postalOrder: PostalOrder?
    /// The same for names in Latin letters, where it differs.
    let latinPostalOrder: PostalOrder?
    /// The letters of the fields that a letter needs.
    let required: String?
    /// The letters of the fields that are written in capitals.
    let capitals: String
    /// The postcodes' pattern; not read before it is needed, since some are long.
    let postcodePattern: String?
    let postcodeExamples: [String]
    /// Languages of the country's street names.
    let languages: [String]
    private let postcodes = Mutex<PostcodeForm??>(nil)

    /// Reads the fields of a record; what is wrong in them is skipped.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - template: Finds a template by its name.
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
        // The first text is the code of maps, the second that of the post: CMX, CDMX.
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

    /// How postcodes are written, where something is known of them.
    ///
    /// Made when the first is asked for.
    var postcodeForm: PostcodeForm? {
        postcodes.withLock { known in
            if let known { return known }
            let form = PostcodeForm(pattern: postcodePattern, examples: postcodeExamples)
            known = .some(form)
            return form
        }
    }

    /// Whether every pattern in the fields can be read.
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
