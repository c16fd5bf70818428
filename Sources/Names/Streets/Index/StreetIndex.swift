import LKFormats
package import LKGeo
package import LKGeocoding
import LKStorage
import LKThreads

/// The streets, house numbers, places of interest and areas of a region, from OpenStreetMap.
///
/// They are in one file that is mapped and read in place: opening it takes microseconds, and processes share its pages.
/// Unchecked because of the pointers into the file, which is never written and lives as long as the index.
///
/// ```swift
/// let streets = try StreetIndex(path: "liechtenstein.streets")
/// let placemark = streets.placemark(at: point, languages: [LanguageTag("de")!])
/// print(placemark?.addressString ?? "not in Liechtenstein")  // Städtle 43, 9490 Vaduz, Liechtenstein
/// ```
package final class StreetIndex: @unchecked Sendable {
    /// Its name as a provider.
    package static let providerName = "streets"

    /// The words that the licence of OpenStreetMap's data asks for.
    package static let attribution = "© OpenStreetMap contributors, ODbL 1.0"

    /// Where the file came from: its path, or the words "the street index in memory".
    package let origin: String

    let layout: StreetLayout
    private let storage: MappedFile
    /// What the file says about itself.
    let meta: Meta
    /// The edges of areas with many points, sorted for searching when first needed.
    let slabs = Lock<[Int: AreaSlabs]>([:])
    /// Whether an area of the file is a whole country; `nil` until first needed.
    let countries = Lock<Bool?>(nil)
    /// The settlements that areas are named after, as far as known.
    let namesakes = Lock<[Int: Namesake]>([:])
    /// The words of cities and quarters that addresses state; `nil` until a search needs them.
    let localityWords = Lock<Set<[UInt8]>?>(nil)
    /// The naming of the last list of languages asked for.
    let lastNaming = Lock<StreetNaming?>(nil)

    init(storage: MappedFile, origin: String) throws(GeocodingError) {
        self.storage = storage
        self.origin = origin
        layout = try StreetLayout(storage.bytes, name: origin)
        meta = Meta(layout.meta.bytes)
    }

    /// Creates an index by mapping a file.
    ///
    /// - Throws: `GeocodingError` with `dataUnreadable`, `dataDamaged`, or `dataUnsupported` for another version and for an
    ///   extract that is still to be imported. Only header and section table are
    ///   compared with a checksum; `verify()` reads everything.
    package convenience init(path: String) throws(GeocodingError) {
        let storage = try MappedFile(streets: path)
        if ExtractFormat.name(of: Array(storage.bytes.prefix(ExtractFormat.signatureLength))[...]) != nil {
            throw GeocodingError(.dataUnsupported, "\(path) is OpenStreetMap data, from which an index is to be made")
        }
        try self.init(storage: storage, origin: path)
    }

    /// Creates an index by copying it from memory.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged` or `dataUnsupported`.
    package convenience init(bytes: [UInt8]) throws(GeocodingError) {
        try self.init(storage: MappedFile(copying: bytes), origin: "the street index in memory")
    }

    /// Reads the whole file and compares every section with its checksum.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`, naming the section.
    package func verify() throws(GeocodingError) {
        for (tag, section) in layout.all {
            let content = UnsafeRawBufferPointer(
                rebasing: storage.bytes[section.offset..<section.offset + section.length])
            guard CRC32.of(content) == section.checksum else {
                throw GeocodingError(
                    .dataDamaged, "\(origin) is damaged: the checksum of \(tag) is wrong", advice: "import it again")
            }
        }
    }

    /// Checks that no other program has shortened the file since it was opened, in which case answers since then may be
    /// wrong or missing.
    ///
    /// Functions that do not throw leave this check to the caller; ``StreetIndexes`` checks as a `GeocodingProvider`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func checkIntact() throws(GeocodingError) {
        guard storage.isDamaged else { return }
        throw GeocodingError(
            .dataDamaged, "\(origin) is damaged: another program shortened it while it was open",
            advice: "import it again")
    }

    /// Writes a copy of the file.
    ///
    /// - Parameters:
    ///   - file: The descriptor of the copy.
    ///   - path: Its path, for messages.
    /// - Throws: `GeocodingError` with `outputFailed`, and `dataDamaged` if the index was shortened meanwhile.
    func write(to file: Int32, _ path: String) throws(GeocodingError) {
        var position = 0
        while position < storage.bytes.count {
            let end = min(position + Self.pieceLength, storage.bytes.count)
            do throws(StorageError) {
                try OutputFile.write(Array(storage.bytes[position..<end]), to: file, path)
            } catch {
                throw GeocodingError(.outputFailed, error)
            }
            position = end
        }
        try checkIntact()
    }

    /// The number of bytes that are copied at once.
    private static let pieceLength = 1 << 20

    /// Returns whether a point is in the extent of the files that the index was made from.
    package func covers(_ coordinate: Coordinate) -> Bool {
        guard let point = OSMPoint(coordinate) else { return false }
        return meta.extents.isEmpty || meta.extents.contains { $0.contains(point) }
    }
}

// MARK: - What the file says about itself

extension StreetIndex {
    /// What an index contains, for `locate data list`.
    package struct Information: Hashable, Sendable {
        /// The file's path.
        package var origin: String
        /// Length of the file in bytes.
        package var size: Int
        /// Version of the file format.
        package var formatVersion: Int
        /// Number of named streets.
        package var streets: Int
        /// Number of objects with an address, and of places of interest.
        package var houses: Int
        /// Number of administrative, postal and other areas.
        package var areas: Int
        /// Number of settlements that are points.
        package var settlements: Int
        /// The inputs: name, size in bytes and, where it is known, the time of the data, separated by tabs.
        package var sources: [String]
        /// The extents of the inputs.
        package var extents: [BoundingBox]
        /// The attribution, in the words its licence requires.
        package var attribution: String
        /// The licence of the data.
        package var licence: String
    }

    /// What the file contains.
    package var information: Information {
        Information(
            origin: origin, size: storage.bytes.count, formatVersion: Int(StreetFormat.kind.version),
            streets: layout.streets.count, houses: layout.houses.count, areas: layout.areas.count,
            settlements: layout.settlements.count, sources: meta.sources,
            extents: meta.extents.compactMap { box in
                BoundingBox(
                    south: Double(box.south) * 1e-7, west: Double(box.west) * 1e-7, north: Double(box.north) * 1e-7,
                    east: Double(box.east) * 1e-7)
            },
            attribution: meta.attribution ?? Self.attribution, licence: meta.licence ?? "ODbL 1.0")
    }

    /// The lines of `META`.
    struct Meta {
        var sources: [String] = []
        var extents: [GridBox] = []
        var attribution: String?
        var licence: String?

        init(_ bytes: UnsafeRawBufferPointer) {
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
                let value = String(decoding: line[line.index(after: equals)...], as: UTF8.self)
                switch String(decoding: line[..<equals], as: UTF8.self) {
                case "source": sources.append(value)
                case "attribution": attribution = value.cleanedName
                case "licence": licence = value.cleanedName
                case "extent":
                    let edges = value.split(separator: ",").compactMap { Int32($0) }
                    guard edges.count == 4 else { continue }
                    extents += Self.boxes(south: edges[0], west: edges[1], north: edges[2], east: edges[3])
                default: continue
                }
            }
        }

        /// Returns a rectangle, in two parts if it crosses the date line.
        private static func boxes(south: Int32, west: Int32, north: Int32, east: Int32) -> [GridBox] {
            guard west > east else { return [GridBox(south: south, west: west, north: north, east: east)] }
            return [
                GridBox(south: south, west: west, north: north, east: 1_800_000_000),
                GridBox(south: south, west: -1_800_000_000, north: north, east: east),
            ]
        }
    }
}

// MARK: - Records

extension StreetIndex {
    /// An object with an address, or a place of interest.
    struct House {
        let number: UInt32
        let street: Int?
        let place: UInt32
        let postcode: UInt32
        let locality: Int?
        let interest: Int?
        let firstRing: Int
        let ringCount: Int
        let flags: HouseFlags
        let point: OSMPoint

        var isArea: Bool { ringCount > 0 }
        var hasNumber: Bool { number != 0 }
        /// Whether it is a building with a number.
        var isAddressedBuilding: Bool { isArea && hasNumber && flags.contains(.isBuilding) }

        @inline(__always) fileprivate init(_ record: StreetRecords.Record) {
            number = record.uint32(8)
            street = record.index(12)
            place = record.uint32(16)
            postcode = record.uint32(20)
            locality = record.index(24)
            interest = record.index(28)
            firstRing = Int(record.uint32(32))
            let counts = record.uint32(36)
            ringCount = Int(counts & (1 << StreetFormat.countBits - 1))
            flags = HouseFlags(rawValue: UInt8(counts >> StreetFormat.countBits))
            point = record.point(40)
        }
    }

    @inline(__always) func house(_ index: Int) -> House? { layout.houses[index].map { House($0) } }

    /// Returns a ring of a polygon.
    ///
    /// - Returns: Their points; rings that do not exist are empty.
    @inline(__always) func ring(_ index: Int) -> PointSpan {
        guard let record = layout.rings[index] else { return layout.points.span(0, 0) }
        return layout.points.span(Int(record.uint32(0)), Int(record.uint32(4) & ~StreetFormat.hole))
    }

    /// Returns the bytes of a text; empty for text 0 and for a text outside the section.
    func textBytes(_ text: UInt32) -> UnsafeRawBufferPointer {
        let bytes = layout.texts.bytes
        var offset = Int(text)
        guard let length = LEB128.read(bytes, at: &offset, maximumBytes: 5), length <= bytes.count - offset else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
    }

    /// Returns a text as a cleaned name, or `nil` for text 0 and one without letters.
    func text(_ text: UInt32) -> String? {
        guard text != 0 else { return nil }
        let bytes = textBytes(text)
        guard !bytes.isEmpty else { return nil }
        let string = String(decoding: bytes, as: UTF8.self)
        // Nearly all names are clean, as a scan of the bytes shows: double spaces, and spaces at the ends, need trimming.
        var last = UInt8(ascii: " ")
        for byte in bytes {
            if byte == 0x20, last == 0x20 { return string.cleanedName }
            last = byte
        }
        let isClean = last != 0x20 && DisplayHazard.first(in: bytes.assumingMemoryBound(to: UInt8.self)) == nil
        return isClean ? string : string.cleanedName
    }
}

extension OSMPoint {
    /// Creates the nearest position of the grid; returns `nil` for one off the globe.
    init?(_ coordinate: Coordinate) {
        let (latitude, longitude) = (coordinate.latitude * 1e7, coordinate.longitude * 1e7)
        guard abs(latitude) <= 9e8, abs(longitude) <= 1.8e9 else { return nil }
        self.init(latitude: Int32(latitude.rounded()), longitude: Int32(longitude.rounded()))
    }

    var coordinate: Coordinate? { Coordinate(latitude: Double(latitude) * 1e-7, longitude: Double(longitude) * 1e-7) }
}
