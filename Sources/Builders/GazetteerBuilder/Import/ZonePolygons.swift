import FoundationEssentials
import LKGeocoding

/// The time zone polygons of timezonefinder-data, and the country of each zone according to tzdata's `zone.tab`.
struct ZonePolygons {
    /// The names of the zones, by index.
    var zones: [String]
    /// The index of each polygon's zone.
    var zoneOfPolygon: [Int]
    /// The rings; the owner of each is the index of its polygon.
    var rings: [BorderRing]
    /// The country code of each zone, by zone name.
    var countries: [String: String]

    /// Reads the zones and their polygons.
    ///
    /// - Parameters:
    ///   - folder: The folder `data` of the package.
    ///   - table: `zone.tab` of tzdata.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    init(folder: String, table: String) throws(GeocodingError) {
        zones = try Self.lines("\(folder)/timezone_names.txt")
        zoneOfPolygon = try NumPyArray(path: "\(folder)/zone_ids.npy").values
        let boundaries = try PackedRings(folder: "\(folder)/boundaries").rings
        let holes = try PackedRings(folder: "\(folder)/holes").rings
        let references = try NumPyArray(path: "\(folder)/holes/poly_ref.npy").values
        let registry: [String: [Int]]
        do {
            let data = try Data(contentsOf: URL(filePath: "\(folder)/hole_registry.json"))
            registry = try JSONDecoder().decode([String: [Int]].self, from: data)
        } catch {
            throw GeocodingError(.inputInvalid, "cannot read \(folder)/hole_registry.json", underlying: error)
        }
        func wrong() -> GeocodingError {
            GeocodingError(.inputInvalid, "the tables in \(folder) are inconsistent; fetch the package again")
        }
        guard zoneOfPolygon.count == boundaries.count, zoneOfPolygon.allSatisfy(zones.indices.contains) else {
            throw wrong()
        }
        rings = boundaries.enumerated().map { BorderRing(owner: $0.offset, isHole: false, points: $0.element) }
        for (name, entry) in registry.sorted(by: { $0.key < $1.key }) {
            guard let owner = Int(name), boundaries.indices.contains(owner), entry.count == 2, entry[0] >= 0,
                entry[1] >= 0, entry[0] <= references.count, entry[1] <= references.count - entry[0]
            else { throw wrong() }
            for reference in references[entry[1]..<entry[1] + entry[0]] {
                // Most holes are identical to the ring of the zone inside them, and are stored as references to it.
                let list = reference >= 0 ? boundaries : holes
                let index = reference >= 0 ? reference : -(reference + 1)
                guard list.indices.contains(index) else { throw wrong() }
                rings.append(BorderRing(owner: owner, isHole: true, points: list[index]))
            }
        }
        countries = [:]
        for line in try Self.lines(table) where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t")
            guard fields.count >= 3, fields[0].utf8.count == 2 else {
                throw GeocodingError(.inputInvalid, "\(table): not a line of country, position and zone: \(line)")
            }
            countries[String(fields[2])] = String(fields[0])
        }
    }

    private static func lines(_ path: String) throws(GeocodingError) -> [String] {
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        } catch {
            throw GeocodingError(.dataUnreadable, "cannot read \(path)", underlying: error)
        }
    }
}

/// Reads the integers of a NumPy file (`.npy`, NEP 1): a header with their type, then the numbers.
struct NumPyArray {
    var values: [Int]

    init(path: String) throws(GeocodingError) {
        let data: Data
        do { data = try Data(contentsOf: URL(filePath: path)) } catch {
            throw GeocodingError(.dataUnreadable, "cannot read \(path)", underlying: error)
        }
        guard let array = Self(bytes: Array(data)) else {
            throw GeocodingError(.inputInvalid, "\(path) is not an array of little-endian integers; fetch it again")
        }
        self = array
    }

    init?(bytes: [UInt8]) {
        guard bytes.count >= 10, bytes.starts(with: [0x93] + Array("NUMPY".utf8)), bytes[6] == 1 else { return nil }
        let start = 10 + Int(bytes[8]) + Int(bytes[9]) << 8
        guard start <= bytes.count else { return nil }
        let header = String(decoding: bytes[10..<start], as: UTF8.self)
        guard header.contains("'fortran_order': False"),
            let type = ["|u1", "<u2", "<u4", "<i2", "<i4"].first(where: { header.contains("'\($0)'") })
        else { return nil }
        let size = Int(type.last == "1" ? 1 : type.last == "2" ? 2 : 4)
        guard (bytes.count - start).isMultiple(of: size) else { return nil }
        let isSigned = type.dropFirst().first == "i"
        values = stride(from: start, to: bytes.count, by: size).map { offset in
            let raw = (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
            return isSigned && raw >> (8 * size - 1) == 1 ? raw - (1 << (8 * size)) : raw
        }
    }
}
