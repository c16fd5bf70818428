public import LKStorage

extension Settings {
    /// Applies values from the command line, which take precedence over stored ones in this run and are never stored; see
    /// ``SettingsStore/arguments``.
    ///
    /// ```swift
    /// try settings.apply(arguments: ["volume": "0.8", "isMuted": "yes", "folders": "Music,Podcasts"])
    /// settings.removeArguments(for: ["isMuted"])                     // --no-isMuted: what is stored shows again
    /// ```
    /// A text that a setting cannot have as it is counts as a number, else as a Boolean: "true", "yes", "y", "t", "on" and "1", or
    /// "false", "no", "n", "f", "off" and "0", in capitals too. An array or set has its elements between commas, without the white
    /// space around them; ``apply(repeatedArguments:)`` takes elements that contain commas.
    ///
    /// - Parameter arguments: The texts by property name; they replace those applied before to the same properties.
    /// - Throws: `StorageError.Code.invalidKey` for a name that no setting has, `StorageError.Code.wrongType`
    ///   for a text that its setting cannot have, whose message names the property and what is expected; then nothing is applied.
    public func apply(arguments: [String: String]) throws(StorageError) {
        try apply(arguments.mapValues { [$0] }, splitsAtCommas: true)
    }

    /// Applies arguments that may occur several times on the command line, such as `--folder Music --folder Podcasts`.
    ///
    /// An array or set gets an element of each text, which may contain commas. Of any other setting the last text counts, as is
    /// usual for options, and a property without texts keeps what it has.
    ///
    /// - Parameter arguments: The texts by property name, in the order of the command line; they replace those applied before to the
    ///   same properties.
    /// - Throws: As ``apply(arguments:)``; then nothing is applied.
    public func apply(repeatedArguments arguments: [String: [String]]) throws(StorageError) {
        try apply(arguments, splitsAtCommas: false)
    }

    private func apply(_ arguments: [String: [String]], splitsAtCommas: Bool) throws(StorageError) {
        var values: [String: PropertyListValue] = [:]
        for (name, texts) in arguments.sorted(by: { $0.key < $1.key }) {
            let setting = try setting(named: name)
            guard !texts.isEmpty, let key = keys[name] else { continue }
            values[key] = try SettingArgument(name: name, texts: texts, splitsAtCommas: splitsAtCommas).value(
                for: setting)
        }
        store.file.changeArguments { $0.merge(values) { _, new in new } }
    }

    /// Removes arguments, so that the stored value applies again, otherwise that of the next layer.
    ///
    /// Names that no setting has are ignored, and so are enforced values, which are not arguments.
    ///
    /// - Parameter properties: The names of the properties; `nil` for all of this class.
    public func removeArguments(for properties: [String]? = nil) {
        let removed = (properties ?? self.properties).compactMap { keys[$0] }
        store.file.changeArguments { arguments in for key in removed { arguments[key] = nil } }
    }
}

/// The texts that a command line gives for a setting.
struct SettingArgument {
    /// The name of the property.
    let name: String
    /// The texts, in order; at least one.
    let texts: [String]
    /// Whether an array's elements are between the commas of the last text; else each text is an element.
    let splitsAtCommas: Bool

    /// The longest text that a message quotes, in characters.
    private static let maximumQuotation = 60

    /// Returns the value that the texts mean for a setting.
    ///
    /// - Parameter setting: The setting.
    /// - Returns: The most literal of the values that it can have.
    /// - Throws: `StorageError.Code.wrongType` if it can have none.
    func value(for setting: any BindableSetting) throws(StorageError) -> PropertyListValue {
        guard let last = texts.last else { throw StorageError(.wrongType, "the argument \(name) has no value") }
        if let found = firstValue(for: setting) { return found }
        let shown = splitsAtCommas ? Self.quoted(last) : texts.map { Self.quoted($0) }.joined(separator: ", ")
        throw Self.refusal("the argument \(name) cannot be \(shown)", of: setting, splitsAtCommas: splitsAtCommas)
    }

    /// Returns the most literal of the values that the texts mean and the setting can have; `nil` if it can have none.
    func firstValue(for setting: any BindableSetting) -> PropertyListValue? {
        guard let last = texts.last else { return nil }
        return (Self.forms(of: last) + listForms).first { setting.refusal(of: $0, in: name) == nil }
    }

    /// Returns the error for a value that a setting cannot have.
    static func refusal(
        _ sentence: String, of setting: any BindableSetting, splitsAtCommas: Bool = true
    ) -> StorageError {
        StorageError(
            .wrongType, sentence,
            advice: "expected " + expectation(setting.valueType, splitsAtCommas: splitsAtCommas))
    }

    /// The elements of an array.
    private var elements: [String] {
        guard splitsAtCommas, let text = texts.last else { return texts }
        guard !PropertyListValue.trimmed(text).isEmpty else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).map {
            PropertyListValue.trimmed(String($0))
        }
    }

    /// What the texts mean as an array, the most literal first: all elements are of one kind.
    private var listForms: [PropertyListValue] {
        let elements = elements.map { Self.forms(of: $0) }
        return Kind.allCases.compactMap { kind in
            let items = elements.compactMap { forms in forms.first { Kind($0) == kind } }
            return items.count == elements.count ? .array(items) : nil
        }
    }

    private enum Kind: CaseIterable {
        case text, integer, real, truth

        init?(_ value: PropertyListValue) {
            switch value {
            case .string: self = .text
            case .integer: self = .integer
            case .real: self = .real
            case .boolean: self = .truth
            default: return nil
            }
        }
    }

    /// Returns what a text can mean, the most literal first.
    private static func forms(of text: String) -> [PropertyListValue] {
        // Encoded, since a text may look like the mark of nil.
        var forms = (try? PropertyListValue.encoding(text)).map { [$0] } ?? []
        if let number = Int128(PropertyListValue.trimmed(text)) { forms.append(.integer(number)) }
        if let number = PropertyListValue.number(text) { forms.append(.real(number)) }
        if let truth = PropertyListValue.truth(of: text) {
            forms.append(.boolean(truth))
        } else if ["1", "0"].contains(PropertyListValue.trimmed(text)) {
            forms.append(.boolean(PropertyListValue.trimmed(text) == "1"))
        }
        return forms
    }
}

// Messages.
extension SettingArgument {
    /// Returns a text in quotation marks for a message: shortened, and with its control characters escaped.
    static func quoted(_ text: String) -> String {
        (text.count > maximumQuotation ? text.prefix(maximumQuotation) + "…" : text).debugDescription
    }

    /// Returns what a command line may give for a type: `a whole number from 0 to 255`.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - splitsAtCommas: Whether the elements of an array are between commas; else each is an argument of its own.
    /// - Returns: A phrase.
    static func expectation(_ type: Any.Type, splitsAtCommas: Bool) -> String {
        switch type {
        case let type as any Wrapping.Type: expectation(type.wrapped, splitsAtCommas: splitsAtCommas)
        case let type as any Listing.Type:
            expectation(type.element, splitsAtCommas: splitsAtCommas)
                + (splitsAtCommas ? ", or several with commas between them" : ", which may be repeated")
        case is Bool.Type: "yes or no"
        case let type as any FixedWidthInteger.Type: range(of: type)
        case is any BinaryFloatingPoint.Type: "a number, such as 2.5"
        case is String.Type: "a text"
        case let type as any CaseIterable.Type: cases(of: type) ?? "a value of \(type)"
        default: "a value of \(type)"
        }
    }

    private static func range<Number: FixedWidthInteger>(of type: Number.Type) -> String {
        "a whole number from \(type.min) to \(type.max)"
    }

    /// Returns the values of an enumeration with raw values: `one of low, high`.
    private static func cases<Choice: CaseIterable>(of type: Choice.Type) -> String? {
        let values = type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        return values.isEmpty ? nil : "one of " + values.joined(separator: ", ")
    }

    /// Returns the values of an enumeration with raw values in stored form; empty for any other type.
    static func choices(of type: Any.Type) -> [PropertyListValue] {
        guard let type = type as? any CaseIterable.Type, type is any RawRepresentable.Type else { return [] }
        return stored(type)
    }

    private static func stored<Choice: CaseIterable>(_ type: Choice.Type) -> [PropertyListValue] {
        type.allCases.compactMap { choice in
            (choice as? any Encodable).flatMap { try? PropertyListValue.encoding($0) } ?? nil
        }
    }
}

/// An optional, whatever is in it.
protocol Wrapping { static var wrapped: Any.Type { get } }
extension Optional: Wrapping { static var wrapped: Any.Type { Wrapped.self } }

/// An array or set, whatever its elements are.
private protocol Listing { static var element: Any.Type { get } }
extension Array: Listing { static var element: Any.Type { Element.self } }
extension Set: Listing { static var element: Any.Type { Element.self } }
