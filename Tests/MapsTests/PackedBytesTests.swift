import LKFormats
import LKGeo
import LocationKitMaps
import TestSupport
import Testing

@Suite("packed numbers")
struct PackedBytesTests {
    /// What a page's script does, written again from the description.
    private struct Reader {
        var bytes: [UInt8]
        var offset = 0

        mutating func number() -> UInt64 {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while true {
                let byte = bytes[offset]
                offset += 1
                value |= UInt64(byte & 127) << shift
                if byte < 128 { return value }
                shift += 7
            }
        }

        mutating func signed() -> Int64 {
            let value = number()
            return value % 2 == 0 ? Int64(value / 2) : -Int64(value / 2) - 1
        }
    }

    @Test("Numbers of any size come back, small ones in one byte")
    func numbers() {
        var generator = SeededGenerator(seed: 20)
        var values: [Int64] = [0, 1, -1, 63, -64, 64, .max, .min]
        for _ in 0..<1000 {
            let shift = Int64.random(in: 0...63, using: &generator)
            values.append(Int64.random(in: .min ... .max, using: &generator) >> shift)
        }
        var packed = PackedBytes()
        for value in values { packed.append(signed: value) }
        var reader = Reader(bytes: packed.bytes)
        for value in values { #expect(reader.signed() == value) }
        #expect(reader.offset == packed.bytes.count)
        var small = PackedBytes()
        small.append(signed: -64)
        #expect(small.bytes.count == 1)
    }

    @Test("A column is the differences of its values")
    func column() {
        var packed = PackedBytes()
        packed.append(column: [5, 7, 4, 4])
        #expect(packed.bytes == [10, 4, 5, 0])
    }

    @Test("base64 is that of RFC 4648, section 10")
    func base64() {
        for (text, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            #expect(String(decoding: Base64.text(Array(text.utf8)), as: UTF8.self) == coded)
        }
    }

    @Test("Along the curve the points of each square follow each other")
    func curve() throws {
        var generator = SeededGenerator(seed: 21)
        var points: [Coordinate] = []
        for _ in 0..<3000 {
            let latitude = Double.random(in: -90...90, using: &generator)
            let longitude = Double.random(in: -180...180, using: &generator)
            points.append(try #require(Coordinate(latitude: latitude, longitude: longitude)))
        }
        points.sort { MortonOrder.key($0) < MortonOrder.key($1) }
        for zoom in 1...12 {
            let side = Double(1 << zoom)
            var seen: Set<[Int]> = []
            var last: [Int] = []
            for point in points {
                let (x, y) = MortonOrder.position(point)
                let square = [Int(min(max(x * side, 0), side - 1)), Int(min(max(y * side, 0), side - 1))]
                if square != last { #expect(seen.insert(square).inserted, "a square of zoom \(zoom) is in two runs") }
                last = square
            }
        }
    }
}
