/// Finds what says a position anywhere in the bytes of a file, whatever they belong to: previews with EXIF of their
/// own, packets of XMP in any of its parts, films behind a picture, and copies of coordinates in makers' notes.
///
/// Removal asks before it promises anything, and the check afterwards proves that nothing is left.
package struct PositionTraces {
    /// Something that says a position.
    package enum Trace: Hashable {
        /// A structure of EXIF, at this place of the file, that has a directory of GPS.
        case exif(Int)
        /// A text, such as in XMP.
        case text(Int)
        /// A position in an atom of a film.
        case film(Int)
        /// The same numbers as those of the position that is removed.
        case copy(Int)

        /// Where it is in the file.
        package var place: Int {
            switch self {
            case .exif(let place), .text(let place), .film(let place), .copy(let place): place
            }
        }
    }

    private static let names: [[UInt8]] = ["GPSLatitude", "GPSLongitude", "GPSPosition", "GPSCoordinates"].map {
        Array($0.utf8)
    }
    /// As drones write them, the last one too.
    private static let namesOfDrones: [[UInt8]] = ["GpsLatitude", "GpsLongitude", "GpsLongtitude"].map {
        Array($0.utf8)
    }
    /// Two bytes for each letter, in either order.
    private static let wideNames: [[UInt8]] = names.map { name in
        var wide: [UInt8] = []
        for letter in name { wide += [0, letter] }
        return Array(wide.dropFirst())
    }
    private static let start = Array("GPS".utf8)
    private static let startOfDrones = Array("Gps".utf8)
    private static let wideStart: [UInt8] = [0x47, 0, 0x50, 0, 0x53]
    private static let pieceSize = 1 << 20
    private static let overlap = 64
    /// More than these need not be known.
    private static let most = 256

    private let file: FileBytes
    private let copies: [[UInt8]]
    private var traces: [Trace] = []

    /// All traces in a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - copies: Bytes of coordinates that are looked for too.
    /// - Returns: The traces, in no order.
    /// - Throws: ``MetadataError/Code/unreadable``.
    package static func find(
        in file: FileBytes, copies: [[UInt8]] = []
    ) throws(MetadataError) -> [Trace] {
        var search = PositionTraces(file: file, copies: copies.filter { $0.count >= 16 })
        var position = 0
        while position < file.count {
            let count = min(pieceSize, file.count - position)
            guard let bytes = try file.bytes(at: position, count: count) else { break }
            var marks: [Int] = []
            search.look(in: bytes, from: position, marks: &marks)
            for mark in marks { try search.lookIntoEXIF(at: mark) }
            if position + count >= file.count { break }
            position += count - overlap
        }
        return Array(Set(search.traces))
    }

    private mutating func look(in bytes: UnsafeRawBufferPointer, from offset: Int, marks: inout [Int]) {
        for place in Self.places(of: Array("Exif\0\0".utf8), in: bytes) { marks.append(offset + place + 6) }
        let kinds: [(names: [[UInt8]], start: [UInt8])] = [
            (Self.names, Self.start), (Self.wideNames, Self.wideStart), (Self.namesOfDrones, Self.startOfDrones),
        ]
        for (names, start) in kinds {
            for place in Self.places(of: start, in: bytes)
            where names.contains(where: { bytes[place...].starts(with: $0) }) {
                traces.append(.text(offset + place))
            }
        }
        for place in Self.places(of: Array("location.ISO6709".utf8), in: bytes) { traces.append(.film(offset + place)) }
        for place in Self.places(of: [0xA9, 0x78, 0x79, 0x7A], in: bytes) where place + 9 <= bytes.count {
            // A length and a language stand before the sign of the latitude.
            if bytes[place + 8] == 0x2B || bytes[place + 8] == 0x2D { traces.append(.film(offset + place)) }
        }
        for copy in copies {
            for place in Self.places(of: copy, in: bytes) { traces.append(.copy(offset + place)) }
        }
    }

    private static func places(of wanted: [UInt8], in bytes: UnsafeRawBufferPointer) -> [Int] {
        var places: [Int] = []
        var start = 0
        while places.count < most, let place = XMPNeed.first(wanted, in: bytes, from: start) {
            places.append(place)
            start = place + 1
        }
        return places
    }

    private mutating func lookIntoEXIF(at place: Int) throws(MetadataError) {
        guard let block = try TIFFBlock(in: file, at: place, count: file.count - place),
            let directory = try block.directory(at: block.firstDirectory),
            try block.fields(of: directory).contains(where: { $0.tag == EXIFTag.gpsDirectory })
        else { return }
        traces.append(.exif(place))
    }
}
