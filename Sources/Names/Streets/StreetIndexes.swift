package import LKGeo
package import LKGeocoding

/// Street indexes that answer together: the finest answer counts.
///
/// ```swift
/// let streets = StreetIndexes(indexes: [try StreetIndex(path: "liechtenstein.streets")])
/// let geocoder = Geocoder([OfflineProvider(world: try World.embedded(), streets: streets)])
/// ```
///
/// ``RegionStore/open()`` opens those that are installed.
package struct StreetIndexes: Sendable {
    /// The indexes, which may overlap: the finest answer counts, of equally fine ones the nearest.
    package let indexes: [StreetIndex]

    /// Metres within which the nearest corner replaces the street of an answer without a house number: Main Street & 5th Avenue.
    ///
    /// `nil`, the default, names the street alone. See `Placemark.corner`.
    package var cornerReach: Double?

    /// Creates a collection of street indexes.
    package init(indexes: [StreetIndex]) { self.indexes = indexes }

    /// Checks that no other program has shortened one of the files; see `StreetIndex.checkIntact()`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func checkIntact() throws(GeocodingError) { for index in indexes { try index.checkIntact() } }

    /// Finds what a query may mean in all indexes, the best match first; see `StreetIndex.search`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged` if a file was shortened meanwhile.
    package func search(
        _ query: StreetQuery, limit: Int = 10, near: Coordinate? = nil, languages: [LanguageTag] = []
    ) throws(GeocodingError) -> [StreetMatch] {
        var matches = indexes.flatMap { $0.search(query, limit: limit, near: near, languages: languages) }
        try checkIntact()
        guard indexes.count > 1 else { return matches }
        matches.sort { $0.rank < $1.rank }
        var kept: [StreetMatch] = []
        for match in matches where kept.count < limit && !kept.contains(where: { $0.isSame(as: match) }) {
            kept.append(match)
        }
        return kept
    }

    /// Finds the names of a point by the index that covers it best; returns `nil` if none does.
    ///
    /// With ``cornerReach``, a corner that is near replaces the street.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged` if a file was shortened meanwhile.
    package func placemark(
        at coordinate: Coordinate, languages: [LanguageTag]
    ) throws(GeocodingError) -> Placemark? {
        var placemark = finest(at: coordinate, languages: languages)
        if let cornerReach, placemark?.precision == .street,
            let corner = corner(at: coordinate, within: cornerReach, languages: languages)
        {
            placemark?.replaceStreet(by: corner)
        }
        try checkIntact()
        return placemark
    }

    private func finest(at coordinate: Coordinate, languages: [LanguageTag]) -> Placemark? {
        guard indexes.count != 1 else { return indexes[0].placemark(at: coordinate, languages: languages) }
        var best: (placemark: Placemark, rank: Rank)?
        for index in indexes {
            guard let placemark = index.placemark(at: coordinate, languages: languages) else { continue }
            let rank = Rank(placemark, index)
            if let best, !(rank < best.rank) { continue }
            best = (placemark, rank)
        }
        return best?.placemark
    }
}

/// How well an index covers a point; lower is better.
private struct Rank: Comparable {
    private let precision: Int
    /// 0 where the extract has the country, 1 where it has the city, else 2: at a seam the other extract has cut boundaries.
    private let surroundings: Int
    private let distance: Double
    /// So that the order of the files does not matter.
    private let origin: String

    init(_ placemark: Placemark, _ index: StreetIndex) {
        precision = Placemark.Precision.allCases.firstIndex(of: placemark.precision) ?? 0
        let hasCity = placemark.locality != nil && !placemark.isLocalityNearest
        surroundings = placemark.isoCountryCode != nil ? 0 : hasCity ? 1 : 2
        distance = placemark.place?.distance ?? .infinity
        origin = index.origin
    }

    static func < (left: Rank, right: Rank) -> Bool {
        (left.precision, left.surroundings, left.distance, left.origin)
            < (right.precision, right.surroundings, right.distance, right.origin)
    }
}
