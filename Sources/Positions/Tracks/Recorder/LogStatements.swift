import FoundationEssentials
import LKGeo
import LKStorage

/// The prepared statements that write a log.
struct LogStatements {
    private let point: Database.Statement
    private let segment: Database.Statement
    private let waypoint: Database.Statement
    private let note: Database.Statement
    private let visit: Database.Statement
    private let track: Database.Statement
    private let suppressed: Database.Statement
    private var pointLocation: LocationBinder
    private var waypointLocation: LocationBinder

    init(_ database: Database) throws(StorageError) {
        let names = LocationColumns.names
        let parameters = LocationColumns.parameters
        point = try database.statement(
            "INSERT INTO point (id, segment, arrival, \(names)) VALUES (?, ?, ?, \(parameters))")
        segment = try database.statement("INSERT INTO segment (id, reason, device) VALUES (?, ?, ?)")
        waypoint = try database.statement(
            """
            INSERT INTO waypoint (id, point, name, note, symbol, device, \(names))
            VALUES (?, ?, ?, ?, ?, ?, \(parameters))
            """)
        note = try database.statement("INSERT INTO note (id, point, written, text) VALUES (?, ?, ?, ?)")
        visit = try database.statement(
            """
            REPLACE INTO visit (id, arrival, departure, latitude, longitude, spread, count, under_way)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        track = try database.statement("UPDATE track SET state = ?, distance = ? WHERE id = 1")
        suppressed = try database.statement("REPLACE INTO suppressed (reason, count) VALUES (?, ?)")
        pointLocation = LocationBinder(point, from: 4)
        waypointLocation = LocationBinder(waypoint, from: 7)
    }

    /// Writes one item and advances the position.
    mutating func write(_ item: LogItem, _ position: inout LogPosition) throws(StorageError) {
        switch item {
        case .point(let item): try write(item, &position)
        case .waypoint(let item):
            position.waypoint += 1
            waypoint.bind(position.waypoint, at: 1)
            waypoint.bind(position.point, at: 2)
            waypoint.bind(item.name, at: 3)
            waypoint.bind(item.note, at: 4)
            waypoint.bind(item.symbol, at: 5)
            waypoint.bind(item.location.device, at: 6)
            waypointLocation.bind(item.location)
            try waypoint.run()
        case .note(let item):
            position.note += 1
            note.bind(position.note, at: 1)
            note.bind(position.point, at: 2)
            note.bind(item.date.timeIntervalSince1970, at: 3)
            note.bind(item.text, at: 4)
            try note.run()
        case .visit(let item, let number, let isUnderWay):
            position.visit = number
            visit.bind(number, at: 1)
            visit.bind(item.arrival.timeIntervalSince1970, at: 2)
            visit.bind(item.departure.timeIntervalSince1970, at: 3)
            visit.bind(item.coordinate.latitude, at: 4)
            visit.bind(item.coordinate.longitude, at: 5)
            visit.bind(item.spread, at: 6)
            visit.bind(Int64(item.count), at: 7)
            visit.bind(isUnderWay ? Int64(1) : 0, at: 8)
            try visit.run()
        }
    }

    private mutating func write(_ item: LogItem.Point, _ position: inout LogPosition) throws(StorageError) {
        if let reason = item.beginning {
            position.segment += 1
            segment.bind(position.segment, at: 1)
            segment.bind(reason.rawValue, at: 2)
            segment.bind(item.location.device, at: 3)
            try segment.run()
        }
        position.point += 1
        position.distance = item.distance
        position.last = item.location
        position.arrival = item.arrival
        point.bind(position.point, at: 1)
        point.bind(position.segment, at: 2)
        point.bind(item.arrival.timeIntervalSince1970, at: 3)
        pointLocation.bind(item.location)
        try point.run()
    }

    /// Writes the values kept once per log.
    func finish(_ position: LogPosition, before: LogPosition) throws(StorageError) {
        if position.state != before.state || position.distance != before.distance {
            track.bind(position.state.rawValue, at: 1)
            track.bind(position.distance, at: 2)
            try track.run()
        }
        for (reason, count) in position.suppressed where before.suppressed[reason] != count {
            suppressed.bind(reason.rawValue, at: 1)
            suppressed.bind(Int64(count), at: 2)
            try suppressed.run()
        }
    }

    /// Deletes everything after a position; in a transaction.
    static func remove(after position: LogPosition, from database: Database) throws(StorageError) {
        let ends = [
            ("point", position.point), ("segment", position.segment), ("waypoint", position.waypoint),
            ("note", position.note), ("visit", position.visit),
        ]
        for (table, end) in ends {
            let statement = try database.statement("DELETE FROM \(table) WHERE id > ?")
            statement.bind(end, at: 1)
            try statement.run()
        }
    }
}

/// An item to write.
enum LogItem: Sendable {
    case point(Point)
    case waypoint(Waypoint)
    case note(TrackLog.Note)
    /// A visit was detected or has ended; the number is the same both times.
    case visit(Visit, number: Int64, isUnderWay: Bool)

    /// A kept fix.
    struct Point: Sendable {
        var location: Location
        /// When it arrived, by the system clock.
        var arrival: Date
        /// Why it begins a segment, if it does.
        var beginning: TrackLog.SegmentReason?
        /// The length of the track up to it, in metres.
        var distance: Double
    }

    /// Whether it may be dropped: a point that does not begin a segment.
    var canBeThinned: Bool {
        if case .point(let point) = self { point.beginning == nil } else { false }
    }
}

extension [LogItem] {
    /// Drops every other fix, but never a segment's first, the last one, a mark or a note.
    ///
    /// - Returns: The number of dropped fixes.
    mutating func thin() -> Int {
        let before = count
        let last = lastIndex { $0.canBeThinned }
        var isKept = true
        var index = startIndex
        removeAll { item in
            defer { index += 1 }
            guard item.canBeThinned, index != last else { return false }
            isKept.toggle()
            return !isKept
        }
        return before - count
    }
}

/// The state of a log, from which the next recording continues.
struct LogPosition: Sendable {
    // The last number of each kind; 0 for none.
    var point: Int64 = 0
    var segment: Int64 = 0
    var waypoint: Int64 = 0
    var note: Int64 = 0
    var visit: Int64 = 0
    /// The length of the track, in metres.
    var distance = 0.0
    var state = TrackLog.State.recording
    /// The last point and its arrival.
    var last: Location?
    var arrival: Date?
    /// The numbers of suppressed fixes.
    var suppressed: [LocationFilter.Reason: Int] = [:]
}

extension LogPosition {
    /// Reads the state of a log.
    ///
    /// - Throws: ``TrackError`` with ``TrackError/Code/damaged``: a damaged log is not continued.
    init(reading database: Database) throws(TrackError) {
        let about = try TrackLog.information(database)
        distance = about.distance
        state = about.state
        suppressed = about.suppressed
        do throws(StorageError) {
            func last(_ table: String) throws(StorageError) -> Int64 {
                let number = try database.integer("SELECT ifnull(max(id), 0) FROM \(table)") ?? 0
                // Later numbers would overflow.
                guard number >= 0, number < .max / 2 else {
                    throw StorageError(.corrupt, "\(database.path): a number in \(table) is out of range")
                }
                return number
            }
            (point, segment) = (try last("point"), try last("segment"))
            (waypoint, note, visit) = (try last("waypoint"), try last("note"), try last("visit"))
        } catch { throw TrackError(error, path: database.path) }
        var found: (Location, Date)?
        try TrackLog.rows(
            database,
            """
            SELECT p.arrival, s.device, \(LocationColumns.names)
            FROM point p JOIN segment s ON s.id = p.segment ORDER BY p.id DESC LIMIT 1
            """, "point"
        ) { (row) throws(ColumnProblem) in
            let location = try LocationColumns.read(row, from: 2, device: try row.optionalText(1))
            found = (location, Date(timeIntervalSince1970: try row.number(0)))
        }
        (last, arrival) = (found?.0, found?.1)
    }
}
