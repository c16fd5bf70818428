/// A regular expression with the syntax that the address data uses; Foundation's engine takes too long to start.
///
/// Letters, `.`, classes (`[^,]`, `\d`, `\w`, `\s`), groups, alternatives, `?`, `*`, `+`, `{n,m}`, `^`, `$`, `\b`. As
/// in Perl, `$` also matches before a final newline. The number of steps is bounded, so no text makes it hang.
struct TextPattern: Sendable {
    /// An instruction of the compiled pattern.
    enum Step: Sendable {
        case scalar(Unicode.Scalar)
        case set(ScalarSet)
        case start
        case end
        case wordBoundary
        /// Continues at `first`, and at `second` when that fails.
        case fork(first: Int, second: Int)
        case jump(Int)
        case save(Int)
        case match
    }

    /// The ranges of a match and its groups.
    struct Match {
        /// Starts and ends, beginning with the whole match; -1 for a group that did not participate.
        var marks: [Int]

        func range(_ group: Int) -> Range<Int>? {
            guard 2 * group + 1 < marks.count, marks[2 * group] >= 0, marks[2 * group + 1] >= marks[2 * group] else {
                return nil
            }
            return marks[2 * group]..<marks[2 * group + 1]
        }
    }

    /// More steps than any reasonable text needs.
    private static let maximumSteps = 50_000

    private let steps: [Step]
    private let groups: Int
    /// The first character of every match, if there is only one; used to skip most texts.
    private let firstScalar: Unicode.Scalar?
    private let isAnchored: Bool

    /// Creates a pattern by compiling a text; returns `nil` when it is invalid or unsupported.
    init?(_ text: String) {
        var parser = TextPatternParser(text)
        guard let steps = parser.program() else { return nil }
        self.steps = steps
        groups = parser.groups
        // The first step saves the start; an anchor comes second.
        isAnchored = if case .start = steps[1] { true } else { false }
        firstScalar = if case .scalar(let scalar) = steps[isAnchored ? 2 : 1] { scalar } else { nil }
    }

    /// Finds the first match.
    func firstMatch(in text: [Unicode.Scalar]) -> Match? {
        var budget = Self.maximumSteps
        for start in 0...(isAnchored ? 0 : text.count) {
            if let firstScalar, start == text.count || text[start] != firstScalar { continue }
            if let match = match(text, at: start, budget: &budget) { return match }
            if budget <= 0 { return nil }
        }
        return nil
    }

    /// Returns whether the pattern matches the whole text.
    func matchesWhole(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var budget = Self.maximumSteps
        return match(scalars, at: 0, mustReachEnd: true, budget: &budget) != nil
    }

    /// Returns the text with the first match replaced.
    ///
    /// In the replacement, a dollar sign and a digit refer to a group.
    func replacingFirst(in text: String, with replacement: String) -> String {
        if let firstScalar {
            let view = text.unicodeScalars
            guard isAnchored ? view.first == firstScalar : view.contains(firstScalar) else { return text }
        }
        let scalars = Array(text.unicodeScalars)
        guard let match = firstMatch(in: scalars), let whole = match.range(0) else { return text }
        var result = String.UnicodeScalarView(scalars[..<whole.lowerBound])
        var rest = replacement.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "$", let digit = rest.first, let group = Int(String(digit)), (1...9).contains(group) {
                rest.removeFirst()
                if let range = match.range(group) { result.append(contentsOf: scalars[range]) }
            } else {
                result.append(scalar)
            }
        }
        result.append(contentsOf: scalars[whole.upperBound...])
        return String(result)
    }

    private func match(
        _ text: [Unicode.Scalar], at start: Int, mustReachEnd: Bool = false, budget: inout Int
    ) -> Match? {
        var threads = [(step: 0, position: start, marks: [Int](repeating: -1, count: 2 * (groups + 1)))]
        while var (step, position, marks) = threads.popLast() {
            thread: while true {
                budget -= 1
                guard budget > 0 else { return nil }
                switch steps[step] {
                case .scalar(let scalar):
                    guard position < text.count, text[position] == scalar else { break thread }
                    position += 1
                case .set(let set):
                    guard position < text.count, set.contains(text[position]) else { break thread }
                    position += 1
                case .start: guard position == 0 else { break thread }
                case .end:
                    let isEnd = position == text.count || position == text.count - 1 && text[position] == "\n"
                    guard isEnd else { break thread }
                case .wordBoundary:
                    let before = position > 0 && ScalarSet.isWord(text[position - 1])
                    let after = position < text.count && ScalarSet.isWord(text[position])
                    guard before != after else { break thread }
                case .fork(let first, let second):
                    threads.append((second, position, marks))
                    step = first
                    continue
                case .jump(let target):
                    step = target
                    continue
                case .save(let mark): marks[mark] = position
                case .match:
                    if mustReachEnd, position < text.count { break thread }
                    return Match(marks: marks)
                }
                step += 1
            }
        }
        return nil
    }
}

/// A character class in a ``TextPattern``.
struct ScalarSet: Sendable {
    /// The kinds of characters with an escape sequence.
    enum Kind: Sendable {
        case digit
        case word
        case space
        /// Everything except a newline.
        case any
    }

    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var kinds: [Kind] = []
    var isNegated = false

    init() {}

    init(_ kind: Kind) { kinds = [kind] }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember = ranges.contains { $0.contains(scalar) } || kinds.contains { Self.contains($0, scalar) }
        return isMember != isNegated
    }

    /// Returns whether it is a word character: a letter, mark or digit of any script, or the underscore.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        case 0..<0x80: false
        default:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
                true
            default: false
            }
        }
    }

    private static func contains(_ kind: Kind, _ scalar: Unicode.Scalar) -> Bool {
        switch kind {
        case .digit: return ("0"..."9").contains(scalar)
        case .word: return isWord(scalar)
        case .space: return scalar.properties.isWhitespace
        case .any: return scalar != "\n"
        }
    }
}
