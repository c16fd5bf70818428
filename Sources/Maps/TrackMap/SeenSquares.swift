import FoundationEssentials
import LKFormats
import LKGazetteer
import LKGeo
import LKGeocoding

/// A square of about 500 m.
struct SeenSquare: Hashable, Comparable {
    private static let steps = 200.0
    private var row: Int
    private var column: Int

    init(_ coordinate: Coordinate) {
        row = Int((coordinate.latitude * Self.steps).rounded(.down))
        column = Int((coordinate.longitude * Self.steps).rounded(.down))
    }

    var middle: Coordinate {
        let latitude = min((Double(row) + 0.5) / Self.steps, 90)
        let longitude = min((Double(column) + 0.5) / Self.steps, 180)
        // Both are in range: a row begins at a latitude, a column at a longitude.
        return Coordinate(latitude: latitude, longitude: longitude)!
    }

    static func < (left: Self, right: Self) -> Bool { (left.row, left.column) < (right.row, right.column) }
}

/// How often tracks were in each square, and on how many days.
struct SeenSquares: Sendable {
    /// What was seen in a square.
    struct Seen: Sendable {
        /// The middle of the square, and the first position in it.
        let middle: Coordinate
        let first: Coordinate
        fileprivate(set) var positions = 0
        fileprivate(set) var days = 0
        fileprivate var zone: ZoneFile?
        /// The seconds since 1970 of the last local day.
        fileprivate var day = 0.0..<0.0
    }

    private var squares: [SeenSquare: Seen] = [:]
    private var zones: [String: ZoneFile] = [:]

    /// The square of most days, then of most positions.
    var best: Seen? {
        let best = squares.max {
            ($0.value.days, $0.value.positions, $1.key) < ($1.value.days, $1.value.positions, $0.key)
        }
        return best?.value
    }

    /// Counts a position.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``.
    mutating func add(_ location: Location, _ world: World) throws(MapError) {
        let square = SeenSquare(location.coordinate)
        if squares[square] == nil {
            squares[square] = Seen(
                middle: square.middle, first: location.coordinate, zone: try zone(location.coordinate, world))
        }
        squares[square]?.add(location.timestamp)
    }

    private mutating func zone(_ coordinate: Coordinate, _ world: World) throws(MapError) -> ZoneFile? {
        do throws(GeocodingError) {
            guard let name = try world.timeZone(at: coordinate) else { return nil }
            if zones[name] == nil { zones[name] = ZoneFile(named: name) }
            return zones[name]
        } catch {
            throw MapError(error)
        }
    }
}

extension SeenSquares.Seen {
    /// Counts a position and its day; tracks are in order of time, so a day that recurs is rare, and is counted again.
    fileprivate mutating func add(_ timestamp: Date?) {
        positions += 1
        guard let time = timestamp?.timeIntervalSince1970, time.magnitude < 1e12, !day.contains(time) else { return }
        let offset = Double(zone?.offset(at: Int(time)) ?? 0)
        let start = ((time + offset) / 86_400).rounded(.down) * 86_400 - offset
        day = start..<start + 86_400
        days += 1
    }
}
