import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// The readers of the builder's inputs, whole, cut short and damaged.
@Suite("Sources of borders")
struct BorderSourceTests {
    private func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    /// Each truncation, and flips of bits at every byte.
    private func damaged(_ bytes: [UInt8], _ read: ([UInt8]) -> Void) {
        for length in 0..<bytes.count { read(Array(bytes[..<length])) }
        var wrong = bytes
        for index in bytes.indices {
            for flip: UInt8 in [1, 0x80, 0xFF] {
                wrong[index] ^= flip
                read(wrong)
                wrong[index] = bytes[index]
            }
        }
    }

    @Test("A GeoPackage's multipolygon gives rings without the repeated vertex")
    func shapes() {
        var writer = RecordWriter()
        writer.append(contentsOf: Array("GP".utf8) + [0, 1] + number(4_326) + [1] + number(6) + number(1))
        writer.append(contentsOf: [1] + number(3) + number(1) + number(5))
        for (x, y) in [(0.0, 0.0), (2, 0), (2, 1.5), (0, 1.5), (0, 0)] {
            writer.append(x.bitPattern)
            writer.append(y.bitPattern)
        }
        let bytes = writer.bytes
        let shape = bytes.withUnsafeBytes { WellKnownBinary(geoPackage: $0) }
        #expect(
            shape?.polygons == [
                [
                    [
                        GridPoint(x: 0, y: 0), GridPoint(x: 2_000_000, y: 0), GridPoint(x: 2_000_000, y: 1_500_000),
                        GridPoint(x: 0, y: 1_500_000),
                    ]
                ]
            ])
        for length in bytes.indices {
            #expect(Array(bytes[..<length]).withUnsafeBytes { WellKnownBinary(geoPackage: $0)?.polygons } == nil)
        }
        damaged(bytes) { bytes in _ = bytes.withUnsafeBytes { WellKnownBinary(geoPackage: $0) } }
    }

    @Test("Arrays of NumPy keep their signs")
    func arrays() {
        func file(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': (2,), }\n"
            return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8) + content
        }
        #expect(NumPyArray(bytes: file("<i4", number(7) + number(.max)))?.values == [7, -1])
        #expect(NumPyArray(bytes: file("<u2", [1, 0, 0xFF, 0xFF]))?.values == [1, 65_535])
        #expect(NumPyArray(bytes: file("|u1", [3, 0xFF]))?.values == [3, 255])
        #expect(NumPyArray(bytes: file("<f8", number(7) + number(.max)))?.values == nil)
        damaged(file("<i4", number(7) + number(.max))) { _ = NumPyArray(bytes: $0) }
    }

    @Test("Packed rings are unpacked, and what does not fit its tables is refused")
    func rings() {
        // A FlatBuffers file by hand: root table, its vector of one table, that table's vector of words. A triangle of
        // (0, 0), (3, 0), (3, 5) steps and its first vertex again: two bits for each x, three for each y.
        let xs: UInt32 = 0 | 3 << 2 | 3 << 4
        let ys: UInt32 = 5 << 6
        var bytes = number(16) + Array("TZFP".utf8)
        bytes += [6, 0, 8, 0, 4, 0, 0, 0]  // 8: directory of both tables: the field is 4 bytes in
        bytes += number(8) + number(4)  // 16: root, directory 8 back; the vector 4 on
        bytes += number(1) + number(4)  // 24: one element, 4 on
        bytes += number(24) + number(4)  // 32: table, directory 24 back; its words 4 on
        bytes += number(4) + number(xs) + number(ys) + number(0) + number(0)  // 40
        let frames = PackedRings.Frames(
            bases: [100], offsets: [0, 1], ranges: [-200, 0], widths: [2, 3], vertices: [3])
        let rings = bytes.withUnsafeBytes { PackedRings.decode($0, frames) }
        #expect(rings == [[GridPoint(x: 10, y: -20), GridPoint(x: 13, y: -20), GridPoint(x: 13, y: -15)]])
        damaged(bytes) { bytes in _ = bytes.withUnsafeBytes { PackedRings.decode($0, frames) } }
        for wrong in [
            PackedRings.Frames(bases: [], offsets: [0, 1], ranges: [], widths: [], vertices: [3]),
            PackedRings.Frames(bases: [100], offsets: [0, 2], ranges: [-200, 0], widths: [2, 3], vertices: [3]),
            PackedRings.Frames(bases: [100], offsets: [0, 1], ranges: [-200, 0], widths: [32, 33], vertices: [3]),
            PackedRings.Frames(bases: [100], offsets: [0, 1], ranges: [-200, 0], widths: [2, 3], vertices: [9_000]),
            PackedRings.Frames(bases: [100], offsets: [1, 0], ranges: [-200, 0], widths: [2, 3], vertices: [3]),
        ] {
            #expect(bytes.withUnsafeBytes { PackedRings.decode($0, wrong) } == nil)
        }
    }
}
