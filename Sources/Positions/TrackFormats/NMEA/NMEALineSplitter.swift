/// Finds sentences in a stream of arbitrary bytes, in constant memory.
///
/// Sentences begin with `$` (or `!`, AIS) and end with CR, LF, both, or the end of the stream; in quotation marks, as in CSV,
/// with the second mark. A byte that is not allowed in sentences discards the current one; a `$` begins a new one. Comments, from
/// `#` to the end of the line, and binary messages are skipped.
package struct NMEALineSplitter: Sendable {
    /// The longest sentence that is kept, in bytes.
    package static let maximumSentenceLength = 1024

    /// The number of sentences dropped because they are longer than ``maximumSentenceLength``.
    package private(set) var droppedSentences = 0

    /// The current line, counted from 1.
    package private(set) var line = 1

    /// Whether the stream is inside a sentence.
    var isInSentence: Bool { state == .sentence }

    private enum State { case between, sentence, overlong, comment }

    private var state = State.between
    private var sentence: [UInt8] = []
    private var endedWithCR = false
    /// Whether the last byte was a quotation mark, and whether the sentence is in such marks, as in CSV.
    private var followsQuote = false
    private var isQuoted = false

    /// Creates a splitter at the start of a stream.
    package init() { sentence.reserveCapacity(128) }

    /// Processes more bytes and passes on each sentence that they complete, without its newline.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes of the stream, of any length.
    ///   - broken: Called with the line number and the beginning of a sentence that is interrupted by an invalid byte
    ///     or another sentence. Binary messages do not count, whatever their bytes.
    ///   - body: Called with the line number and the sentence.
    package mutating func append(
        _ bytes: some Sequence<UInt8>, broken: (Int, [UInt8]) -> Void = { _, _ in }, _ body: (Int, [UInt8]) -> Void
    ) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { append(contiguous: $0, broken, body) }
        if isDone == nil { for byte in bytes { append(byte, broken, body) } }
    }

    /// Passes on a last sentence without newline.
    package mutating func finish(_ body: (Int, [UInt8]) -> Void) { endSentence(body) }

    private mutating func append(
        contiguous bytes: UnsafeBufferPointer<UInt8>, _ broken: (Int, [UInt8]) -> Void, _ body: (Int, [UInt8]) -> Void
    ) {
        var index = 0
        while index < bytes.count {
            if state == .sentence {
                // Nearly all bytes only extend a sentence; together they are copied much faster than one by one.
                let limit = min(bytes.count, index + Self.maximumSentenceLength - sentence.count)
                var end = index
                while end < limit, Self.extendsSentence(bytes[end]) { end += 1 }
                if end > index {
                    sentence.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<end]))
                    index = end
                    continue
                }
            }
            append(bytes[index], broken, body)
            index += 1
        }
    }

    /// Returns whether a byte within a sentence neither ends it nor begins another.
    @inline(__always)
    private static func extendsSentence(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "$") && byte != UInt8(ascii: "\"")
    }

    private mutating func append(
        _ byte: UInt8, _ broken: (Int, [UInt8]) -> Void, _ body: (Int, [UInt8]) -> Void
    ) {
        if byte == 0x0A || byte == 0x0D {
            endSentence(body)
            // CR LF is one newline; CR alone was one in old systems.
            if byte == 0x0D || !endedWithCR { line &+= 1 }
            endedWithCR = byte == 0x0D
            return
        }
        endedWithCR = false
        switch state {
        case .comment, .overlong: return
        case .between:
            begin(byte)
            followsQuote = byte == UInt8(ascii: "\"")
        case .sentence:
            if byte == UInt8(ascii: "$") {
                if hasAddress { broken(line, sentence) }
                sentence.removeAll(keepingCapacity: true)
                sentence.append(byte)
            } else if isQuoted, byte == UInt8(ascii: "\"") {
                endSentence(body)
            } else if byte < 0x20 || byte >= 0x7F {
                if hasAddress { broken(line, sentence) }
                state = .between
            } else if sentence.count == Self.maximumSentenceLength {
                droppedSentences += 1
                state = .overlong
            } else {
                sentence.append(byte)
            }
        }
    }

    /// Whether the current sentence begins with a valid address field and is therefore not part of a binary message.
    private var hasAddress: Bool {
        guard sentence.first == UInt8(ascii: "$"), let end = sentence.firstIndex(of: UInt8(ascii: ",")), end > 3 else {
            return false
        }
        return sentence[1..<end].allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "!"):
            state = .sentence
            isQuoted = followsQuote
            sentence.removeAll(keepingCapacity: true)
            sentence.append(byte)
        case UInt8(ascii: "#"): state = .comment
        default: return
        }
    }

    private mutating func endSentence(_ body: (Int, [UInt8]) -> Void) {
        if state == .sentence, sentence.count > 1 { body(line, sentence) }
        state = .between
    }
}
