import Glibc
import LKGazetteer
package import LKGeo
import LKGeocoding

/// A name on the base map.
package struct MapLabel: Sendable, Equatable {
    /// What is named.
    package enum Kind: UInt64, Sendable {
        case country, settlement
    }

    package var kind: Kind
    package var coordinate: Coordinate
    /// Of a settlement, 8 times the binary logarithm of its inhabitants; of a country, tenths of a degree from its middle to
    /// its nearest border.
    package var rank: Int
    package var name: String

    /// Maximum number of the world's largest settlements that are named.
    private static let maximumInWorld = 1000
    /// Maximum numbers of settlements named in the fine squares: in all of them, and in each.
    private static let maximumInSquares = 2000
    private static let maximumInSquare = 160

    /// Maximum number of places named in each cell around what is shown.
    private static let maximumInCell = 14
    /// Quarters are named where villages are, however large they are.
    private static let quarterRank = 8 * 7
    /// The population that is assumed for places of unknown size.
    private static let unknownPopulation = 60

    /// Returns the names of countries, of the world's largest settlements, of those in squares, and of all places near what is
    /// shown, quarters too.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    static func labels(
        of world: World, _ land: LandMap?, _ middles: [Middle], _ squares: [BaseMap.Square], _ cells: [BaseMap.Cell],
        languages: [LanguageTag]
    ) throws(GeocodingError) -> [MapLabel] {
        var labels: [MapLabel] = []
        if let land {
            for middle in middles {
                guard let code = try land.countryCode(middle.kind),
                    let name = try world.countryName(code, languages: languages)
                else { continue }
                labels.append(
                    MapLabel(
                        kind: .country, coordinate: middle.coordinate, rank: Int(middle.distance * 10),
                        name: PageText.clean(name)))
            }
        }
        var places = try world.largestPlaces(maximumInWorld)
        var known = Set(places.map(\.id))
        let maximumCount = min(maximumInSquare, maximumInSquares / max(squares.count, 1))
        for square in squares {
            guard let box = square.box else { continue }
            for place in try world.largestPlaces(maximumCount, in: box) where known.insert(place.id).inserted {
                places.append(place)
            }
        }
        var quarters: Set<Int> = []
        for cell in cells {
            guard let box = cell.box else { continue }
            for (place, isQuarter) in try world.places(maximumInCell, within: box)
            where known.insert(place.id).inserted {
                places.append(place)
                if isQuarter { quarters.insert(place.id) }
            }
        }
        let names = try world.names(in: languages)
        for place in places {
            guard let name = try names.name(of: place), !name.isEmpty else { continue }
            let population = max(place.population ?? 0, unknownPopulation)
            let rank = Int((log2(Double(population)) * 8).rounded())
            labels.append(
                MapLabel(
                    kind: .settlement, coordinate: place.coordinate,
                    rank: quarters.contains(place.id) ? min(rank, quarterRank) : rank, name: PageText.clean(name)))
        }
        let keys = labels.map { MortonOrder.key($0.coordinate) }
        return labels.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { labels[$0] }
    }

    static func packed(_ labels: [MapLabel]) -> PackedBytes {
        var bytes = PackedBytes()
        bytes.append(count: labels.count)
        bytes.append(column: labels.lazy.map { Int64(($0.coordinate.latitude * 1e4).rounded()) })
        bytes.append(column: labels.lazy.map { Int64(($0.coordinate.longitude * 1e4).rounded()) })
        for label in labels { bytes.append(label.kind.rawValue | UInt64(max(label.rank, 0)) << 1) }
        for label in labels { bytes.append(label.name) }
        return bytes
    }
}

extension MapLabel {
    /// The point of a country's land that is farthest from its border and coast.
    struct Middle: Sendable {
        var kind: UInt16
        var coordinate: Coordinate
        /// The distance to border or coast in degrees of latitude.
        var distance: Double
    }

    /// Finds the middle of each country on a grid of half a degree; countries without a point on it have none.
    static func middles(of land: LandMap) -> [Middle] {
        let (columns, rows) = (720, 360)
        func coordinate(_ column: Int, _ row: Int) -> (latitude: Double, longitude: Double) {
            (Double(row) / 2 - 89.75, Double(column) / 2 - 179.75)
        }
        var kinds = [UInt16](repeating: LandMap.water, count: columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let (latitude, longitude) = coordinate(column, row)
                kinds[row * columns + column] = land.kind(latitude: latitude, longitude: longitude)
            }
        }
        let distances = distances(kinds, columns: columns, rows: rows)
        var best: [UInt16: Int] = [:]
        for index in kinds.indices where kinds[index] != LandMap.water && kinds[index] != LandMap.unclaimed {
            if let known = best[kinds[index]], distances[known] >= distances[index] { continue }
            best[kinds[index]] = index
        }
        return best.sorted { $0.key < $1.key }.compactMap { kind, index in
            let (latitude, longitude) = coordinate(index % columns, index / columns)
            return Coordinate(latitude: latitude, longitude: longitude).map {
                Middle(kind: kind, coordinate: $0, distance: Double(distances[index]))
            }
        }
    }

    /// Returns the distance in degrees from each point of a grid to the nearest point of another kind, found by two
    /// sweeps over the neighbours.
    private static func distances(_ kinds: [UInt16], columns: Int, rows: Int) -> [Float] {
        var distances = [Float](repeating: .infinity, count: kinds.count)
        func sweep(_ indices: some Sequence<Int>, towards step: Int) {
            for index in indices {
                let (row, column) = (index / columns, index % columns)
                let narrow = Float(cos((Double(row) / 2 - 89.75) * .pi / 180)) / 2
                let diagonal = (narrow * narrow + 0.25).squareRoot()
                let neighbours = [(step, 0, narrow), (0, step, 0.5), (step, step, diagonal), (-step, step, diagonal)]
                for (east, north, length) in neighbours {
                    let other = row + north
                    guard (0..<rows).contains(other) else { continue }
                    // The western neighbour of 180°W is the last column.
                    let neighbour = other * columns + (column + east + columns) % columns
                    let isSame = kinds[neighbour] == kinds[index]
                    distances[index] = min(distances[index], isSame ? distances[neighbour] + length : length / 2)
                }
            }
        }
        sweep(kinds.indices, towards: -1)
        sweep(kinds.indices.reversed(), towards: 1)
        return distances
    }
}
