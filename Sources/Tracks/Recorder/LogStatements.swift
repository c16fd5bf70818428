import FoundationEssentials
import Geo
import Storage

/// What is written into the tables of a log.
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

    init(_ database: Database) throws(PersistenceError) {
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

    /// Writes one item and moves the position on.
    mutating func write(_ item: LogItem, _ position: inout LogPosition) throws(PersistenceError) {
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

    private mutating func write(_ item: LogItem.Point, _ position: inout LogPosition) throws(PersistenceError) {
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

    /// Writes what is kept once for the whole log.
    func finish(_ position: LogPosition, before: LogPosition) throws(PersistenceError) {
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

    /// Takes out what lies beyond a position; in a transaction.
    static func remove(after position: LogPosition, from database: Database) throws(PersistenceError) {
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
