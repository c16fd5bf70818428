import FoundationEssentials
import LKGeocoding

/// A public test case: components, and the lines that are expected.
struct AddressCase: Sendable {
    var file: String
    var name: String
    var address: PostalAddress
    var lines: [String]

    /// The cases of a folder of YAML files, in the order of their names.
    static func all(in folder: URL) throws -> [AddressCase] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }.sorted()
            .flatMap { file in
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                return cases(text, file: file)
            }
    }

    /// Reads the little of YAML that the cases use: documents, one mapping of texts, one block of lines.
    static func cases(_ text: String, file: String) -> [AddressCase] {
        var cases: [AddressCase] = []
        var current = AddressCase(file: file, name: "", address: PostalAddress(), lines: [])
        var section = ""
        func finish() {
            if !current.address.isEmpty { cases.append(current) }
            current = AddressCase(file: file, name: "", address: PostalAddress(), lines: [])
            section = ""
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = trimmed(line)
            if words == "---" {
                finish()
            } else if words.isEmpty || words.hasPrefix("#") {
                continue
            } else if line.first != " " {
                let parts = words.split(separator: ":", maxSplits: 1)
                section = trimmed(parts[0])
                if section == "description" { current.name = parts.count > 1 ? trimmed(parts[1]) : "" }
            } else if section == "components" {
                let parts = words.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { continue }
                current.address[.init(rawValue: trimmed(parts[0]))] = unquoted(trimmed(parts[1]))
            } else if section == "expected" {
                current.lines.append(words)
            }
        }
        finish()
        return cases
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, let first = text.first, first == text.last else { return text }
        if first == "'" { return String(text.dropFirst().dropLast()).replacing("''", with: "'") }
        return first == "\"" ? String(text.dropFirst().dropLast()) : text
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = text[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " || text.last == "\r" { text.removeLast() }
        return String(text)
    }
}
