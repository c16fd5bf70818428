import FoundationEssentials

/// Converts reports of other programs to the form that libgps needs.
enum ReportText {
    /// Formats a report as gpsd would: no white space between tokens, the class first, unescaped letters, and without
    /// null members and nested objects, which libgps cannot read.
    ///
    /// - Parameter text: The line, with optional surrounding white space.
    /// - Returns: The null-terminated line; `nil` when it is not a JSON object with a class.
    static func canonical(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = text.firstIndex(where: { !isBlank($0) }), text[first] == UInt8(ascii: "{"),
            let last = text.lastIndex(where: { !isBlank($0) }), text[last] == UInt8(ascii: "}"),
            let members = try? JSONDecoder().decode([String: Value].self, from: Data(text[first...last])),
            case .text(let kind)? = members["class"]
        else { return nil }
        var line = #"{"class":"# + Value.quoted(kind)
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where name != "class" {
            if case .object = value { continue }
            if let value = value.text { line += ",\(Value.quoted(name)):\(value)" }
        }
        return Array((line + "}").utf8) + [0]
    }

    private indirect enum Value: Decodable {
        case null
        case bool(Bool)
        case number(Double)
        case text(String)
        case list([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([Value].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }

        /// `nil` for null.
        var text: String? {
            switch self {
            case .null: return nil
            case .bool(let value): return "\(value)"
            case .number(let value):
                let whole = Int(exactly: value)
                return whole.map { "\($0)" } ?? "\(value)"
            case .text(let value): return Self.quoted(value)
            case .list(let values): return "[" + values.compactMap(\.text).joined(separator: ",") + "]"
            case .object(let members):
                let known = members.sorted { $0.key < $1.key }.compactMap { name, value in
                    value.text.map { "\(Self.quoted(name)):\($0)" }
                }
                return "{" + known.joined(separator: ",") + "}"
            }
        }

        /// Returns a quoted text, with spaces for control characters and what libgps would have to decode.
        static func quoted(_ text: String) -> String {
            var quoted = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"", "\\": quoted += "\\\(scalar)"
                case _ where scalar.properties.generalCategory == .control: quoted += " "
                default: quoted.unicodeScalars.append(scalar)
                }
            }
            return quoted + "\""
        }
    }
}
