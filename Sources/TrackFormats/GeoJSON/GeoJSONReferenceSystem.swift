/// The coordinate reference system that GeoJSON of 2008 may name; for RFC 7946 it is always WGS 84.
package enum GeoJSONReferenceSystem {
    /// Whether a name means WGS 84: `urn:ogc:def:crs:OGC:1.3:CRS84`, `EPSG:4326`.
    package static func isWGS84(_ name: String) -> Bool {
        let parts = name.uppercased().split { ":/#".contains($0) }
        guard let code = parts.last else { return false }
        if ["CRS84", "CRS84H", "WGS84", "WGS 84"].contains(code) { return true }
        return ["4326", "4979"].contains(code) && (parts.count == 1 || parts.contains { $0.hasPrefix("EPSG") })
    }

    /// What is said of another one.
    package static func refusal(_ name: String) -> String {
        let what = name.isEmpty ? "a reference system without a name" : String(name.prefix(80))
        return "its coordinates are in \(what) (the member \"crs\"), and are read in WGS 84 alone; convert it, as with "
            + "ogr2ogr -t_srs EPSG:4326"
    }

    /// Reads the value of the member `crs`.
    ///
    /// - Throws: ``TrackFormatError/Code/refused`` for any but WGS 84, whose coordinates would be taken for others.
    package static func check(_ tokens: inout JSONTokenizer) throws(TrackFormatError) {
        let outside = tokens.depth
        guard try tokens.next() != .null else { return }
        var name = ""
        while tokens.depth > outside {
            guard case .key = try tokens.next(), ["name", "code", "href"].contains(tokens.text.span.string) else {
                continue
            }
            let value = try tokens.next()
            if value == .string || value == .number { name = tokens.text.span.string }
        }
        guard isWGS84(name) else { throw tokens.failure(.refused, refusal(name)) }
    }
}
