import FoundationEssentials
import LKGeocoding

/// The border files in the builder's folder: all three or none.
///
/// They are `zones` (the folder `data` of timezonefinder-data), `zone.tab` of tzdata, and `world_map.gpkg` of QGIS.
struct BorderInput {
    var zones: ZonePolygons
    /// Natural Earth's first-order divisions: country code, name.
    var divisions: [GeoPackageTable.Row]
    /// Areas that override the zones' countries.
    var areas = BoundaryArea.known

    /// Reads the border files in the builder's folder.
    ///
    /// - Parameters:
    ///   - folder: The builder's folder.
    ///   - boundaries: A user's own country areas: GeoPackage or GeoJSON.
    /// - Returns: `nil` when the folder has no borders.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    static func read(folder: String, boundaries: [String] = []) throws(GeocodingError) -> BorderInput? {
        let paths = ["zones", "zone.tab", "world_map.gpkg"].map { "\(folder)/\($0)" }
        let missing = paths.filter { !FileManager.default.fileExists(atPath: $0) }
        if missing.count == paths.count, boundaries.isEmpty { return nil }
        if let path = missing.first {
            throw GeocodingError(.dataUnreadable, "\(path) is missing; Scripts/build-world-data puts it there")
        }
        var areas = BoundaryArea.known
        for path in boundaries { areas += try BoundaryFile.areas(path: path) }
        return BorderInput(
            zones: try ZonePolygons(folder: paths[0], table: paths[1]),
            divisions: try GeoPackageTable(path: paths[2], table: "states_provinces", columns: ["iso_a2", "name"]).rows,
            areas: areas)
    }

    /// The rings of the divisions.
    var divisionRings: [BorderRing] { Self.rings(divisions.map(\.polygons)) }

    /// The rings of the areas.
    var areaRings: [BorderRing] { Self.rings(areas.map(\.polygons)) }

    private static func rings(_ areas: [[[[GridPoint]]]]) -> [BorderRing] {
        areas.enumerated().flatMap { index, polygons in
            polygons.flatMap { polygon in
                polygon.enumerated().map { BorderRing(owner: index, isHole: $0.offset > 0, points: $0.element) }
            }
        }
    }
}
