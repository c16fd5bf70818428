import LKGeo

/// Squares around positions in which coasts and lakes are drawn as finely as the data have them.
package struct NearShores: Sendable {
    /// A square, by its south-western corner in parts of a degree.
    package struct Square: Hashable, Sendable {
        package var south: Int
        package var west: Int
    }

    /// Squares of a degree of latitude and longitude.
    package static let perDegree = 4
    /// Steps of a degree in which they are packed: 22 m.
    private static let scale = 5000.0
    private static let maximumSquares = 48
    /// Maximum number of bytes before compression; squares with the most positions are added first.
    private static let maximumBytes = 150_000

    /// The squares and what is in them, packed.
    private(set) var squares: [(square: Square, bytes: PackedBytes)] = []

    /// Creates a collection without squares.
    init() {}

    /// Creates the squares with positions in or beside them, those with the most first.
    ///
    /// - Parameters:
    ///   - coordinates: The positions.
    ///   - file: The coasts and lakes.
    ///   - isWanted: Whether a degree, by its south-western corner, may have some.
    /// - Throws: ``MapError/Code/dataDamaged``.
    init(
        around coordinates: some Sequence<Coordinate>, _ file: ShoreFile, isWanted: (_ south: Int, _ west: Int) -> Bool
    ) throws(MapError) {
        guard let level = file.levels.first, level.height == 1, level.width == 1 else { return }
        var own: [Square: Int] = [:]
        let parts = Double(Self.perDegree)
        for coordinate in coordinates {
            let south = Int((min(coordinate.latitude, 89.99) * parts).rounded(.down))
            let west = Int((coordinate.longitude * parts).rounded(.down))
            own[Square(south: south, west: Self.turned(west)), default: 0] += 1
        }
        var counts: [Square: Int] = [:]
        for (square, count) in own {
            for north in -1...1 {
                for east in -1...1 {
                    let near = Square(south: square.south + north, west: Self.turned(square.west + east))
                    // Of those without a position, the neighbours of many come first.
                    counts[near, default: 0] += near == square ? 1_000_000 * count : count
                }
            }
        }
        let sorted = counts.sorted { ($1.value, $0.key.south, $0.key.west) < ($0.value, $1.key.south, $1.key.west) }
        var (size, shores): (Int, [Square: Shores]) = (0, [:])
        for square in sorted.lazy.map(\.key) where (-90 * Self.perDegree..<90 * Self.perDegree).contains(square.south) {
            let degree = Square(
                south: Int((Double(square.south) / parts).rounded(.down)),
                west: Int((Double(square.west) / parts).rounded(.down)))
            guard squares.count < Self.maximumSquares, size < Self.maximumBytes else { return }
            guard isWanted(degree.south, degree.west) else { continue }
            let whole: Shores
            if let known = shores[degree] {
                whole = known
            } else {
                whole = try file.square(level: 0, row: degree.south + 90, column: degree.west + 180)
                shores[degree] = whole
            }
            let low = MapPoint(Double(square.west), Double(square.south)) / parts
            let part = whole.clipped(to: ShoreBox(low: low, high: low + 1 / parts))
            let bytes = Outline(coasts: part.coasts, lakes: part.lakes, sounds: part.sounds).packed(
                scale: Self.scale, minimumArea: 4)
            squares.append((square, bytes))
            size += bytes.bytes.count
        }
    }

    /// Returns a column of squares, continued from 180°W beyond 180°E.
    private static func turned(_ west: Int) -> Int {
        let (low, all) = (-180 * perDegree, 360 * perDegree)
        return west < low ? west + all : west >= low + all ? west - all : west
    }

    /// Returns the squares as `BaseMap` in page.js reads them.
    func packed() -> PackedBytes {
        var bytes = PackedBytes()
        bytes.append(count: Self.perDegree)
        bytes.append(count: squares.count)
        for (square, outline) in squares {
            bytes.append(signed: Int64(square.south))
            bytes.append(signed: Int64(square.west))
            bytes.append(outline)
        }
        return bytes
    }
}

extension Outline {
    /// Creates the outline of an area from its shores, and from lines between countries, of which the parts on land are kept.
    ///
    /// - Parameters:
    ///   - shores: Coasts and lakes.
    ///   - borders: Lines between the countries, also at sea.
    ///   - latitudes: Those of the area.
    ///   - step: How closely to look whether a border is on land, in degrees.
    init(_ shores: Shores, borders: [[MapPoint]], latitudes: ClosedRange<Double>, step: Double) {
        coasts = shores.coasts
        lakes = shores.lakes
        sounds = shores.sounds
        guard !borders.isEmpty else { return }
        let rows = min(max(Int((latitudes.upperBound - latitudes.lowerBound) * 10), 64), 1800)
        let ground = ShoreGround(shores, low: latitudes.lowerBound, high: latitudes.upperBound, rows: rows)
        self.borders = ShoreGround.parts(of: borders, step: step, where: ground.isLand)
    }
}

extension ShoreGround {
    /// The lakes that can be seen on a map of the world; `nil` without the embedded data.
    static let lakesOfTheWorld: ShoreGround? = ShoreFile.embedded.flatMap { file in
        let shores = try? file.square(level: file.levels.count - 1, row: 0, column: 0)
        return shores.map { ShoreGround($0, low: -90, high: 90, rows: 1800) }
    }
}
