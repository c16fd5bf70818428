// Tags and texts, whatever they stand for.
extension PropertyListParser {
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    func failure(_ reason: String) -> Failure {
        Failure(line: 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }, reason: reason)
    }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    /// Moves behind the next occurrence of `end`.
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

    /// Moves to the next tag or the end, past white space, comments, declarations.
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

    /// The text up to the closing tag, entities and CDATA resolved.
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
