import FoundationEssentials

/// Reads the XML form of property lists.
///
/// Needed because files may be edited by hand, and Foundation's parsers either exhaust the stack or reject wide
/// integers; `Docs/Settings.md` has the figures. External entities are never followed.
struct PropertyListParser {
    /// The error and its line.
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
        guard position == bytes.count else { throw failure("something follows </plist>") }
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
        case .empty(let name): throw failure("<\(name)/> is not a value")
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
        // Files edited by hand may contain indentation and line breaks.
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
        default: throw failure("<\(name)> is not a value")
        }
        throw failure("<\(name)> with a content that does not belong there")
    }
}

// Parses tags and text.
extension PropertyListParser {
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    func failure(_ reason: String) -> Failure {
        Failure(line: 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }, reason: reason)
    }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    /// Skips to the position after the next occurrence of `end`.
    private mutating func skip(past end: StaticString) throws(Failure) {
        while position < bytes.count {
            if isNext(end) {
                position += end.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw failure("the file ends too soon")
    }

    /// Skips white space, comments and declarations up to the next tag or the end.
    mutating func skipToMarkup() throws(Failure) {
        while position < bytes.count {
            if Self.isSpace(bytes[position]) {
                position += 1
            } else if isNext("<!--") {
                try skip(past: "-->")
            } else if isNext("<?") {
                try skip(past: "?>")
            } else if isNext("<!DOCTYPE") {
                let begin = position
                try skip(past: ">")
                guard !bytes[begin..<position].contains(UInt8(ascii: "[")) else {
                    throw failure("declarations of its own, which are not read")
                }
            } else {
                return
            }
        }
    }

    mutating func tag() throws(Failure) -> Tag {
        try skipToMarkup()
        guard position < bytes.count else { throw failure("the file ends too soon") }
        guard bytes[position] == UInt8(ascii: "<") else { throw failure("text outside of any value") }
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
            throw failure("the file ends too soon")
        }
        var content = bytes[position + 1..<end]
        let isClosing = content.first == UInt8(ascii: "/")
        if isClosing { content.removeFirst() }
        let isEmpty = !isClosing && content.last == UInt8(ascii: "/")
        if isEmpty { content.removeLast() }
        let name = content.prefix { !Self.isSpace($0) }
        guard !name.isEmpty, name.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
            throw failure("a tag that no property list has")
        }
        position = end + 1
        let word = String(decoding: name, as: UTF8.self)
        return isClosing ? .closing(word) : isEmpty ? .empty(word) : .opening(word)
    }

    /// Returns the text up to the closing tag, with entities and CDATA resolved.
    mutating func text(until name: String) throws(Failure) -> String {
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
                content.append(byte)
                position += 1
            } else if isNext("<![CDATA[") {
                let begin = position + 9
                try skip(past: "]]>")
                content += bytes[begin..<max(begin, position - 3)]
            } else if isNext("<!--") {
                try skip(past: "-->")
            } else if byte == UInt8(ascii: "<") {
                guard try tag() == .closing(name) else { throw failure("expected </\(name)>") }
                guard let text = String(validating: content, as: UTF8.self) else { throw failure("no valid UTF-8") }
                return text
            } else {
                content += try entity()
            }
        }
        throw failure("the file ends too soon")
    }

    private mutating func entity() throws(Failure) -> [UInt8] {
        guard let end = bytes[position...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
            throw failure("an & that begins no entity")
        }
        let name = String(decoding: bytes[position + 1..<end], as: UTF8.self)
        position = end + 1
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst(1)) : nil
            guard let scalar = number.flatMap(Unicode.Scalar.init) else { throw failure("&\(name); is unknown") }
            return Array(String(scalar).utf8)
        }
    }
}
