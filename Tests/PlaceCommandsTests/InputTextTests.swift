import Synchronization
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands

@Suite("Text of input files") struct InputTextTests {
    /// What comes out of bytes that come in chunks of a size, and what was said.
    private func read(_ bytes: [UInt8], chunkSize: Int) throws -> (text: [UInt8], notes: [String]) {
        let notes = Mutex<[String]>([])
        var stream = InputText.stream(ByteStream(bytes, chunkSize: chunkSize), name: "in") { note in
            notes.withLock { $0.append(note) }
        }
        var text: [UInt8] = []
        while true {
            let chunk = try stream.chunk()
            if chunk.isEmpty { return (text, notes.withLock { $0 }) }
            text += chunk
        }
    }

    private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    @Test("Valid text comes through as it is, wherever it is cut", arguments: [1, 2, 3, 4, 1000])
    func valid(chunkSize: Int) throws {
        let text = Array("lat,lon\u{FEFF}\r\né€😀\n\u{0}x".utf8)
        let (result, notes) = try read(text, chunkSize: chunkSize)
        #expect(result == text)
        #expect(notes.isEmpty)
    }

    @Test(
        "What is not valid becomes U+FFFD, and the first line and the number of lines are said",
        arguments: [1, 3, 1000])
    func invalid(chunkSize: Int) throws {
        let bytes = Array("a\nb".utf8) + [0xFF, 0xE2, 0x82, 10] + Array("c\nd".utf8) + [0xC3]
        let (result, notes) = try read(bytes, chunkSize: chunkSize)
        #expect(String(validating: result, as: UTF8.self) == "a\nb\u{FFFD}\u{FFFD}\nc\nd\u{FFFD}")
        try #require(notes.count == 2)
        #expect(notes[0].hasPrefix("in:2: the text is not valid UTF-8"))
        #expect(notes[1] == "in: 2 lines are not valid UTF-8")
    }

    @Test("UTF-16 with a byte order mark is read", arguments: [true, false], [1, 2, 3, 1000])
    func utf16(isBigEndian: Bool, chunkSize: Int) throws {
        let bytes = utf16("\u{FEFF}lat,lon\né😀", isBigEndian: isBigEndian)
        let (result, notes) = try read(bytes, chunkSize: chunkSize)
        #expect(String(decoding: result, as: UTF8.self) == "\u{FEFF}lat,lon\né😀")
        #expect(notes.isEmpty)
        // Half a character, and half a code unit.
        let (broken, said) = try read(bytes.dropLast(2) + [0x41], chunkSize: chunkSize)
        #expect(String(decoding: broken, as: UTF8.self).hasPrefix("\u{FEFF}lat,lon\né\u{FFFD}"))
        #expect(said.count == 1 && said[0].hasPrefix("in:2: "))
    }

    @Test("UTF-16 without a mark and UTF-32 are refused by name", arguments: [1, 1000])
    func refused(chunkSize: Int) {
        for (bytes, encoding) in [
            (utf16("lat,lon\n", isBigEndian: true), "UTF-16"), (utf16("lat,lon\n", isBigEndian: false), "UTF-16"),
            ([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x41], "UTF-32"),
        ] {
            #expect {
                _ = try read(bytes, chunkSize: chunkSize)
            } throws: {
                ($0 as? ToolError)?.code == .dataError && ($0 as? ToolError)?.message.contains(encoding) == true
            }
        }
    }

    @Test("A file of any length, also an empty one, comes to its end")
    func short() throws {
        for bytes in [[], [0x41], [0xFF], [0xFF, 0xFE], [0xFE], [0xEF, 0xBB]] as [[UInt8]] {
            _ = try read(bytes, chunkSize: 1)
        }
        #expect(try read([], chunkSize: 1).text.isEmpty)
    }

    @Test("The format of UTF-16 is found as that of UTF-8")
    func format() {
        let bytes = utf16("\u{FEFF}{\"lat\":1,\"lon\":2}\n", isBigEndian: false)
        #expect(PointFile.format(beginning: bytes[...]) == .ndjson)
    }
}
