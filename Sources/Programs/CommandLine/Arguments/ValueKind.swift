package import LKGeocoding

/// A kind of values that options take: their placeholder and completions, and how they are read from text and shown.
package struct ValueKind<Value: Sendable>: Sendable {
    package let argument: OptionDescription.Argument
    /// Returns a value as typed on a command line, which is how help and settings show a default.
    package let encode: @Sendable (Value) -> String
    private let decode: @Sendable (String) throws(ValueProblem) -> Value

    /// Creates a kind with a placeholder.
    ///
    /// - Parameters:
    ///   - placeholder: The value in help: `FILE`.
    ///   - completion: What a shell offers.
    ///   - encode: Returns a default as typed on a command line.
    ///   - decode: Reads a value, or throws what is wrong with it.
    package init(
        _ placeholder: String, completion: Completion = .nothing,
        encode: @escaping @Sendable (Value) -> String = { "\($0)" },
        decode: @escaping @Sendable (String) throws(ValueProblem) -> Value
    ) {
        argument = .value(placeholder, completion)
        self.encode = encode
        self.decode = decode
    }

    /// Creates a kind whose values are a few words, which are also the placeholder: `text|json`.
    ///
    /// - Parameters:
    ///   - words: The words, made when they are needed.
    ///   - encode: Returns the word of a value.
    ///   - decode: Returns the value of one of the words.
    package init(
        words: @escaping @Sendable () -> [String], encode: @escaping @Sendable (Value) -> String,
        decode: @escaping @Sendable (String) -> Value?
    ) {
        argument = .words(words)
        self.encode = encode
        self.decode = { text throws(ValueProblem) in
            let words = words()
            if words.contains(text), let value = decode(text) { return value }
            let hint = Suggestion.nearest(to: text, in: words).map { "; did you mean \($0)?" } ?? ""
            throw .expected("one of \(words.joined(separator: ", "))\(hint)")
        }
    }

    /// Reads a value of an option.
    ///
    /// - Parameters:
    ///   - text: The value as given.
    ///   - option: The option, for the message.
    /// - Returns: The value.
    /// - Throws: A usage error that names the option, its value and what is expected.
    package func decode(_ text: String, of option: OptionDescription) throws(ToolError) -> Value {
        do throws(ValueProblem) { return try decode(text) } catch { throw error.error(for: text, of: option) }
    }
}

/// Why an option does not take a value.
package struct ValueProblem: Error, Equatable {
    /// What message shows of the value.
    package enum Shown: Equatable {
        case value
        /// Another text in its place, such as an address without its password.
        case text(String)
        case nothing
    }

    /// The end of the message: `expected a number of seconds`.
    package var text: String
    /// How the message shows the value.
    package var shown = Shown.value

    package init(text: String, shown: Shown = Shown.value) {
        self.text = text
        self.shown = shown
    }

    /// Returns the problem of a value in the wrong form.
    ///
    /// - Parameters:
    ///   - form: What is expected: `a number of seconds, such as 30`.
    ///   - shown: How the message shows the value.
    /// - Returns: The problem.
    package static func expected(_ form: String, shown: Shown = .value) -> ValueProblem {
        ValueProblem(text: "expected \(form)", shown: shown)
    }

    /// Returns the usage error: `--timeout x: expected a number of seconds`.
    fileprivate func error(for value: String, of option: OptionDescription) -> ToolError {
        let words: String? =
            switch shown {
            case .value: value
            case .text(let text): text
            case .nothing: nil
            }
        return .usage("--\(option.name)\(words.map { $0.isEmpty ? " ''" : " " + $0 } ?? ""): \(text)")
    }
}

extension ValueKind where Value == Double {
    /// Returns a number within limits.
    ///
    /// - Parameters:
    ///   - placeholder: The value in help.
    ///   - range: The limits.
    ///   - form: What is expected: `a number of metres, such as 100`.
    /// - Returns: The kind.
    package static func number(_ placeholder: String, in range: ClosedRange<Double>, expected form: String) -> ValueKind
    {
        ValueKind(placeholder, encode: { NumberText.shortest($0, decimals: 9) }) { text throws(ValueProblem) in
            guard let number = ParsedArguments.number(text), range.contains(number) else { throw .expected(form) }
            return number
        }
    }

    /// A distance in metres, zero or more.
    package static var metres: ValueKind { .number("M", in: 0...1e8, expected: "a number of metres, such as 100") }
}

extension ValueKind where Value == Duration {
    /// A span of time in seconds, fractions allowed.
    package static var seconds: ValueKind { .seconds("30 or 2.5") }

    /// Returns the kind of time spans in seconds, fractions allowed.
    ///
    /// - Parameters:
    ///   - example: What the message of a wrong value gives as an example.
    ///   - maximum: The longest span, in seconds: a hundred years, far below the overflow of durations.
    /// - Returns: The kind.
    package static func seconds(_ example: String, upTo maximum: Double = 3.2e9) -> ValueKind {
        let numbers = ValueKind<Double>.number(
            "S", in: 0...maximum, expected: "a number of seconds, such as \(example)")
        return ValueKind("S", encode: { numbers.encode($0 / .seconds(1)) }) { text throws(ValueProblem) in
            .seconds(try numbers.decode(text))
        }
    }
}

extension ValueKind where Value == Int {
    /// Returns the kind of whole numbers of at least `minimum`.
    ///
    /// - Parameters:
    ///   - minimum: The least number.
    ///   - form: What is expected: `a number of updates, 1 or more`.
    /// - Returns: The kind.
    package static func count(from minimum: Int, expected form: String) -> ValueKind {
        ValueKind("N") { text throws(ValueProblem) in
            guard let number = Int(text), number >= minimum else { throw .expected(form) }
            return number
        }
    }
}

extension ValueKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// Returns the kind of values that are words of a type.
    package static func choice(_: Value.Type = Value.self) -> ValueKind { .choice(among: Array(Value.allCases)) }

    /// Returns the kind of values that are some words of a type.
    package static func choice(among values: @autoclosure @escaping @Sendable () -> [Value]) -> ValueKind {
        ValueKind(words: { values().map(\.rawValue) }, encode: \.rawValue, decode: { Value(rawValue: $0) })
    }
}

extension ValueKind where Value == String {
    /// Returns the kind of values from a list of words, which is made when it is needed.
    package static func words(_ words: @autoclosure @escaping @Sendable () -> [String]) -> ValueKind {
        ValueKind(words: words, encode: \.self, decode: { $0 })
    }

    /// Returns the kind of any text.
    package static func text(_ placeholder: String, completion: Completion = .nothing) -> ValueKind {
        ValueKind(placeholder, completion: completion) { text throws(ValueProblem) in text }
    }

    /// Returns a text that is not empty.
    ///
    /// - Parameters:
    ///   - placeholder: The value in help.
    ///   - form: What is expected: `the path of a file`.
    ///   - completion: What a shell offers.
    /// - Returns: The kind.
    package static func text(_ placeholder: String, expected form: String, completion: Completion = .nothing)
        -> ValueKind
    {
        ValueKind(placeholder, completion: completion) { text throws(ValueProblem) in
            guard !text.isEmpty else { throw .expected(form) }
            return text
        }
    }

    /// Returns the kind of paths of files or folders, `-` allowed.
    package static func path(_ placeholder: String = "FILE", completion: Completion = .files) -> ValueKind {
        .text(placeholder, expected: "the path of a file", completion: completion)
    }
}

extension ValueKind where Value == String {
    /// `true` or `false` for an option without a value, which a setting may have switched on.
    package static var `switch`: ValueKind {
        ValueKind("") { text throws(ValueProblem) in
            guard ["true", "false"].contains(text) else { throw .expected("true or false") }
            return text
        }
    }
}

extension Option where Value == [LanguageTag]? {
    /// Returns the option `--language` of a command, which can be set in the settings.
    ///
    /// - Parameter what: What the languages are those of: `the names`.
    /// - Returns: The option; no value leaves it to the environment.
    package static func languages(of what: String) -> Option {
        Option(
            "language", .languages, "languages of \(what), in order of preference (default: settings, then environment)"
        )
        .settable()
    }
}

extension ValueKind where Value == [LanguageTag] {
    /// Language tags (BCP 47) separated by commas, best first.
    package static var languages: ValueKind<[LanguageTag]> { .languages("TAG[,TAG]") }

    /// Returns the kind of lists of languages, with its own placeholder.
    package static func languages(_ placeholder: String) -> ValueKind {
        ValueKind(placeholder) { text throws(ValueProblem) in
            guard let tags = LanguageTag.list(text) else {
                throw .expected("a language tag, such as en, ja or zh-Hant, or several: ja,en")
            }
            return tags
        }
    }
}
