import TestSupport
import Testing

@testable import LKPositioning

@Suite struct LineSplitterTests {
    /// Feeds `bytes` in pieces of the given sizes and returns the lines.
    private func lines(_ bytes: [UInt8], pieces: () -> Int) -> (lines: [String], dropped: Int) {
        var splitter = LineSplitter()
        var lines: [String] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let room = splitter.room()
            let piece = rest.prefix(min(pieces(), room.count))
            rest = rest.dropFirst(piece.count)
            room.copyBytes(from: piece)
            splitter.append(piece.count) { line in
                #expect(line.last == 0)
                lines.append(String(decoding: line.dropLast(), as: UTF8.self))
            }
        }
        return (lines, splitter.dropped)
    }

    @Test("Finds the same lines however the bytes arrive")
    func pieces() {
        let text = "one\r\ntwo\n\n\r\nthree three\nfour\r\nrest"
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let result = lines(Array(text.utf8)) { Int.random(in: 1...7, using: &random) }
            #expect(result.lines == ["one", "two", "three three", "four"])
            #expect(result.dropped == 0)
        }
    }

    @Test("Ten megabytes without a newline are dropped, and the line after them is found")
    func flood() {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000) + Array("\nafter\n".utf8)
        let result = lines(bytes) { 65_536 }
        #expect(result.lines == ["after"])
        #expect(result.dropped == 1)
    }
}
