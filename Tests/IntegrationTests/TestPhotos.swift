import Foundation
import LocationKit
import LocationKitPhotos

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
                    Entry(0x0100, 3, 1, number(6000, 2)), Entry(0x0101, 3, 1, number(4000, 2)),
                    // The mark of a DNG, or else that each pixel has one colour.
                    isDNG ? Entry(0xC612, 1, 4, [1, 4, 0, 0]) : Entry(0x0106, 4, 1, number(32_803, 4)),
                ]))
    }

    private struct Entry {
        var tag: Int
        var type: Int
        var count: Int
        var bytes: [UInt8]
        var directory: [Entry] = []

        init(_ tag: Int, _ type: Int, _ count: Int, _ bytes: [UInt8]) {
            (self.tag, self.type, self.count, self.bytes) = (tag, type, count, bytes)
        }

        init(_ tag: Int, _ text: String) { self.init(tag, 2, text.utf8.count + 1, Array(text.utf8) + [0]) }

        init(_ tag: Int, _ directory: [Entry]) {
            self.init(tag, 4, 1, [])
            self.directory = directory
        }

        init(_ tag: Int, _ degrees: (Int, Int, Int)) {
            self.init(
                tag, 5, 3,
                [(degrees.0, 1), (degrees.1, 1), (degrees.2, 100)].flatMap { number($0.0, 4) + number($0.1, 4) })
        }
    }

    /// A block of EXIF.
    static func exif(_ facts: Facts) -> [UInt8] { tiff(facts) }

    private static func tiff(_ facts: Facts, more: [Entry] = []) -> [UInt8] {
        var first = more + [Entry(0x0112, 3, 1, number(facts.orientation, 2))]
        if let make = facts.make { first.append(Entry(0x010F, make)) }
        if let model = facts.model { first.append(Entry(0x0110, model)) }
        if let date = facts.date {
            first.append(Entry(0x8769, [Entry(0x9003, date)] + (facts.offset.map { [Entry(0x9011, $0)] } ?? [])))
        }
        if let north = facts.north, let east = facts.east {
            var gps = [Entry(1, "N"), Entry(2, north), Entry(3, "E"), Entry(4, east)]
            if let received = facts.received {
                let (hours, minutes, seconds) = received.time
                gps += [Entry(7, (hours, minutes, seconds * 100)), Entry(0x1D, received.day)]
            }
            first.append(Entry(0x8825, gps))
        }
        var bytes: [UInt8] = Array("MM\0*".utf8) + number(8, 4)
        append(first.sorted { $0.tag < $1.tag }, to: &bytes)
        return bytes
    }

    private static func append(_ entries: [Entry], to bytes: inout [UInt8]) {
        bytes += number(entries.count, 2)
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: entries.count * 12 + 4)
        for (index, entry) in entries.enumerated() {
            var value = entry.bytes
            if !entry.directory.isEmpty {
                value = number(bytes.count, 4)
                append(entry.directory, to: &bytes)
            } else if value.count > 4 {
                value = number(bytes.count, 4)
                bytes += entry.bytes + [UInt8](repeating: 0, count: entry.bytes.count % 2)
            }
            let head = number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
            let row = head + value + [UInt8](repeating: 0, count: 4 - value.count)
            bytes.replaceSubrange(start + index * 12..<start + index * 12 + 12, with: row)
        }
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}
