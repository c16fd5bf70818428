import FoundationEssentials

/// Reads the XML form of property lists.
///
/// Our own because it reads what anybody may have edited, and Foundation's readers either exhaust the stack or refuse wide
/// integers; `Docs/Settings.md` has the figures. External entities are never followed.
struct PropertyListParser {
    /// What is wrong, and in which line.
    struct Failure: Error, Equatable {
        var line: Int
        var reason: String
    }

    enum Tag: Equatable { case opening(String), closing(String), empty(String) }

    let bytes: [UInt8]
    var position = 0

    static func parse(_ data: Data) throws(Failure) -> PropertyListValue {
        var parser = PropertyListParser(bytes: Array(data))
        return try parser.document()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func document() throws(Failure) -> PropertyListValue {
        if bytes.starts(with: Array("bplist".utf8)) {
            throw Failure(line: 1, reason: "a binary property list; only the XML form is read")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let first = try tag()
        guard first == .opening("plist") else { throw failure("does not begin with <plist>") }
        let value = try value(try tag(), depth: 0)
        guard try tag() == .closing("plist") else { throw failure("expected </plist>") }
        try skipToMarkup()
        guard position == bytes.count else { throw failure("there is more behind </plist>") }
        return value
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(Failure) -> PropertyListValue {
        guard depth < PropertyListValue.depth else {
            throw failure("more than \(PropertyListValue.depth) values within each other")
        }
        switch tag {
        case .empty("true"): return .boolean(true)
        case .empty("false"): return .boolean(false)
        case .empty("string"): return .string("")
        case .empty("data"): return .data(Data())
        case .empty("array"): return .array([])
        case .empty("dict"): return .dictionary([:])
        case .opening("array"): return .array(try array(depth: depth))
        case .opening("dict"): return .dictionary(try dictionary(depth: depth))
        case .opening(let name): return try scalar(name)
        case .empty(let name): throw failure("<\(name)/> is no value")
        case .closing(let name): throw failure("</\(name)> without a beginning")
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> [PropertyListValue] {
        var items: [PropertyListValue] = []
        while true {
            let next = try tag()
            if next == .closing("array") { return items }
            items.append(try value(next, depth: depth + 1))
        }
    }

    private mutating func dictionary(depth: Int) throws(Failure) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        while true {
            switch try tag() {
            case .closing("dict"): return members
            case .empty("key"): members[""] = try value(try tag(), depth: depth + 1)
            case .opening("key"):
                let key = try text(until: "key")
                members[key] = try value(try tag(), depth: depth + 1)
            default: throw failure("expected <key> or </dict>")
            }
        }
    }

    private static func trimmed(_ text: String) -> String {
        let begin = text.utf8.drop { isSpace($0) }
        guard let last = begin.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(Substring(begin[...last]))
    }

    private mutating func scalar(_ name: String) throws(Failure) -> PropertyListValue {
        let text = try text(until: name)
        if name == "string" { return .string(text) }
        // People indent and break lines; other readers take that too.
        let content = Self.trimmed(text)
        switch name {
        case "true" where content.isEmpty: return .boolean(true)
        case "false" where content.isEmpty: return .boolean(false)
        case "integer":
            if let number = Int128(content) { return .integer(number) }
            if content.hasPrefix("0x"), let number = Int128(content.dropFirst(2), radix: 16) { return .integer(number) }
        case "real":
            if let number = Double(content) { return .real(number) }
        case "date":
            if let date = PropertyListDate.date(content.utf8) { return .date(date) }
        case "data":
            // Foundation wraps long data and indents it.
            if let data = Data(base64Encoded: Data(content.utf8.filter { !Self.isSpace($0) })) { return .data(data) }
        default: throw failure("<\(name)> is no value")
        }
        throw failure("<\(name)> with a content that does not belong there")
    }
}
