/// JSON values one by one from a stream, each with the bytes it was written in, in constant memory.
///
/// It recognizes only brackets and strings; ``JSONSlices`` checks whether a value is JSON.
package struct JSONValueStream {
    /// One value.
    package struct Value: Sendable {
        /// The line it begins on, from 1.
        package var line: Int
        /// Its bytes.
        package var bytes: [UInt8]

        package init(line: Int, bytes: [UInt8]) {
            self.line = line
            self.bytes = bytes
        }
    }

    private var stream: ByteStream
    /// The name of the file in messages.
    package let name: String
    /// What to do about a file that is something else, for the end of errors.
    private let advice: String

    package init(_ stream: ByteStream, name: String, advice: String) {
        self.stream = stream
        self.name = name
        self.advice = advice
    }

    /// The line of the next byte, from 1.
    package var line: Int { stream.line }

    /// Whether a value, or its beginning, is there without reading more, which may mean waiting.
    package var hasBufferedValue: Bool { stream.bufferedBytes.contains { $0 > 0x20 && $0 != UInt8(ascii: ",") } }

    /// Returns the error for a text that is not what was expected.
    package func wrong(_ what: String) -> ToolError {
        ToolError(.dataError, "\(name):\(stream.line): \(what); \(advice)")
    }

    /// Returns the next byte without consuming it, or `nil` at the end.
    package mutating func peek() throws(ToolError) -> UInt8? { try stream.peek() }

    /// Consumes the next byte; returns `nil` at the end.
    package mutating func next() throws(ToolError) -> UInt8? { try stream.next() }

    package mutating func skipSpace() throws(ToolError) {
        // 0x1E is RFC 8142's record separator; the others are a byte order mark.
        while let byte = try stream.peek(), byte <= 0x20 || [0xEF, 0xBB, 0xBF].contains(byte) { _ = try stream.next() }
    }

    /// Reads the bytes of one value, counting brackets and skipping strings.
    ///
    /// - Throws: ``ExitCode/dataError`` where the file ends within it, and for one longer than 64 MiB.
    package mutating func readValue() throws(ToolError) -> [UInt8] {
        var bytes: [UInt8] = []
        var depth = 0
        var isQuoted = false
        while let byte = try stream.peek() {
            if !isQuoted, depth == 0, !bytes.isEmpty, byte <= 0x20 || ",:]}".utf8.contains(byte) { return bytes }
            _ = try stream.next()
            guard bytes.count < 1 << 26 else { throw wrong("a value is longer than 64 MiB") }
            bytes.append(byte)
            if isQuoted {
                if byte == UInt8(ascii: "\\") {
                    if let escaped = try stream.next() { bytes.append(escaped) }
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted = false
                    if depth == 0 { return bytes }
                }
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
                if depth == 0 { return bytes }
                guard depth > 0 else { throw wrong("a bracket closes that never opened") }
            }
        }
        guard depth == 0, !isQuoted, !bytes.isEmpty else { throw wrong("the file ends inside a value") }
        return bytes
    }
}
