import Geo
import Geocoding

/// Answers for batches of points; each thread has its own.
struct BatchAnswerer {
    /// The answers for one batch.
    struct Answers: Sendable {
        /// What is printed, in the order of the points.
        var output: [UInt8] = []
        /// What is wrong with points, as sentences, in their order.
        var notes: [String] = []
        /// How many points there were.
        var total = 0
        /// How many could not be used.
        var failed: Int { notes.count }
        /// Why the points behind these were not asked for.
        var failure: ToolError?
    }

    private let places: any PlaceAnswering
    private let formatter: PlaceFormatter
    private let separator: [UInt8]
    private let name: String
    private let cache: SharedPatternCache

    /// - Parameters:
    ///   - places: Who is asked.
    ///   - formatter: The form of the output.
    ///   - name: What messages call the file.
    ///   - cache: Answers that may be needed again.
    init(places: any PlaceAnswering, formatter: PlaceFormatter, name: String, cache: SharedPatternCache) {
        self.places = places
        self.formatter = formatter
        separator = formatter.separator
        self.name = name
        self.cache = cache
    }

    /// Answers for some points; each has ``PlaceFormatter/separator`` in front.
    func answer(_ batch: any PointBatch) -> Answers {
        var answers = Answers()
        do throws(ToolError) {
            try batch.forEach { (point) throws(ToolError) in
                answers.output += separator
                switch point.position {
                case .success(let coordinate): try answer(point, at: coordinate, to: &answers.output)
                case .failure(let problem):
                    answers.notes.append("\(name):\(point.line): \(problem.text)")
                    formatter.append(point, problem: problem, to: &answers.output)
                }
                answers.total += 1
            }
        } catch {
            answers.failure = error
            // The separator of the point that failed.
            answers.output.removeLast(separator.count)
        }
        return answers
    }

    private func answer(
        _ point: InputPoint, at coordinate: Coordinate, to output: inout [UInt8]
    ) throws(ToolError) {
        guard let kinship = try places.kinship(at: coordinate) else {
            let placemark = try places.place(at: coordinate)
            let pattern = formatter.pattern(of: placemark)
            return append(point, coordinate, placemark.place?.distance, pattern.span, to: &output)
        }
        if cache.find(kinship.key, { append(point, coordinate, kinship.distance, $0, to: &output) }) { return }
        let pattern = formatter.pattern(of: try places.place(at: coordinate))
        append(point, coordinate, kinship.distance, pattern.span, to: &output)
        cache.insert(kinship.key, pattern)
    }

    private func append(
        _ point: InputPoint, _ coordinate: Coordinate, _ distance: Double?, _ pattern: Span<UInt8>,
        to output: inout [UInt8]
    ) {
        formatter.append(point, to: &output) { output in
            PlacePattern.append(pattern, coordinate: coordinate, distance: distance, to: &output)
        }
    }
}
