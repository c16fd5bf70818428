/// The order of a letter's address: `%N%n%O%n%A%n%C, %S %Z`.
///
/// N is a person, O an organization, A the street, D a quarter, C the town, S the state, Z the postcode, X a sorting code; `%n` ends
/// a line. What stands between two fields is printed when both are there.
struct PostalOrder: Sendable {
    enum Part: Equatable, Sendable {
        case field(Character)
        case text(String)
    }

    /// The parts of each line.
    let lines: [[Part]]

    init(_ text: String) {
        var lines: [[Part]] = [[]]
        var literal = ""
        func finish() {
            if !literal.isEmpty { lines[lines.count - 1].append(.text(literal)) }
            literal = ""
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "%", let letter = rest.popFirst() else {
                literal.append(character)
                continue
            }
            finish()
            if letter == "n" { lines.append([]) } else { lines[lines.count - 1].append(.field(letter)) }
        }
        finish()
        self.lines = lines.filter { !$0.isEmpty }
    }

    /// The fields in their order.
    var fields: [Character] {
        lines.joined().compactMap { if case .field(let letter) = $0 { letter } else { nil } }
    }

    /// The words between the fields.
    var literals: [String] {
        lines.joined().compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The lines with the fields filled in; a field may have several lines.
    func lines(_ value: (Character) -> String?) -> [String] { lines.compactMap { Self.filled($0, value) } }

    private static func filled(_ line: [Part], _ value: (Character) -> String?) -> String? {
        var text = ""
        var before = ""
        var hasField = false
        for part in line {
            switch part {
            case .text(let literal): before = literal
            case .field(let letter):
                guard let value = value(letter), !value.isEmpty else {
                    // The separator in front of what is missing goes with it; words stay: San Juan PR, SINGAPORE.
                    if isWord(before) { text += hasField ? trimmedEnd(before) : before.trimmedWord }
                    hasField = hasField || isWord(before)
                    before = ""
                    continue
                }
                // A sign of the country or the post in front of the first field belongs to that field.
                let isSaid = !before.isEmpty && value.hasPrefix(before)
                if hasField || !isSeparator(before), !isSaid { text += hasField ? before : trimmedStart(before) }
                text += value
                hasField = true
                before = ""
            }
        }
        if isWord(before) { text += hasField ? trimmedEnd(before) : before.trimmedWord }
        return text.isEmpty ? nil : text
    }

    private static func isSeparator(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == " " || $0 == "," || $0 == "-" || $0 == "/" }
    }

    /// Whether text between fields means something by itself; signs such as `CH-` do not.
    private static func isWord(_ text: String) -> Bool {
        let isApart = text.first == " " && text.last == " "
        return text.count { $0.isLetter } >= (isApart ? 2 : 4)
    }

    private static func trimmedStart(_ text: String) -> String { text.first == " " ? String(text.dropFirst()) : text }

    private static func trimmedEnd(_ text: String) -> String { text.last == " " ? String(text.dropLast()) : text }
}

extension String {
    fileprivate var trimmedWord: String { split(separator: " ").joined(separator: " ") }
}
