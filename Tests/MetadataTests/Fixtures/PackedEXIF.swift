import TestSupport

/// Builds EXIF as Python's piexif packs it: only the first directory and the thumbnail's have an offset of a next one, each
/// directory's values begin right after its entries, and nothing is aligned.
struct PackedEXIF {
    typealias Entries = [(Int, TIFFFixture.Value)]

    var bigEndian = true
    var first: Entries = []
    var exif: Entries = []
    var gps: Entries = []
    var interoperability: Entries = []
    /// The thumbnail; empty for none.
    var thumbnail: [UInt8] = []

    /// A position in the Alps, with the entries in which piexif's users write one.
    static let alps: Entries = [
        (1, .ascii("N")), (2, .rational([(48, 1), (50, 1), (526, 10_000)])), (3, .ascii("E")),
        (4, .rational([(2, 1), (21, 1), (203_679, 10_000)])),
    ]

    /// The block, without the name of JPEG's segment.
    var bytes: [UInt8] {
        var first = first.filter { ![0x8769, 0x8825].contains($0.0) }
        var exif = exif
        let start = 8 + size(first, more: (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1), hasNext: true)
        let exifSize = exif.isEmpty ? 0 : size(exif, more: interoperability.isEmpty ? 0 : 1, hasNext: false)
        let gpsSize = gps.isEmpty ? 0 : size(gps, hasNext: false)
        let last = start + exifSize + gpsSize
        let thumbnailDirectory = last + (interoperability.isEmpty ? 0 : size(interoperability, hasNext: false))
        if !exif.isEmpty { first.append((0x8769, .long([start]))) }
        if !gps.isEmpty { first.append((0x8825, .long([start + exifSize]))) }
        if !interoperability.isEmpty { exif.append((0xA005, .long([last]))) }
        var bytes = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        append(first, next: thumbnail.isEmpty ? 0 : thumbnailDirectory, to: &bytes)
        if !exif.isEmpty { append(exif, to: &bytes) }
        if !gps.isEmpty { append(gps, to: &bytes) }
        if !interoperability.isEmpty { append(interoperability, to: &bytes) }
        if !thumbnail.isEmpty {
            let place = thumbnailDirectory + 2 + 3 * 12 + 4
            append(
                [(0x0103, .short([6])), (0x0201, .long([place])), (0x0202, .long([thumbnail.count]))], next: 0,
                to: &bytes)
            bytes += thumbnail
        }
        return bytes
    }

    private func size(_ entries: Entries, more: Int = 0, hasNext: Bool) -> Int {
        let counts = entries.map { encoded($0.1).data.count }
        let values = counts.filter { $0 > 4 }.reduce(0, +)
        return 2 + (entries.count + more) * 12 + (hasNext ? 4 : 0) + values
    }

    private func append(_ entries: Entries, next: Int? = nil, to bytes: inout [UInt8]) {
        var values: [UInt8] = []
        let start = bytes.count + 2 + entries.count * 12 + (next == nil ? 0 : 4)
        bytes += number(entries.count, 2)
        for (tag, value) in entries {
            let (type, count, data) = encoded(value)
            bytes += number(tag, 2) + number(type, 2) + number(count, 4)
            if data.count <= 4 {
                bytes += data + [UInt8](repeating: 0, count: 4 - data.count)
            } else {
                bytes += number(start + values.count, 4)
                values += data
            }
        }
        if let next { bytes += number(next, 4) }
        bytes += values
    }

    private func encoded(_ value: TIFFFixture.Value) -> (type: Int, count: Int, data: [UInt8]) {
        value.encoded(bigEndian: bigEndian)
    }

    private func number(_ number: Int, _ size: Int) -> [UInt8] { TIFFFixture.number(number, size, bigEndian) }
}
