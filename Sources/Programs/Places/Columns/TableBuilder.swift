import LKGazetteer
import LKGeo
import LKGeocoding
import LKThreads

/// Answers for a batch of points, as columns.
struct TableBuilder {
    let geocoder: PlaceNamer
    let mask: ColumnMask
    /// The number of threads, including the caller's.
    let threads: Int
    let isDictionary: Bool
    /// Whether each different answer is a row, instead of each point.
    var isDistinct = false
    /// The longest text of a column in bytes.
    var maximumTextLength = Int(Int32.max)

    /// A column of the result, with its texts if it has any.
    struct Finished {
        var values: ColumnValues
        var text: TextPart?
    }

    /// The answers for a batch.
    struct Table {
        /// The columns, in their order.
        var columns: [Finished]
        /// The number of rows.
        var rows: Int
        /// The row of each point; `nil` if each has its own.
        var answers: DistinctAnswers?
    }

    /// Answers some points.
    ///
    /// - Parameters:
    ///   - latitudes: Degrees, whatever they are.
    ///   - longitudes: As many.
    /// - Returns: The columns, with a row for each point, or for each different answer.
    /// - Throws: ``PlacesError`` with `memory`, `tooLarge` or `fileDamaged`.
    func table(
        _ latitudes: UnsafeBufferPointer<Double>, _ longitudes: UnsafeBufferPointer<Double>
    ) throws(PlacesError) -> Table {
        var points = BatchPoints(latitudes, longitudes)
        var answers = try reading { () throws(GeocodingError) in
            try geocoder.world.lookup(points.coordinates, threads: threads)
        }
        var distinct: DistinctAnswers?
        if isDistinct {
            let found = try distinctAnswers(points, answers)
            answers = found.firstRows.map { answers[$0] }
            points = points.rows(found.firstRows)
            distinct = found
        }
        let rows = answers.count
        var values: [ColumnValues] = []
        for column in mask.columns { values.append(try ColumnValues(column, rows: rows, isDictionary: isDictionary)) }
        // Ranges begin at multiples of 64 rows; a small batch is not worth a thread.
        let count = max(1, min(threads, rows / 4096))
        let size = max(64, (rows / count + 63) / 64 * 64)
        let ranges = stride(from: 0, to: max(rows, 1), by: size).map { $0..<min($0 + size, rows) }
        let parts = ranges.map { rows in
            TablePart(geocoder, mask, values, points, answers, rows, maximumTextLength: maximumTextLength)
        }
        if parts.count == 1 {
            parts[0].run()
        } else {
            World.run(pieces: parts.count, workers: threads) { @Sendable in parts[$0].run() }
        }
        for part in parts { if let failure = part.failure { throw failure } }
        try reading { () throws(GeocodingError) in try geocoder.world.checkIntact() }
        return Table(columns: try join(parts, values), rows: rows, answers: distinct)
    }

    /// Numbers the different answers; one that is not the world's, or none, counts as different from all others.
    private func distinctAnswers(
        _ points: BatchPoints, _ answers: [World.Answer?]
    ) throws(PlacesError) -> DistinctAnswers {
        let isPlain = points.areGood && geocoder.isWorldAlone
        return try DistinctAnswers(answers.count) { row in
            guard let answer = answers[row] else { return nil }
            if !isPlain {
                if points.problem(row) != nil || geocoder.mayDifferFromWorld(at: points.coordinates[row]) { return nil }
            }
            return geocoder.names.key(of: answer)
        }
    }

    /// Joins the texts of the parts.
    private func join(_ parts: [TablePart], _ values: [ColumnValues]) throws(PlacesError) -> [Finished] {
        var finished: [Finished] = []
        for (index, values) in values.enumerated() {
            guard let first = parts[0].texts[index] else {
                finished.append(Finished(values: values))
                continue
            }
            for part in parts.dropFirst() {
                guard let text = part.texts[index] else { continue }
                if values.isDictionary {
                    var numbers: [Int32] = []
                    for number in 0..<text.dictionary.count {
                        numbers.append(try first.dictionary.number(of: text.dictionary[number]))
                    }
                    for row in part.rows where values.validity[row >> 6] >> UInt64(row & 63) & 1 != 0 {
                        values.numbers[row] = numbers[Int(values.numbers[row])]
                    }
                } else {
                    let base = Int32(truncatingIfNeeded: first.plain.count)
                    try first.plain.append(text.plain)
                    for row in part.rows { values.numbers[row + 1] += base }
                }
            }
            finished.append(Finished(values: values, text: first))
        }
        return finished
    }
}

/// The points of a batch; one that is not on the Earth has a coordinate in its place that is not used.
struct BatchPoints {
    private(set) var coordinates: [Coordinate]
    /// A number for each point, 0 for one on the Earth; empty if all are.
    private var problems: [UInt8] = []

    init(_ latitudes: UnsafeBufferPointer<Double>, _ longitudes: UnsafeBufferPointer<Double>) {
        var bad: [(Int, PointProblem)] = []
        let middle = Coordinate(latitude: 0, longitude: 0)!
        coordinates = [Coordinate](unsafeUninitializedCapacity: latitudes.count) { coordinates, count in
            for row in latitudes.indices {
                let problem = PointProblem(latitude: latitudes[row], longitude: longitudes[row])
                if let problem { bad.append((row, problem)) }
                let coordinate =
                    problem == nil ? Coordinate(latitude: latitudes[row], longitude: longitudes[row]) : nil
                (coordinates.baseAddress.unsafelyUnwrapped + row).initialize(to: coordinate ?? middle)
            }
            count = latitudes.count
        }
        guard !bad.isEmpty else { return }
        problems = [UInt8](repeating: 0, count: latitudes.count)
        for (row, problem) in bad { problems[row] = problem.rawValue }
    }

    private init(coordinates: [Coordinate], problems: [UInt8]) {
        self.coordinates = coordinates
        self.problems = problems
    }

    /// Returns some of the points.
    func rows(_ rows: [Int]) -> BatchPoints {
        BatchPoints(
            coordinates: rows.map { coordinates[$0] }, problems: problems.isEmpty ? [] : rows.map { problems[$0] })
    }

    /// Whether all points are on the Earth.
    var areGood: Bool { problems.isEmpty }

    /// Returns what is wrong with a point.
    @inline(__always)
    func problem(_ row: Int) -> PointProblem? { problems.isEmpty ? nil : PointProblem(rawValue: problems[row]) }
}
