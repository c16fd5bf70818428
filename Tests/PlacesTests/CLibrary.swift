import CLocationKit
import Foundation
import LocationKitStreetImport
import TestSupport
import Testing

/// What a C program does, for tests: handles, and results as Swift values.
final class CLibrary {
    private(set) var world: OpaquePointer?
    private(set) var geocoder: OpaquePointer?
    private var message = [CChar](repeating: 0, count: Int(LK_MESSAGE_SIZE))

    init(languages: String? = "en", streets: [OpaquePointer?] = [], flags: UInt32 = 0) throws {
        try #require(lk_world_open(nil, &world, &message, message.count) == LK_OK)
        let code = streets.withUnsafeBufferPointer {
            lk_geocoder_open(world, languages, $0.baseAddress, $0.count, flags, &geocoder, &message, message.count)
        }
        try #require(code == LK_OK, "\(text)")
    }

    deinit {
        lk_geocoder_close(geocoder)
        lk_world_close(world)
    }

    /// The last message.
    var text: String { String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) }

    static let allColumns = UInt64(1) << UInt64(LK_COLUMN_COUNT) - 1

    /// One point, with texts and numbers by the names of the columns.
    func reverse(_ latitude: Double, _ longitude: Double) throws -> [String: String] {
        var place = lk_place()
        defer { lk_place_release(&place) }
        let code = lk_reverse(
            geocoder, latitude, longitude, Self.allColumns, &place, MemoryLayout<lk_place>.size, &message,
            message.count)
        try #require(code == LK_OK, "\(text)")
        return Self.values(of: place)
    }

    /// The places of a name or address: as one point, with the name that matched and the position.
    func search(
        _ name: String, near: (latitude: Double, longitude: Double) = (.nan, .nan), limit: Int = 10
    ) throws -> [[String: String]] {
        var places = [lk_place](repeating: lk_place(), count: limit)
        var count = 0
        let code = lk_search(
            geocoder, name, near.latitude, near.longitude, &places, MemoryLayout<lk_place>.stride, limit, &count,
            &message, message.count)
        try #require(code == LK_OK, "\(text)")
        return places.indices.prefix(count).map { index in
            var values = Self.values(of: places[index])
            values["name"] = places[index].name.map { String(cString: $0) }
            values["latitude"] = "\(places[index].latitude)"
            values["longitude"] = "\(places[index].longitude)"
            lk_place_release(&places[index])
            return values
        }
    }

    static func values(of place: lk_place) -> [String: String] {
        let texts: [String: UnsafePointer<CChar>?] = [
            "country_code": place.country_code, "country": place.country, "state": place.state, "county": place.county,
            "city": place.city, "sub_locality": place.sub_locality, "address": place.address, "street": place.street,
            "house_number": place.house_number, "postcode": place.postcode,
            "place_of_interest": place.place_of_interest, "time_zone": place.time_zone, "precision": place.precision,
            "provider": place.provider, "border_country_code": place.border_country_code, "claims": place.claims,
            "attribution": place.attribution,
        ]
        let numbers = [
            "distance_m": place.distance_m, "border_m": place.border_m, "place_latitude": place.place_latitude,
            "place_longitude": place.place_longitude, "confidence": place.confidence,
        ]
        var values = texts.compactMapValues { $0.map { String(cString: $0) } }
        for (name, number) in numbers where !number.isNaN { values[name] = "\(number)" }
        if place.geoname_id >= 0 { values["geoname_id"] = "\(place.geoname_id)" }
        if place.population >= 0 { values["population"] = "\(place.population)" }
        if place.border_certain >= 0 { values["border_certain"] = place.border_certain == 1 ? "true" : "false" }
        if place.interpolated >= 0 { values["interpolated"] = place.interpolated == 1 ? "true" : "false" }
        return values
    }

    /// A batch; the caller releases both structures.
    func batch(
        _ points: [(Double, Double)], columns: UInt64 = allColumns, threads: Int32 = 1, flags: UInt32 = 0
    ) throws -> (schema: ArrowSchema, array: ArrowArray) {
        let (code, schema, array) = answer(points, columns: columns, threads: threads, flags: flags)
        try #require(code == LK_OK, "\(text)")
        return (schema, array)
    }

    /// The code of a batch, and the structures if that is `LK_OK`.
    func answer(
        _ points: [(Double, Double)], columns: UInt64, threads: Int32 = 1, flags: UInt32 = 0
    ) -> (code: Int32, schema: ArrowSchema, array: ArrowArray) {
        var (schema, array) = (ArrowSchema(), ArrowArray())
        var options = lk_options(
            size: MemoryLayout<lk_options>.size, columns: columns, threads: threads, flags: flags)
        let code = lk_reverse_batch(
            geocoder, points.map(\.0), points.map(\.1), Int64(points.count), &options, &schema, &array, &message,
            message.count)
        return (code, schema, array)
    }

    /// A batch as rows of values by the names of the columns.
    func rows(
        _ points: [(Double, Double)], columns: UInt64 = allColumns, threads: Int32 = 1, flags: UInt32 = 0
    ) throws -> [[String: String]] {
        var (schema, array) = try batch(points, columns: columns, threads: threads, flags: flags)
        defer {
            schema.release(&schema)
            array.release(&array)
        }
        return ArrowReading.rows(schema, array)
    }

    /// The different answers of a batch, and the number of each point's.
    func distinctRows(
        _ points: [(Double, Double)], columns: UInt64, threads: Int32 = 1, flags: UInt32 = 0
    ) throws -> (rows: [[String: String]], numbers: [Int]) {
        var (schema, array) = try batch(
            points, columns: columns, threads: threads, flags: flags | UInt32(LK_DISTINCT))
        defer {
            schema.release(&schema)
            array.release(&array)
        }
        return try ArrowReading.distinctRows(schema, array)
    }
}

/// Reads Arrow's memory as its specification says, to judge what the library wrote.
enum ArrowReading {
    static func distinctRows(
        _ schema: ArrowSchema, _ array: ArrowArray
    ) throws -> (rows: [[String: String]], numbers: [Int]) {
        #expect(String(cString: schema.format) == "i" && schema.n_children == 0 && schema.flags == 0)
        #expect(array.n_buffers == 2 && array.buffers[0] == nil && array.null_count == 0 && array.offset == 0)
        let type = try #require(schema.dictionary).pointee
        let dictionary = try #require(array.dictionary).pointee
        let values = try #require(array.buffers[1])
        let numbers = (0..<Int(array.length)).map { Int(values.load(fromByteOffset: $0 * 4, as: Int32.self)) }
        try #require(numbers.allSatisfy { (0..<Int(dictionary.length)).contains($0) })
        return (rows(type, dictionary), numbers)
    }

    static func rows(_ schema: ArrowSchema, _ array: ArrowArray) -> [[String: String]] {
        #expect(String(cString: schema.format) == "+s" && schema.n_children == array.n_children)
        #expect(array.n_buffers == 1 && array.buffers[0] == nil && array.null_count == 0 && array.offset == 0)
        var rows = [[String: String]](repeating: [:], count: Int(array.length))
        for child in 0..<Int(array.n_children) {
            guard let type = schema.children[child]?.pointee, let column = array.children[child]?.pointee else {
                continue
            }
            let name = String(cString: type.name)
            #expect(column.length == array.length, "\(name)")
            #expect(type.flags & Int64(ARROW_FLAG_NULLABLE) != 0)
            var nulls = 0
            for row in rows.indices {
                if let value = value(type, column, row) { rows[row][name] = value } else { nulls += 1 }
            }
            #expect(nulls == Int(column.null_count), "\(name)")
        }
        return rows
    }

    private static func value(_ type: ArrowSchema, _ column: ArrowArray, _ row: Int) -> String? {
        if let bits = column.buffers[0] {
            guard bits.load(fromByteOffset: row / 8, as: UInt8.self) >> (row % 8) & 1 == 1 else { return nil }
        }
        let format = String(cString: type.format)
        guard let values = column.buffers[1] else { return nil }
        switch format {
        case "g": return "\(values.load(fromByteOffset: row * 8, as: Double.self))"
        case "l": return "\(values.load(fromByteOffset: row * 8, as: Int64.self))"
        case "b": return values.load(fromByteOffset: row / 8, as: UInt8.self) >> (row % 8) & 1 == 1 ? "true" : "false"
        case "i":
            guard let type = type.dictionary?.pointee, let dictionary = column.dictionary?.pointee else { return nil }
            let index = Int(values.load(fromByteOffset: row * 4, as: Int32.self))
            guard (0..<Int(dictionary.length)).contains(index) else { return "index \(index)" }
            return value(type, dictionary, index)
        case "u":
            let start = Int(values.load(fromByteOffset: row * 4, as: Int32.self))
            let end = Int(values.load(fromByteOffset: row * 4 + 4, as: Int32.self))
            guard start <= end, let texts = column.buffers[2] else { return "offsets \(start) \(end)" }
            let bytes = UnsafeRawBufferPointer(start: texts + start, count: end - start)
            return String(validating: bytes, as: UTF8.self) ?? "not UTF-8"
        default: return "format \(format)"
        }
    }
}

/// Points where people live, in no order, some of them at sea.
func scatteredPoints(_ count: Int, seed: UInt64 = 1) -> [(Double, Double)] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
        (Double.random(in: -60...75, using: &generator), Double.random(in: -180...180, using: &generator))
    }
}

/// The index of a street with one house in Vaduz.
func streetIndex(in folder: TemporaryFolder) throws -> String {
    let xml = """
        <?xml version="1.0"?><osm version="0.6"><bounds minlat="47.13" minlon="9.51" maxlat="47.15" maxlon="9.53"/>
        <node id="1" version="1" lat="47.1385" lon="9.5210"/><node id="2" version="1" lat="47.1385" lon="9.5230"/>
        <node id="3" version="1" lat="47.1386" lon="9.5220"><tag k="addr:housenumber" v="43"/>
        <tag k="addr:street" v="Städtle"/><tag k="addr:postcode" v="9490"/><tag k="addr:city" v="Vaduz"/></node>
        <way id="4" version="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Städtle"/></way>
        </osm>
        """
    try folder.write("vaduz.osm", Data(xml.utf8))
    try StreetImport.run(files: [folder.file("vaduz.osm")], to: folder.file("vaduz.streets"))
    return folder.file("vaduz.streets")
}
