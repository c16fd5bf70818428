import Foundation
import LocationKit
import LocationKitPhotos
import TestSupport

/// Photos made in code: images that can be decoded, with what a camera says of them.
enum TestPhotos {
    /// What a camera says.
    struct Facts {
        var orientation = 1
        /// As EXIF writes it: `2014:05:24 10:00:00`.
        var date: String?
        /// As EXIF writes it: `+09:00`.
        var offset: String?
        /// Degrees, minutes and hundredths of seconds.
        var north: (Int, Int, Int)?
        var east: (Int, Int, Int)?
        /// When a receiver found the position: a day as EXIF writes it, and hours, minutes, seconds, of UTC.
        var received: (day: String, time: (Int, Int, Int))?
        var make: String?
        var model: String?
    }

    /// A JPEG whose left half, as stored, is red and whose right half is blue.
    static func jpeg(_ width: Int = 60, _ height: Int = 40, _ facts: Facts = Facts()) throws -> Data {
        let image = try PixelImage(size: PixelSize(width: width, height: height), isOpaque: true) { bytes in
            for index in 0..<width * height {
                let isRight = index % width * 2 >= width
                for (part, value) in [isRight ? 0 : 255, 0, isRight ? 255 : 0, 255].enumerated() {
                    bytes[index * 4 + part] = UInt8(value)
                }
            }
        }
        let data = try image.jpegData(quality: 95)
        let block = Array("Exif\0\0".utf8) + tiff(facts)
        return data.prefix(2) + Data([0xFF, 0xE1] + number(block.count + 2, 2) + block) + data.dropFirst(2)
    }

    /// A raw file without pixels.
    static func raw(_ facts: Facts = Facts(), isDNG: Bool = true) -> Data {
        Data(
            tiff(
                facts,
                more: [
                    (0x0100, .short([6000])), (0x0101, .short([4000])),
                    // The mark of a DNG, or else that each pixel has one colour.
                    isDNG ? (0xC612, .byte([1, 4, 0, 0])) : (0x0106, .long([32_803])),
                ]))
    }

    /// A block of EXIF.
    static func exif(_ facts: Facts) -> [UInt8] { tiff(facts) }

    private static func tiff(_ facts: Facts, more: [(Int, TIFFFixture.Value)] = []) -> [UInt8] {
        func angle(_ degrees: (Int, Int, Int)) -> TIFFFixture.Value {
            .rational([(degrees.0, 1), (degrees.1, 1), (degrees.2, 100)])
        }
        var first = more + [(0x0112, .short([facts.orientation]))]
        if let make = facts.make { first.append((0x010F, .ascii(make))) }
        if let model = facts.model { first.append((0x0110, .ascii(model))) }
        if let date = facts.date {
            let offset: [(Int, TIFFFixture.Value)] = facts.offset.map { [(0x9011, .ascii($0))] } ?? []
            first.append((0x8769, .directory([(0x9003, .ascii(date))] + offset)))
        }
        if let north = facts.north, let east = facts.east {
            var gps: [(Int, TIFFFixture.Value)] = [
                (1, .ascii("N")), (2, angle(north)), (3, .ascii("E")), (4, angle(east)),
            ]
            if let received = facts.received {
                let (hours, minutes, seconds) = received.time
                gps += [(7, angle((hours, minutes, seconds * 100))), (0x1D, .ascii(received.day))]
            }
            first.append((0x8825, .directory(gps)))
        }
        return TIFFFixture.bytes(first.sorted { $0.0 < $1.0 }, bigEndian: true)
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}
