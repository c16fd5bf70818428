import FoundationEssentials
import LKGeo
import LKStorage

extension TrackLog {
    /// Reads a log element by element.
    ///
    /// Points are fetched in batches of 1024 and never change, so the reader holds no lock between batches and
    /// recording can continue.
    public final class Reader {
        private static let portion = 1024

        private let database: Database
        /// The last point when reading started.
        private let end: Int64
        private var last: Int64 = 0
        private var segment = Segment(number: 0, reason: .start)
        private var waiting: ArraySlice<Element> = []
        private var isAtEnd = false
        private var waypoints: Cursor
        private var notes: Cursor

        /// The read position in a table that is merged with the points.
        private struct Cursor {
            var last: Int64 = 0
            let end: Int64
        }

        init(_ database: Database) throws(TrackError) {
            self.database = database
            // A truncated page reads as empty, and a lost page takes its points along. Check, so that nothing is
            // missing unnoticed.
            try TrackLogFile.check(database)
            do throws(StorageError) {
                waypoints = Cursor(end: try database.integer("SELECT max(id) FROM waypoint") ?? 0)
                notes = Cursor(end: try database.integer("SELECT max(id) FROM note") ?? 0)
                // Last, so that no mark between the points is missed.
                end = try database.integer("SELECT max(id) FROM point") ?? 0
            } catch { throw TrackError(error, path: database.path) }
        }

        /// Returns the next element.
        ///
        /// - Returns: `nil` at the end.
        /// - Throws: ``TrackError`` with ``TrackError/Code/damaged``, ``TrackError/Code/inUse`` or
        ///   ``TrackError/Code/system``.
        public func next() throws(TrackError) -> Element? {
            while waiting.isEmpty {
                if isAtEnd { return nil }
                try fetch()
            }
            return waiting.removeFirst()
        }

        private func fetch() throws(TrackError) {
            var elements: [Element] = []
            var points: [(id: Int64, element: Element)] = []
            try readPoints(into: &points)
            let bound = points.last?.id ?? .max
            let marks = try readMarks(before: bound)
            isAtEnd = points.isEmpty
            var rest = marks[...]
            for point in points {
                // A mark after point 7 comes before point 8, and before a segment that begins with it.
                if case .segment = point.element {} else { last = point.id }
                while let mark = rest.first, mark.point < point.id {
                    elements.append(mark.element)
                    rest.removeFirst()
                }
                elements.append(point.element)
            }
            elements += rest.map(\.element)
            waiting = elements[...]
        }

        private func readPoints(into points: inout [(id: Int64, element: Element)]) throws(TrackError) {
            guard last < end else { return }
            let statement: Database.Statement
            do throws(StorageError) {
                statement = try database.statement(
                    """
                    SELECT p.id, p.segment, s.reason, s.device, \(LocationColumns.names)
                    FROM point p LEFT JOIN segment s ON s.id = p.segment
                    WHERE p.id > ? AND p.id <= ? ORDER BY p.id LIMIT \(Self.portion)
                    """)
                statement.bind(last, at: 1)
                statement.bind(end, at: 2)
                defer { statement.reset() }
                while try statement.step() {
                    do throws(ColumnProblem) {
                        try add(StatementRow(values: statement), to: &points)
                    } catch { throw problem(error, "point", statement.integer(0)) }
                }
            } catch { throw TrackError(error, path: database.path) }
        }

        private func add(
            _ row: StatementRow, to points: inout [(id: Int64, element: Element)]
        ) throws(ColumnProblem) {
            let id = try row.integer(0)
            let number = Int(try row.integer(1))
            if number != segment.number {
                guard let reason: SegmentReason = try row.name(2) else {
                    throw ColumnProblem("its segment \(number) is missing")
                }
                segment = Segment(number: number, reason: reason, device: try row.optionalText(3))
                points.append((id, .segment(segment)))
            }
            points.append((id, .point(try LocationColumns.read(row, from: 4, device: segment.device))))
        }

        /// Reads the waypoints and notes that were made before a point was recorded.
        private func readMarks(before point: Int64) throws(TrackError) -> [(point: Int64, element: Element)] {
            var marks: [(point: Int64, element: Element)] = []
            try read(
                &waypoints, before: point, "waypoint",
                "name, note, symbol, device, \(LocationColumns.names)"
            ) { (row) throws(ColumnProblem) in
                let location = try LocationColumns.read(row, from: 6, device: row.optionalText(5))
                let waypoint = Waypoint(
                    location, name: try row.optionalText(2), note: try row.optionalText(3),
                    symbol: try row.optionalText(4))
                marks.append((try row.integer(1), .waypoint(waypoint)))
            }
            try read(&notes, before: point, "note", "written, text") { (row) throws(ColumnProblem) in
                let note = Note(date: Date(timeIntervalSince1970: try row.number(2)), text: try row.text(3))
                marks.append((try row.integer(1), .note(note)))
            }
            // Stable, as the standard library's sort is.
            return marks.sorted { $0.point < $1.point }
        }

        private func read(
            _ cursor: inout Cursor, before point: Int64, _ table: String, _ columns: String,
            _ body: (StatementRow) throws(ColumnProblem) -> Void
        ) throws(TrackError) {
            do throws(StorageError) {
                let statement = try database.statement(
                    "SELECT id, point, \(columns) FROM \(table) WHERE id > ? AND id <= ? ORDER BY id")
                statement.bind(cursor.last, at: 1)
                statement.bind(cursor.end, at: 2)
                defer { statement.reset() }
                while try statement.step(), let id = statement.integer(0) {
                    if let place = statement.integer(1), place >= point { break }
                    do throws(ColumnProblem) { try body(StatementRow(values: statement)) } catch {
                        throw problem(error, table, id)
                    }
                    cursor.last = id
                }
            } catch { throw TrackError(error, path: database.path) }
        }

        private func problem(_ problem: ColumnProblem, _ table: String, _ id: Int64?) -> StorageError {
            StorageError(
                .corrupt,
                "\(database.path): \(table) \(id ?? 0): \(problem.text); save the intact part with: locate track repair FILE -o NEW"
            )
        }
    }
}
