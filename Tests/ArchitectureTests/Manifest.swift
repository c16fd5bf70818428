import FoundationEssentials

/// What Package.swift says of its targets, read as a text: asking SwiftPM would take seconds and its lock.
struct Manifest {
    /// A target of the package.
    struct Target {
        var name: String
        /// `target`, `executableTarget`, `testTarget` or `systemLibrary`.
        var kind: String
        var dependencies: [String]
        /// Its folder in the package; `nil` if that follows from its name.
        var path: String?
    }

    /// In the order of the file.
    var targets: [Target] = []

    init(_ text: String) {
        // Comments are lines of their own.
        let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        var rest = lines.joined(separator: "\n")[...]
        let kinds = ["target", "executableTarget", "testTarget", "systemLibrary"]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            guard let kind = kinds.first(where: { rest.hasPrefix("\($0)(name:") || rest.hasPrefix("\($0)(\n") }),
                let open = rest.firstIndex(of: "(")
            else { continue }
            let call = Self.inside(rest[open...])
            let names = Self.strings(Self.argument("name", of: call))
            let dependencies = Self.strings(Self.argument("dependencies", of: call))
            let path = Self.strings(Self.argument("path", of: call)).first
            if let name = names.first {
                targets.append(Target(name: name, kind: kind, dependencies: dependencies, path: path))
            }
        }
    }

    subscript(name: String) -> Target? { targets.first { $0.name == name } }

    /// What is between a parenthesis and the one that closes it.
    private static func inside(_ text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return text[text.index(after: text.startIndex)..<index] }
        }
        return text
    }

    /// The string or the array behind a label.
    private static func argument(_ label: String, of call: Substring) -> Substring {
        guard let start = call.firstRange(of: "\(label):")?.upperBound else { return "" }
        let value = call[start...].drop { $0 == " " || $0 == "\n" }
        let end = value.first == "[" ? value.firstIndex(of: "]") : value.dropFirst().firstIndex(of: "\"")
        return value[..<(end.map { value.index(after: $0) } ?? value.endIndex)]
    }

    private static func strings(_ text: Substring) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
