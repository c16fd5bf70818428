/// Compiles a pattern to the steps that match it.
///
/// Nesting and repetition are bounded, since the pattern may come from a damaged file.
struct TextPatternParser {
    typealias Step = TextPattern.Step

    /// The number of capturing groups so far.
    private(set) var groups = 0

    private var rest: Substring.UnicodeScalarView
    private static let maximumDepth = 16
    private static let maximumRepetitions = 64
    private static let maximumSteps = 20_000

    init(_ text: String) { rest = text.unicodeScalars[...] }

    /// Returns the program for the whole pattern; `nil` when it is invalid.
    mutating func program() -> [Step]? {
        guard let body = alternatives(depth: 0), rest.isEmpty else { return nil }
        // The start is saved after the anchor that firstMatch looks for, if there is one.
        return [.save(0)] + Self.moved(body, by: 1) + [.save(1), .match]
    }

    private mutating func alternatives(depth: Int) -> [Step]? {
        guard depth <= Self.maximumDepth, let first = sequence(depth: depth) else { return nil }
        var branches = [first]
        while rest.first == "|" {
            rest.removeFirst()
            guard let branch = sequence(depth: depth) else { return nil }
            branches.append(branch)
        }
        // Built from the right, so that each branch is tried before all later ones.
        var steps = branches.removeLast()
        while let previous = branches.popLast() { steps = Self.choice(previous, steps) }
        return steps.count <= Self.maximumSteps ? steps : nil
    }

    private mutating func sequence(depth: Int) -> [Step]? {
        var steps: [Step] = []
        while let scalar = rest.first, scalar != "|", scalar != ")" {
            guard let atom = atom(depth: depth), let repeated = repeated(atom) else { return nil }
            steps += Self.moved(repeated, by: steps.count)
            guard steps.count <= Self.maximumSteps else { return nil }
        }
        return steps
    }

    private mutating func atom(depth: Int) -> [Step]? {
        let scalar = rest.removeFirst()
        switch scalar {
        case "^": return [.start]
        case "$": return [.end]
        case ".": return [.set(ScalarSet(.any))]
        case "[": return set().map { [.set($0)] }
        case "(": return group(depth: depth)
        case "\\":
            guard let escaped = rest.popFirst() else { return nil }
            if escaped == "b" { return [.wordBoundary] }
            if let kind = Self.kind(escaped) { return [.set(ScalarSet(kind))] }
            return [.scalar(Self.plain(escaped))]
        case "*", "+", "?", "{": return nil
        default: return [.scalar(scalar)]
        }
    }

    private mutating func group(depth: Int) -> [Step]? {
        var number: Int?
        if rest.starts(with: "?:".unicodeScalars) {
            rest = rest.dropFirst(2)
        } else {
            groups += 1
            number = groups
        }
        guard groups <= 9, let body = alternatives(depth: depth + 1), rest.popFirst() == ")" else { return nil }
        guard let number else { return body }
        return [.save(2 * number)] + Self.moved(body, by: 1) + [.save(2 * number + 1)]
    }

    private mutating func set() -> ScalarSet? {
        var set = ScalarSet()
        if rest.first == "^" {
            rest.removeFirst()
            set.isNegated = true
        }
        while let scalar = rest.popFirst() {
            if scalar == "]" { return set }
            var first = scalar
            if scalar == "\\" {
                guard let escaped = rest.popFirst() else { return nil }
                if let kind = Self.kind(escaped) {
                    set.kinds.append(kind)
                    continue
                }
                first = Self.plain(escaped)
            }
            var last = first
            let next = rest.dropFirst().first
            if rest.first == "-", let next, next != "]", next != "\\" {
                rest = rest.dropFirst(2)
                last = next
            }
            guard first <= last else { return nil }
            set.ranges.append(first...last)
        }
        return nil
    }

    private mutating func repeated(_ atom: [Step]) -> [Step]? {
        guard let (minimum, maximum) = counts() else { return nil }
        guard minimum <= Self.maximumRepetitions, maximum ?? 0 <= Self.maximumRepetitions, minimum <= maximum ?? .max
        else {
            return nil
        }
        guard atom.count * (maximum ?? minimum + 1) <= Self.maximumSteps else { return nil }
        var steps: [Step] = []
        for _ in 0..<minimum { steps += Self.moved(atom, by: steps.count) }
        guard let maximum else {
            let start = steps.count
            steps.append(.fork(first: start + 1, second: start + atom.count + 2))
            steps += Self.moved(atom, by: start + 1)
            steps.append(.jump(start))
            return steps
        }
        let end = steps.count + (maximum - minimum) * (atom.count + 1)
        for _ in minimum..<maximum {
            steps.append(.fork(first: steps.count + 1, second: end))
            steps += Self.moved(atom, by: steps.count)
        }
        return steps
    }

    /// Parses how often the preceding atom may be repeated; once if there is no quantifier.
    private mutating func counts() -> (minimum: Int, maximum: Int?)? {
        switch rest.first {
        case "?": rest.removeFirst(); return (0, 1)
        case "*": rest.removeFirst(); return (0, nil)
        case "+": rest.removeFirst(); return (1, nil)
        case "{":
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let parts = String(rest[..<end].dropFirst()).split(separator: ",", omittingEmptySubsequences: false)
            rest = rest[rest.index(after: end)...]
            guard let first = parts.first, let minimum = Int(first), minimum >= 0, parts.count <= 2 else { return nil }
            guard parts.count == 2 else { return (minimum, minimum) }
            if parts[1].isEmpty { return (minimum, nil) }
            return Int(parts[1]).map { (minimum, $0) }
        default: return (1, 1)
        }
    }

    private static func kind(_ letter: Unicode.Scalar) -> ScalarSet.Kind? {
        switch letter {
        case "d": .digit
        case "w": .word
        case "s": .space
        default: nil
        }
    }

    private static func plain(_ escaped: Unicode.Scalar) -> Unicode.Scalar {
        switch escaped {
        case "n": "\n"
        case "t": "\t"
        default: escaped
        }
    }

    private static func choice(_ first: [Step], _ second: [Step]) -> [Step] {
        let end = first.count + second.count + 2
        return [.fork(first: 1, second: first.count + 2)] + moved(first, by: 1) + [.jump(end)]
            + moved(second, by: first.count + 2)
    }

    /// Returns the steps with their targets moved to another position in the program.
    private static func moved(_ steps: [Step], by distance: Int) -> [Step] {
        steps.map { step in
            switch step {
            case .fork(let first, let second): .fork(first: first + distance, second: second + distance)
            case .jump(let target): .jump(target + distance)
            default: step
            }
        }
    }
}
