package import LKGeo
package import LKGeocoding

extension StreetIndex {
    /// Finds the nearest corner: where two streets of different names meet.
    ///
    /// ```swift
    /// let corner = streets.corner(at: here, within: 100)
    /// print(corner?.name ?? "no corner")  // Main Street & 5th Avenue
    /// ```
    ///
    /// Streets meet where OpenStreetMap has a node of both: where they cross, where one ends at the other or continues under its
    /// name. Named paths and squares are streets too. A bridge over a street makes no corner, and neither do streets that are
    /// joined by a roundabout or ramp without a name.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - radius: The maximum distance in metres on the ground, inclusive; larger values count as 10,000 m.
    ///   - languages: The languages of the names, most wanted first; empty asks for local names.
    /// - Returns: The nearest corner, with the street that is nearer to the point first. If more than two meet, these are the
    ///   nearest one and the most important of the others. `nil` if there is no corner within the distance.
    /// - Complexity: O(log n + m log m) for the m points of streets within the distance.
    package func corner(
        at coordinate: Coordinate, within radius: Double = 50, languages: [LanguageTag] = []
    ) -> Placemark.Corner? {
        guard radius >= 0 else { return nil }
        let radius = min(radius, CornerSearch.maximumDistance)
        var reach = min(radius, CornerSearch.minimumDistance)
        while true {
            for corner in CornerSearch.corners(around: coordinate, within: reach, in: self) {
                if let named = named(corner, languages) { return named }
            }
            guard reach < radius else { return nil }
            reach = min(4 * reach, radius)
        }
    }

    /// Returns a corner with the names of two of its streets; `nil` if all have the same name.
    private func named(_ corner: CornerSearch.Corner, _ languages: [LanguageTag]) -> Placemark.Corner? {
        let naming = naming(for: languages)
        let home = surroundings(of: corner.point, areas(at: corner.point), stated: 0, naming).home
        var names: [String] = []
        for street in corner.streets where names.count < 2 {
            // Parts of one street that are far from each other are several streets of the file.
            guard let record = layout.streets[street], let name = name(record.uint32(0), naming, home: home)?.text,
                !names.contains(name)
            else { continue }
            names.append(name)
        }
        guard names.count == 2, let position = corner.point.coordinate else { return nil }
        return Placemark.Corner(streets: names, coordinate: position, distance: corner.distance)
    }
}

extension StreetIndexes {
    /// Finds the nearest corner in all indexes; see ``StreetIndex/corner(at:within:languages:)``.
    package func corner(
        at coordinate: Coordinate, within radius: Double = 50, languages: [LanguageTag] = []
    ) -> Placemark.Corner? {
        indexes.compactMap { $0.corner(at: coordinate, within: radius, languages: languages) }.min {
            $0.distance < $1.distance
        }
    }
}

/// Finds the points that several streets share.
///
/// The file has all nodes of a street, so streets that share a node have a point in common, to the last digit.
private enum CornerSearch {
    struct Corner {
        var point: OSMPoint
        /// The nearest one, then the others by importance.
        var streets: [Int]
        /// Metres on the ground.
        var distance: Double
    }

    /// Maximum distance of a corner, in metres: larger than any block, and a plane is accurate to 1 % within it.
    static let maximumDistance = 10_000.0
    /// The distance of the first search, in metres: in towns it finds a corner.
    static let minimumDistance = 100.0

    /// A point of a street.
    private struct Vertex {
        var point: OSMPoint
        var street: Int

        static func < (left: Vertex, right: Vertex) -> Bool {
            (left.point.latitude, left.point.longitude, left.street)
                < (right.point.latitude, right.point.longitude, right.street)
        }
    }

    /// Finds all corners within a distance, the nearest first.
    static func corners(around coordinate: Coordinate, within radius: Double, in index: StreetIndex) -> [Corner] {
        guard let point = OSMPoint(coordinate) else { return [] }
        // The plane only excludes what is certainly too far away.
        let reach = 1.02 * radius + 1
        let plane = LocalPlane(point)
        var vertices: [Vertex] = []
        var distances: [Int: Double] = [:]
        index.layout.fronts.forEach(intersecting: GridBox(point).expanded(by: reach)) { item in
            guard item < index.layout.pieces.count, let street = index.layout.pieces[item]?.index(0) else { return }
            let distance = index.distance(toPiece: item, plane)
            guard distance <= reach else { return }
            distances[street] = min(distances[street] ?? .infinity, distance)
            func add(_ points: PointSpan) {
                for point in points where plane.distance(to: point) <= reach {
                    vertices.append(Vertex(point: point, street: street))
                }
            }
            add(index.line(ofPiece: item))
            index.forEachRing(ofPiece: item, add)
        }
        vertices.sort(by: <)
        let view = GroundView(coordinate)
        var corners: [Corner] = []
        var next = vertices.startIndex
        while next < vertices.endIndex {
            let first = vertices[next]
            var streets = [first.street]
            while next < vertices.endIndex, vertices[next].point == first.point {
                if vertices[next].street != streets.last { streets.append(vertices[next].street) }
                next += 1
            }
            guard streets.count > 1 else { continue }
            let distance = view.distance(to: first.point)
            guard distance <= radius else { continue }
            let streetsInOrder = inOrder(streets, distances, index)
            corners.append(Corner(point: first.point, streets: streetsInOrder, distance: distance))
        }
        // Stable: equally near corners keep the order of their points.
        return corners.enumerated().sorted {
            ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
        }.map(\.element)
    }

    /// Returns the nearest street, then the others by importance.
    private static func inOrder(_ streets: [Int], _ distances: [Int: Double], _ index: StreetIndex) -> [Int] {
        func distance(_ street: Int) -> Double { distances[street] ?? .infinity }
        func rank(_ street: Int) -> UInt32 {
            (index.layout.streets[street]?.uint32(24) ?? .max) >> StreetFormat.countBits
        }
        var others = streets.sorted { (rank($0), distance($0), $0) < (rank($1), distance($1), $1) }
        guard let nearest = others.indices.min(by: { distance(others[$0]) < distance(others[$1]) }) else { return [] }
        others.insert(others.remove(at: nearest), at: 0)
        return others
    }
}
