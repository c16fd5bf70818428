/// An option of a command: one declaration that is its type, its default, its help and how it is read.
///
/// ```swift
/// static let accuracy = Option("accuracy", .metres, default: 100, "stop once the accuracy is M metres or better").settable()
/// …
/// accuracy = try arguments[Self.accuracy]
/// ```
///
/// A command lists its options in ``CommandDescription/declarations``; to read another one is a programming error, which stops a
/// debug build. Without a default the value is optional.
package struct Option<Value: Sendable>: OptionDeclaration {
    package private(set) var description: OptionDescription
    /// The value if neither the command line nor the settings say anything.
    package let `default`: Value
    private let decode: @Sendable (OptionText) throws(ToolError) -> Value

    /// Creates an option with a default.
    ///
    /// - Parameters:
    ///   - name: The long name without dashes.
    ///   - kind: What values it takes.
    ///   - usual: The default.
    ///   - help: What it does: a phrase without a capital letter and full stop.
    package init(_ name: String, _ kind: ValueKind<Value>, default usual: Value, _ help: OptionHelp) {
        let description = OptionDescription(name, kind.argument, help, usual: { kind.encode(usual) })
        self.description = description
        self.default = usual
        decode = { text throws(ToolError) in
            guard let value = text.last else { return usual }
            return try kind.decode(value, of: description)
        }
    }

    /// Creates an option without a default.
    ///
    /// - Parameters:
    ///   - name: The long name without dashes.
    ///   - kind: What values it takes.
    ///   - help: What it does: a phrase without a capital letter and full stop.
    package init<Wrapped>(_ name: String, _ kind: ValueKind<Wrapped>, _ help: OptionHelp) where Value == Wrapped? {
        let description = OptionDescription(name, kind.argument, help)
        self.description = description
        self.default = nil
        decode = { text throws(ToolError) in
            guard let value = text.last else { return nil }
            return try kind.decode(value, of: description)
        }
    }

    /// Declares an option that may be repeated, which no setting changes.
    ///
    /// - Parameters:
    ///   - name: The long name without dashes.
    ///   - kind: What values it takes.
    ///   - help: What it does: a phrase without a capital letter and full stop.
    package init<Element>(repeatable name: String, _ kind: ValueKind<Element>, _ help: OptionHelp)
    where Value == [Element] {
        let description = OptionDescription(name, kind.argument, help)
        self.description = description
        self.default = []
        decode = { text throws(ToolError) in
            var values: [Element] = []
            for value in text.given { values.append(try kind.decode(value, of: description)) }
            return values
        }
    }

    package func value(of text: OptionText) throws(ToolError) -> Value { try decode(text) }

    /// Returns the option with a default that `locate settings` can change.
    ///
    /// - Parameter key: The key of the setting; the option's name by default. Needed if another option has the same name but a
    ///   different meaning.
    /// - Returns: The option.
    package func settable(as key: String? = nil) -> Option {
        var copy = self
        copy.description.settingKey = key ?? name
        return copy
    }
}

/// An option without a value.
package typealias Flag = Option<Bool>

extension Option where Value == Bool {
    /// Creates an option without a value.
    ///
    /// - Parameters:
    ///   - name: The long name without dashes.
    ///   - help: What it does: a phrase without a capital letter and full stop.
    package init(_ name: String, _ help: OptionHelp) {
        description = OptionDescription(name, .none, help)
        self.default = false
        decode = { $0.last == OptionText.on }
    }

    /// Declares `--quiet`.
    ///
    /// - Parameters:
    ///   - suppressed: What it suppresses: `progress and notes`.
    ///   - exception: What help adds: a clause after a semicolon.
    /// - Returns: The option, whose default `locate settings` can change.
    package static func quiet(_ suppressed: String, exception: String? = nil) -> Flag {
        let clause = exception.map { "; \($0)" } ?? ""
        return Flag("quiet", "suppress \(suppressed) on standard error, but not errors\(clause)").settable()
    }
}

/// An option of any type, for the lists of commands.
package protocol OptionDeclaration<Value>: Sendable {
    associatedtype Value: Sendable

    var description: OptionDescription { get }

    /// Decodes the value from a command line and the settings.
    ///
    /// - Parameter text: The values as text.
    /// - Returns: The value, or the default.
    /// - Throws: A usage error that names the option, its value and what is expected.
    func value(of text: OptionText) throws(ToolError) -> Value
}

extension OptionDeclaration {
    /// The long name without dashes: `timeout`.
    package var name: String { description.name }
}

/// What a command line and the settings say of one option, as text.
package struct OptionText: Sendable {
    /// The values on the command line, in order; an option without a value has ``on``.
    package var given: [String] = []
    /// The value of the settings.
    package var setting: String?

    /// The value that counts: the last one given, else that of the settings.
    package var last: String? { given.last ?? setting }

    /// The value of an option without a value that is given or switched on.
    package static let on = "true"
}
