import TestSupport
import Testing

@testable import LKImages

@Suite struct JPEGPropertiesTests {
    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    /// EXIF, a profile in two parts, Adobe's marker, stray bytes, and a progressive frame.
    private static let whole: [UInt8] =
        [0xFF, 0xD8] + segment(0xE1, Array("Exif\0\0".utf8) + [1, 2, 3])
        + segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 2, 10, 11])
        + segment(0xE2, Array("ICC_PROFILE\0".utf8) + [2, 2, 12]) + segment(0xEE, Array("Adobe".utf8) + [0])
        + [0, 0, 7] + [0xFF] + segment(0xC2, [8, 0, 4, 0, 4, 1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 0, 0])
        + [5, 6, 0xFF, 0xD9]

    @Test("EXIF, color profile and scans are found in a JPEG, even after stray bytes")
    func areFoundAlsoBehindStrayBytes() {
        Self.whole.withUnsafeBytes { bytes in
            let found = JPEGProperties(bytes)
            #expect(found.isProgressive && found.hasAdobeMarker && found.hasScan)
            #expect(found.exif.map { Array(bytes[$0]) } == [1, 2, 3])
            #expect(found.profile == [10, 11, 12])
        }
    }

    @Test("Nothing is found beyond the end of a truncated JPEG")
    func nothingIsFoundBeyondACut() {
        for count in 0..<Self.whole.count {
            Array(Self.whole[..<count]).withUnsafeBytes { bytes in
                let found = JPEGProperties(bytes)
                if let exif = found.exif { #expect(exif.upperBound <= count) }
                // Without a byte behind the scan's header.
                #expect(found.hasScan == (count > Self.whole.count - 4))
            }
        }
    }

    @Test("Damaged JPEG headers never trap")
    func damageNeverTraps() {
        var random = SeededGenerator(seed: 18)
        for _ in 0..<2000 {
            var bytes = Self.whole
            random.damage(&bytes)
            bytes.withUnsafeBytes { bytes in
                if let exif = JPEGProperties(bytes).exif { #expect(exif.upperBound <= bytes.count) }
            }
        }
    }
}
