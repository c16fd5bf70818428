import FoundationEssentials
import LKFormats
import LKGeocoding

/// A user's file of country areas, GeoPackage or GeoJSON; detects the format from the first bytes.
enum BoundaryFile {
    /// Reads the areas that have a code.
    ///
    /// - Parameter path: The file.
    /// - Returns: The areas in the order of the file.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    static func areas(path: String) throws(GeocodingError) -> [BoundaryArea] {
        let file = try MappedFile(data: path, kind: ".gpkg or .geojson", remedy: "fetch it again")
        defer { withExtendedLifetime(file) {} }
        let all =
            file.bytes.starts(with: "SQLite format 3".utf8)
            ? try GeoPackageTable.areas(path: path) : try GeoJSONAreas.areas(Data(file.bytes), path: path)
        let areas = all.filter { area in
            area.code.utf8.count == 2
                && area.code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        }
        guard !areas.isEmpty else {
            throw GeocodingError(
                .inputInvalid,
                "\(path) has no polygon with a country's code; one of these has to have it: "
                    + BoundaryArea.codeNames.joined(separator: ", "))
        }
        return areas
    }
}

/// The polygons of a GeoJSON file (RFC 7946) with their country codes; features without a code or polygon are skipped.
struct GeoJSONAreas: Decodable {
    private struct Feature: Decodable {
        var properties: [String: Property]?
        var geometry: Geometry?
    }

    /// A property value; only text is used.
    private struct Property: Decodable {
        var text: String?

        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    private struct Geometry: Decodable {
        var polygons: [[[[Double]]]]

        private enum Key: String, CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            switch try values.decode(String.self, forKey: .type) {
            case "Polygon": polygons = [try values.decode([[[Double]]].self, forKey: .coordinates)]
            case "MultiPolygon": polygons = try values.decode([[[[Double]]]].self, forKey: .coordinates)
            default: polygons = []
            }
        }
    }

    private var features: [Feature]

    /// Decodes the areas of a GeoJSON file.
    ///
    /// - Parameters:
    ///   - data: The file's content.
    ///   - path: Its path, for messages.
    /// - Returns: The areas in the order of the file.
    /// - Throws: `GeocodingError` with `inputInvalid`.
    static func areas(_ data: Data, path: String) throws(GeocodingError) -> [BoundaryArea] {
        let collection: GeoJSONAreas
        do { collection = try JSONDecoder().decode(GeoJSONAreas.self, from: data) } catch {
            throw GeocodingError(
                .inputInvalid, "\(path) is neither a GeoPackage nor a FeatureCollection of GeoJSON", underlying: error)
        }
        return try collection.features.map { feature throws(GeocodingError) in
            let properties = feature.properties ?? [:]
            let name = BoundaryArea.codeName(among: properties.keys.sorted())
            let code = name.flatMap { properties[$0]?.text } ?? ""
            let polygons = try (feature.geometry?.polygons ?? []).map { rings throws(GeocodingError) in
                try rings.map { ring throws(GeocodingError) in try Self.ring(ring, of: code, path: path) }
            }
            return BoundaryArea(code: polygons.isEmpty ? "" : code, polygons: polygons)
        }
    }

    private static func ring(
        _ positions: [[Double]], of code: String, path: String
    ) throws(GeocodingError) -> [GridPoint] {
        var ring: [GridPoint] = []
        for position in positions {
            guard position.count >= 2, let point = GridPoint(longitude: position[0], latitude: position[1]) else {
                throw GeocodingError(.inputInvalid, "\(path): the area of \(code) has a point that is not on the globe")
            }
            if ring.last != point { ring.append(point) }
        }
        if ring.count > 1, ring.first == ring.last { ring.removeLast() }
        return ring
    }
}
