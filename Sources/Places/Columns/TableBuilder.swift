internal import Gazetteer
internal import Geo
internal import Geocoding
internal import Threads

/// Answers for a batch of points, as columns.
struct TableBuilder {
    let geocoder: PlaceNamer
    let mask: ColumnMask
    /// The number of threads, including the caller's.
    let threads: Int
    let isDictionary: Bool
    /// The longest text of a column in bytes.
    var textLimit = Int(Int32.max)

    /// A column of the result, with its texts if it has any.
    struct Finished {
        var values: ColumnValues
        var text: TextPart?
    }

    /// Answers for some points.
    ///
    /// - Parameters:
    ///   - latitudes: Degrees, whatever they are.
    ///   - longitudes: As many.
    /// - Returns: The columns, in their order.
    /// - Throws: ``PlacesError`` with `memory`, `tooLarge` or `fileDamaged`.
    func columns(
        _ latitudes: UnsafeBufferPointer<Double>, _ longitudes: UnsafeBufferPointer<Double>
    ) throws(PlacesError) -> [Finished] {
        let points = BatchPoints(latitudes, longitudes)
        let answers = try reading { () throws(GeocodingError) in
            try geocoder.world.lookup(points.coordinates, threads: threads)
        }
        let rows = latitudes.count
        var values: [ColumnValues] = []
        for column in mask.columns { values.append(try ColumnValues(column, rows: rows, isDictionary: isDictionary)) }
        // Ranges begin at multiples of 64 rows; a small batch is not worth a thread.
        let count = max(1, min(threads, rows / 4096))
        let size = max(64, (rows / count + 63) / 64 * 64)
        let ranges = stride(from: 0, to: max(rows, 1), by: size).map { $0..<min($0 + size, rows) }
        let parts = ranges.map { rows in
            TablePart(geocoder, mask, values, points, answers, rows, textLimit: textLimit)
        }
        if parts.count == 1 {
            parts[0].run()
        } else {
            World.run(pieces: parts.count, workers: threads) { @Sendable in parts[$0].run() }
        }
        for part in parts { if let failure = part.failure { throw failure } }
        try reading { () throws(GeocodingError) in try geocoder.world.checkIntact() }
        return try join(parts, values)
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

    /// Whether all points are on the Earth.
    var areGood: Bool { problems.isEmpty }

    /// What is wrong with a point.
    @inline(__always)
    func problem(_ row: Int) -> PointProblem? { problems.isEmpty ? nil : PointProblem(rawValue: problems[row]) }
}
