/// The value of a field, from which every form of output makes its own text.
package enum OutputValue {
    case text(String)
    /// A number with at most `decimals` decimals; templates show `text` instead if there is one.
    case number(Double, decimals: Int, text: String? = nil)
    /// Degrees of a position: 9 decimals in JSON and CSV, always 6 in templates, as in all text.
    case degrees(Double)
    case count(Int)
    case flag(Bool)
    /// An array in JSON; elsewhere its elements with a separator between them.
    case list([String], separator: String = ",")
    /// An array in JSON; in templates lines.
    case lines([String])
    /// An object of numbers, in JSON alone.
    case counts([(key: String, count: Int)])
    /// An object that is there even if none of its members are known, in JSON alone.
    case object
    /// A gap for a figure that differs between points with the same record: see ``OutputPattern``.
    case gap(OutputGap)
}

/// The numbers of the figures that fill the gap of a field.
package struct OutputGap: Sendable {
    /// How a gap becomes part of an object in JSON.
    package enum Member: Sendable {
        /// The figure is the value of the field.
        case value(UInt8)
        /// The figure is all members of the field's object, each with a comma before it, or nothing.
        case members(UInt8)
        /// The figure of another field includes it.
        case none
    }

    /// The figure in templates and CSV.
    package var text: UInt8
    /// The figure in JSON.
    package var member: Member

    package init(text: UInt8, member: Member) {
        self.text = text
        self.member = member
    }
}

/// One field of a printed record: a line of the record's table.
///
/// Values are absent where they are `nil`: JSON has no such member, CSV an empty field, a template nothing.
package struct OutputField<Values>: Sendable {
    /// Where a field appears.
    package enum Scope: Sendable {
        /// JSON, GeoJSON, templates and help; CSV, if its key has a number there or no key has one.
        case everywhere
        /// JSON and GeoJSON alone.
        case members
        /// Templates and their help.
        case templates
        /// Templates, whose help shows other words for it, and CSV, if its key has a number there.
        case silent
    }

    package var key: OutputKey
    package var scope: Scope
    package var value: Value

    /// Returns the value of a field; `nil` if it is unknown.
    package typealias Value = @Sendable (Values) -> OutputValue?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The path to it in JSON: `place.city`.
    ///   - meaning: What it means, for help.
    ///   - shorthand: Another word that templates take for it, which help shows too.
    ///   - column: Its column in CSV; `nil` for the last part of the name in snake case.
    ///   - csv: Its number among the columns of CSV.
    ///   - listed: Where help and CSV list it, if that is not its place in JSON.
    ///   - scope: Where it appears.
    ///   - value: Returns its value; `nil` if it is unknown.
    package init(
        _ name: String, _ meaning: String, shorthand: String? = nil, column: String? = nil, csv: Int? = nil,
        listed: OutputKey.Listing? = nil, scope: Scope = .everywhere,
        value: @escaping @Sendable (Values) -> OutputValue?
    ) {
        key = OutputKey(name, meaning, shorthand: shorthand, column: column)
        key.columnNumber = csv
        key.listing = listed
        self.scope = scope
        self.value = value
    }

    /// Returns the field of a record that contains the values, such as the city of a photo's place.
    ///
    /// - Parameter part: Returns the values; `nil` if there are none.
    /// - Returns: The field.
    @inlinable package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Values?) -> OutputField<Whole> {
        let value = value
        var field = OutputField<Whole>(key.name, key.meaning) { whole in part(whole).flatMap(value) }
        field.key = key
        field.scope = OutputField<Whole>.Scope(scope)
        return field
    }

    /// Returns the same field with its own position in help and among the columns of CSV.
    ///
    /// - Parameters:
    ///   - listed: Where help lists it.
    ///   - csv: Its number among the columns of CSV.
    ///   - scope: Where it appears; `nil` for the same as before.
    /// - Returns: The field.
    package func with(listed: OutputKey.Listing? = nil, csv: Int? = nil, scope: Scope? = nil) -> OutputField {
        var field = self
        field.key.listing = listed
        field.key.columnNumber = csv
        if let scope { field.scope = scope }
        return field
    }
}

extension OutputField.Scope {
    @usableFromInline init<Other>(_ scope: OutputField<Other>.Scope) {
        self =
            switch scope {
            case .everywhere: .everywhere
            case .members: .members
            case .templates: .templates
            case .silent: .silent
            }
    }
}

extension OutputField {
    /// Returns a field with a text or a word.
    @inlinable package static func text(
        _ name: String, _ meaning: String, shorthand: String? = nil, column: String? = nil, csv: Int? = nil,
        listed: OutputKey.Listing? = nil, scope: Scope = .everywhere, _ value: @escaping @Sendable (Values) -> String?
    ) -> OutputField {
        OutputField(name, meaning, shorthand: shorthand, column: column, csv: csv, listed: listed, scope: scope) {
            value($0).map { .text($0) }
        }
    }

    /// Returns a field with a number of at most 3 decimals, or as many as are given; one that is not finite is unknown.
    @inlinable package static func number(
        _ name: String, _ meaning: String, decimals: Int = 3, shorthand: String? = nil, column: String? = nil,
        csv: Int? = nil, listed: OutputKey.Listing? = nil, _ value: @escaping @Sendable (Values) -> Double?
    ) -> OutputField {
        OutputField(name, meaning, shorthand: shorthand, column: column, csv: csv, listed: listed) {
            value($0).flatMap { $0.isFinite ? .number($0, decimals: decimals) : nil }
        }
    }

    /// Returns a field with the latitude or longitude of a position.
    @inlinable package static func degrees(
        _ name: String, _ meaning: String, csv: Int? = nil, _ value: @escaping @Sendable (Values) -> Double?
    ) -> OutputField {
        OutputField(name, meaning, csv: csv) { value($0).map { .degrees($0) } }
    }

    /// Returns a field with a whole number.
    @inlinable package static func count(
        _ name: String, _ meaning: String, shorthand: String? = nil, column: String? = nil, csv: Int? = nil,
        listed: OutputKey.Listing? = nil, _ value: @escaping @Sendable (Values) -> Int?
    ) -> OutputField {
        OutputField(name, meaning, shorthand: shorthand, column: column, csv: csv, listed: listed) {
            value($0).map { .count($0) }
        }
    }

    /// Returns a field with `true` or `false`.
    @inlinable package static func flag(
        _ name: String, _ meaning: String, listed: OutputKey.Listing? = nil,
        _ value: @escaping @Sendable (Values) -> Bool?
    ) -> OutputField {
        OutputField(name, meaning, listed: listed) { value($0).map { .flag($0) } }
    }

    /// Returns a field with `true`, or without a value where it does not hold.
    @inlinable package static func mark(
        _ name: String, _ meaning: String, listed: OutputKey.Listing? = nil,
        _ holds: @escaping @Sendable (Values) -> Bool
    ) -> OutputField {
        OutputField(name, meaning, listed: listed) { holds($0) ? .flag(true) : nil }
    }

    /// Returns a field with several texts; an empty list is unknown.
    @inlinable package static func list(
        _ name: String, _ meaning: String, shorthand: String? = nil, separator: String = ",",
        listed: OutputKey.Listing? = nil, _ value: @escaping @Sendable (Values) -> [String]
    ) -> OutputField {
        OutputField(name, meaning, shorthand: shorthand, listed: listed) {
            let texts = value($0)
            return texts.isEmpty ? nil : .list(texts, separator: separator)
        }
    }
}

extension OutputValue {
    /// Appends the value as templates have it; their own cleaning of texts follows.
    package func appendText(to bytes: inout [UInt8]) {
        switch self {
        case .degrees(let degrees): NumberText.appendFixed(degrees, decimals: 6, to: &bytes)
        case .number(_, _, let text?): bytes += text.utf8
        case .lines(let lines): bytes += lines.map(ForeignText.clean).joined(separator: "\n").utf8
        default: appendPlain(to: &bytes)
        }
    }

    /// Appends the value as a field of a table.
    package func appendCell(of table: TableSyntax, to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): table.append(text, to: &bytes)
        case .list(let texts, let separator): table.append(texts.joined(separator: separator), to: &bytes)
        case .lines(let lines): table.append(lines.joined(separator: ","), to: &bytes)
        default: appendPlain(to: &bytes)
        }
    }

    private func appendPlain(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes += text.utf8
        case .number(let number, let decimals, _): NumberText.append(number, decimals: decimals, to: &bytes)
        case .degrees(let degrees): NumberText.append(degrees, decimals: 9, to: &bytes)
        case .count(let count): bytes += String(count).utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .list(let texts, let separator): bytes += texts.joined(separator: separator).utf8
        case .gap(let gap): OutputPattern.appendGap(figure: gap.text, to: &bytes)
        case .lines, .counts, .object: break
        }
    }

    /// Writes the value as the next one of JSON.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.value(text)
        case .number(let number, let decimals, _): writer.value(number, decimals: decimals)
        case .degrees(let degrees): writer.value(degrees, decimals: 9)
        case .list(let texts, _), .lines(let texts): writer.array { for text in texts { $0.value(text) } }
        case .counts(let counts): writer.object { for (key, count) in counts { $0.member(key, count) } }
        case .count, .flag: writer.raw { appendPlain(to: &$0) }
        case .gap(let gap):
            if case .value(let figure) = gap.member {
                writer.raw { OutputPattern.appendGap(figure: figure, to: &$0) }
            }
        case .object: writer.object { _ in }
        }
    }
}
