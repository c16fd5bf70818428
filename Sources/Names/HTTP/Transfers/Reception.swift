import FoundationEssentials

/// A response being received; libcurl's callbacks write to it on the client's thread.
final class Reception {
    /// Why bytes were refused.
    enum Refusal { case body, head }

    /// Maximum size of all heads in bytes, including interim responses; browsers also accept 256 kB.
    static let maximumHead = 256 << 10

    private(set) var head = ResponseHead()
    private(set) var body = Data()
    private(set) var refusal: Refusal?
    private var headSize = 0
    private var maximumSize = 0
    private var progress: ((HTTPProgress) -> Void)?

    /// Resets for another response.
    func begin(maximumSize: Int, progress: ((HTTPProgress) -> Void)?) {
        head = ResponseHead()
        body = Data()
        refusal = nil
        headSize = 0
        self.maximumSize = maximumSize
        self.progress = progress
    }

    /// Returns the response and resets.
    func end() -> (head: ResponseHead, body: Data) {
        defer { begin(maximumSize: 0, progress: nil) }
        return (head, body)
    }

    /// Appends a line of a head; `false` when heads are too large.
    func appendHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
        headSize += line.count
        guard headSize <= Self.maximumHead else {
            refusal = .head
            return false
        }
        head.append(line)
        return true
    }

    /// Appends a part of the body; `false` when it becomes too large.
    func appendBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= maximumSize - body.count else {
            refusal = .body
            return false
        }
        body.append(contentsOf: bytes)
        progress?(HTTPProgress(received: body.count, expected: head.bodySize))
        return true
    }
}

/// The headers of a response, parsed from its lines.
///
/// A status line starts a new head, which discards interim (100) and proxy responses.
struct ResponseHead {
    private(set) var headers: [HTTPHeader] = []
    private var isComplete = false

    /// The size of the document, if stated and not compressed.
    var bodySize: Int? {
        guard headers["Content-Encoding"] == nil else { return nil }
        return headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Appends a line including its end.
    mutating func append(_ line: UnsafeRawBufferPointer) {
        let text = line[
            ..<(line.lastIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0)]
        if text.starts(with: "HTTP/".utf8) {
            headers.removeAll(keepingCapacity: true)
            isComplete = false
        } else if text.isEmpty {
            isComplete = true
        } else if isComplete {
            // A trailer, after the body.
        } else if text.first.map(Self.isBlank) == true {
            // A value continued on the next line (RFC 9112, section 5.2).
            guard let last = headers.indices.last else { return }
            headers[last].value += " " + String(decoding: Self.trimmed(text), as: UTF8.self)
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            headers.append(
                HTTPHeader(
                    String(decoding: Self.trimmed(text[..<colon]), as: UTF8.self),
                    String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self)))
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return bytes[bytes.endIndex...] }
        return bytes[first...last]
    }
}
