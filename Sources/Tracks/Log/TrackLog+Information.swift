public import FoundationEssentials
import Geo
import Storage

extension TrackLog {
    /// What a log says of itself.
    public struct Information: Hashable, Sendable {
        /// What the track is called.
        public var name: String?
        /// What there is to say about it.
        public var note: String?
        /// The program that began it.
        public var software: String?
        /// When it was begun.
        public var created: Date
        /// What the recording is doing.
        public var state: State
        /// How many points there are.
        public var pointCount: Int
        /// How many segments there are; none of them is empty.
        public var segmentCount: Int
        /// The length of the recorded way in metres, as the recorder added it up; gaps are not part of it.
        public var distance: Double
        /// How many fixes were not kept, by reason.
        public var suppressed: [SuppressionReason: Int]
    }

    /// What the log says of itself, without reading its points.
    ///
    /// - Returns: Names, counts and state.
    /// - Throws: ``TrackError``.
    public func information() throws(TrackError) -> Information { try Self.information(open()) }

    /// The stops, in order; of one that goes on, what is known so far.
    ///
    /// - Returns: All that were noticed.
    /// - Throws: ``TrackError``.
    public func visits() throws(TrackError) -> [Visit] {
        var visits: [Visit] = []
        try Self.rows(
            open(), "SELECT arrival, departure, latitude, longitude, spread, count FROM visit ORDER BY id", "visit"
        ) { (row) throws(ColumnProblem) in
            guard let place = Coordinate(latitude: try row.number(2), longitude: try row.number(3)) else {
                throw ColumnProblem("latitude or longitude is out of range")
            }
            visits.append(
                Visit(
                    arrival: Date(timeIntervalSince1970: try row.number(0)),
                    departure: Date(timeIntervalSince1970: try row.number(1)), coordinate: place,
                    spread: try row.number(4), count: Int(try row.integer(5))))
        }
        return visits
    }

    static func information(_ database: Database) throws(TrackError) -> Information {
        var found: Information?
        try rows(
            database,
            """
            SELECT name, note, software, created, state, distance, (SELECT ifnull(max(id), 0) FROM point),
                (SELECT ifnull(max(id), 0) FROM segment) FROM track WHERE id = 1
            """, "track"
        ) { (row) throws(ColumnProblem) in
            guard let state: State = try row.name(4) else { throw ColumnProblem("the state is missing") }
            found = Information(
                name: try row.optionalText(0), note: try row.optionalText(1), software: try row.optionalText(2),
                created: Date(timeIntervalSince1970: try row.number(3)), state: state,
                pointCount: Int(try row.integer(6)), segmentCount: Int(try row.integer(7)),
                distance: try row.number(5), suppressed: [:])
        }
        guard var information = found else {
            throw TrackError(
                .damaged,
                "\(database.path): the row of the track is missing; save what is whole with: locate track repair FILE -o NEW"
            )
        }
        try rows(database, "SELECT reason, count FROM suppressed", "suppressed") { (row) throws(ColumnProblem) in
            // Reasons of later versions are passed over.
            guard let reason = SuppressionReason(rawValue: try row.text(0)) else { return }
            information.suppressed[reason] = Int(try row.integer(1))
        }
        return information
    }

    /// Gives `body` each row, and puts the place into its complaints.
    static func rows(
        _ database: Database, _ query: String, _ table: String, _ body: (StatementRow) throws(ColumnProblem) -> Void
    ) throws(TrackError) {
        do throws(PersistenceError) {
            let statement = try database.statement(query)
            defer { statement.reset() }
            while try statement.step() {
                do throws(ColumnProblem) {
                    try body(StatementRow(values: statement))
                } catch {
                    throw PersistenceError(
                        .corrupt,
                        "\(database.path): in the table \(table), \(error.text); save what is whole with: locate track repair FILE -o NEW"
                    )
                }
            }
        } catch { throw TrackError(error, path: database.path) }
    }
}
