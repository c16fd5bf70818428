import FoundationEssentials
import Geo
import Storage

/// Where a log stands: what the next recording goes on from.
struct LogPosition: Sendable {
    // The numbers of the last of each; 0 for none.
    var point: Int64 = 0
    var segment: Int64 = 0
    var waypoint: Int64 = 0
    var note: Int64 = 0
    var visit: Int64 = 0
    /// The length of the whole way, in metres.
    var distance = 0.0
    var state = TrackLog.State.recording
    /// The last point and when it came.
    var last: Location?
    var arrival: Date?
    /// How many fixes were not kept.
    var suppressed: [SuppressionReason: Int] = [:]
}

extension LogPosition {
    /// Reads where a log stands.
    ///
    /// - Throws: ``TrackError`` with ``TrackError/Code/damaged``: a damaged log is not continued.
    init(reading database: Database) throws(TrackError) {
        let about = try TrackLog.information(database)
        distance = about.distance
        state = about.state
        suppressed = about.suppressed
        do throws(PersistenceError) {
            func last(_ table: String) throws(PersistenceError) -> Int64 {
                let number = try database.integer("SELECT ifnull(max(id), 0) FROM \(table)") ?? 0
                // Nothing could be numbered after it.
                guard number >= 0, number < .max / 2 else {
                    throw PersistenceError(.corrupt, "\(database.path): a number in \(table) is out of range")
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
