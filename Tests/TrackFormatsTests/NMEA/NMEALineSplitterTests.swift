import LKTrackFormats
import TestSupport
import Testing

@Suite("NMEALineSplitter") struct NMEALineSplitterTests {
    /// What a splitter passes on, in order, and its counts at the end.
    private struct Outcome: Equatable {
        var sentences: [String] = []
        var broken: [String] = []
        var dropped = 0
        var line = 0
    }

    private static func outcome(_ pieces: some Sequence<some Sequence<UInt8>>) -> Outcome {
        var splitter = NMEALineSplitter()
        var outcome = Outcome()
        let body = { (line: Int, sentence: [UInt8]) in
            outcome.sentences.append("\(line) \(String(decoding: sentence, as: UTF8.self))")
        }
        for piece in pieces {
            splitter.append(
                piece, broken: { outcome.broken.append("\($0) \(String(decoding: $1, as: UTF8.self))") }, body)
        }
        splitter.finish(body)
        (outcome.dropped, outcome.line) = (splitter.droppedSentences, splitter.line)
        return outcome
    }

    @Test("Bytes have the same sentences as a whole, in pieces of any size, and one by one")
    func pieces() {
        var generator = SeededGenerator(seed: 5)
        // What has a meaning is frequent, so that every transition is met.
        let alphabet = Array("$$!#\"\"\r\n\r\n,*AGPZ09\u{1}\u{7F}".utf8) + [0x80, 0xFF]
        for round in 0..<(Fixtures.isThorough ? 5_000 : 300) {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...120, using: &generator) {
                bytes.append(alphabet.randomElement(using: &generator) ?? 0)
                if round % 3 == 0 { bytes += Array("GPGGA,0629,".utf8.prefix(.random(in: 0...11, using: &generator))) }
            }
            let expected = Self.outcome(bytes.map { CollectionOfOne($0) })
            #expect(Self.outcome([bytes]) == expected)
            // A sequence without contiguous storage.
            #expect(Self.outcome([bytes.lazy.map { $0 }]) == expected)
            let size = Int.random(in: 1...9, using: &generator)
            let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            #expect(Self.outcome(pieces) == expected)
        }
    }

    @Test("A sentence of the maximum length is kept, and one byte more drops it", arguments: [1, 7, 4096])
    func longest(size: Int) {
        for (length, isKept) in [
            (NMEALineSplitter.maximumSentenceLength, true), (NMEALineSplitter.maximumSentenceLength + 1, false),
        ] {
            let bytes = Array(("$" + String(repeating: "A", count: length - 1) + "\r\n$GPGGA,1\r\n").utf8)
            let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            let outcome = Self.outcome(pieces)
            #expect(outcome.sentences.count == (isKept ? 2 : 1) && outcome.dropped == (isKept ? 0 : 1))
            #expect(outcome.sentences.last == "2 $GPGGA,1")
        }
    }
}
