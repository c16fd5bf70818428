import TestSupport
import Testing

@testable import LKTrackFormats

@Suite("CSVRowReader") struct CSVRowReaderTests {
    private struct Row: Equatable {
        var line: Int
        var fields: [String]
        var hasLoneReturn: Bool
    }

    /// Reads rows up to the end or a failure, whose message is the last row.
    private static func rows(_ bytes: [UInt8], size: Int) -> [Row] {
        var reader = CSVRowReader(FileChunks(bytes: bytes, name: "in", size: size))
        var rows: [Row] = []
        do throws(TrackFormatError) {
            while try reader.next() {
                let fields = reader.fields.map { String(decoding: reader.bytes[$0], as: UTF8.self) }
                rows.append(Row(line: reader.line, fields: fields, hasLoneReturn: reader.hasLoneReturn))
            }
        } catch {
            rows.append(Row(line: reader.line, fields: [error.message], hasLoneReturn: false))
        }
        return rows
    }

    @Test("Quotes, separators and newlines have the same meaning in chunks of any size")
    func chunks() {
        var generator = SeededGenerator(seed: 6)
        let alphabet = Array("ab1,,;\"\"\r\n\r\n ".utf8)
        for _ in 0..<(Fixtures.isThorough ? 5_000 : 300) {
            let bytes =
                Array("a,b,c\n".utf8)
                + (0..<Int.random(in: 0...80, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                }
            let expected = Self.rows(bytes, size: 4096)
            for size in [1, 2, 3, 7] { #expect(Self.rows(bytes, size: size) == expected) }
        }
    }

    @Test("Fields keep their text, quoted or not")
    func fields() {
        let text = "lat,lon,name\r\n48.5,11.25,\"a \"\"b\"\", c\nd\"\r\n1,2,x\"y\n\n3,,\"\"z"
        for size in [1, 5, 4096] {
            let rows = Self.rows(Array(text.utf8), size: size)
            #expect(rows.map(\.line) == [1, 2, 4, 6])
            #expect(
                rows.map(\.fields) == [
                    ["lat", "lon", "name"], ["48.5", "11.25", "a \"b\", c\nd"], ["1", "2", "x\"y"], ["3", "", "z"],
                ])
        }
    }

    @Test("A row of 1 MiB is read, and one byte more is an error", arguments: [1000, 1 << 16])
    func longest(size: Int) {
        for (length, isRead) in [(CSVRowReader.maximumRowLength, true), (CSVRowReader.maximumRowLength + 1, false)] {
            let bytes = Array("a\n".utf8) + [UInt8](repeating: UInt8(ascii: "b"), count: length) + Array("\nc\n".utf8)
            let rows = Self.rows(bytes, size: size)
            #expect(rows.count == (isRead ? 3 : 2))
            #expect(isRead ? rows.last?.fields == ["c"] : rows.last?.fields.first?.contains("1 MiB") == true)
        }
    }
}
