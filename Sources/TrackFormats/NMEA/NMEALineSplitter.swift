/// Finds sentences in a stream of bytes, in constant memory, whatever is between them.
///
/// Sentences begin with `$` (or `!`, AIS) and end with CR, LF, both, or the end of the stream. A byte that no sentence contains
/// ends the attempt; a `$` begins a new one. Comments, from `#` to the end of the line, and binary messages are skipped.
public struct NMEALineSplitter: Sendable {
    /// The longest sentence that is kept, in bytes.
    public static let longestSentence = 1024

    /// Sentences given up because they are longer than ``longestSentence``.
    public private(set) var droppedSentences = 0

    /// The current line, counted from 1.
    public private(set) var line = 1

    /// Whether a sentence has begun and not ended.
    var isInSentence: Bool { state == .sentence }

    private enum State { case between, sentence, overlong, comment }

    private var state = State.between
    private var sentence: [UInt8] = []
    private var endedWithCR = false

    /// Makes a splitter at the start of a stream.
    public init() { sentence.reserveCapacity(128) }

    /// Takes further bytes and hands out each sentence that they complete, without its line end.
    ///
    /// - Parameters:
    ///   - bytes: The next piece of the stream, of any length.
    ///   - broken: Called with the line number and the beginning of a sentence in which there is a byte that no sentence
    ///     contains, or another sentence. Binary messages are none, whatever bytes they have.
    ///   - body: Called with the line number and the sentence.
    public mutating func append(
        _ bytes: some Sequence<UInt8>, broken: (Int, [UInt8]) -> Void = { _, _ in }, _ body: (Int, [UInt8]) -> Void
    ) {
        for byte in bytes { append(byte, broken, body) }
    }

    /// Hands out what the stream ended with, when it ended without a line end.
    public mutating func finish(_ body: (Int, [UInt8]) -> Void) { endSentence(body) }

    private mutating func append(
        _ byte: UInt8, _ broken: (Int, [UInt8]) -> Void, _ body: (Int, [UInt8]) -> Void
    ) {
        if byte == 0x0A || byte == 0x0D {
            endSentence(body)
            // CR LF is one line end; CR alone was one in old systems.
            if byte == 0x0D || !endedWithCR { line &+= 1 }
            endedWithCR = byte == 0x0D
            return
        }
        endedWithCR = false
        switch state {
        case .comment, .overlong: return
        case .between: begin(byte)
        case .sentence:
            if byte == UInt8(ascii: "$") {
                if hasAddress { broken(line, sentence) }
                sentence.removeAll(keepingCapacity: true)
                sentence.append(byte)
            } else if byte < 0x20 || byte >= 0x7F {
                if hasAddress { broken(line, sentence) }
                state = .between
            } else if sentence.count == Self.longestSentence {
                droppedSentences += 1
                state = .overlong
            } else {
                sentence.append(byte)
            }
        }
    }

    /// Whether the current sentence begins with a valid address field, and so is not part of a binary message.
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
