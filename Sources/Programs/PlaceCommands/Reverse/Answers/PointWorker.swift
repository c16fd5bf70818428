import LKCommandLine
import LKGeo
import LKGeocoding
import LKSharedOptions

/// Processes points; each thread has its own.
final class PointWorker {
    /// A piece of work.
    enum Work: Sendable {
        /// Parses points.
        case parse(any PointBatch)
        /// Looks for the places of some points of a group, given by their range in its order.
        case find(PointGroup, Range<Int>)
        /// Prints a batch of a group.
        case answer(PointGroup, Int)
    }

    /// The result of a piece of work.
    enum Outcome: Sendable {
        case parsed(ParsedBatch)
        case found
        case answered(Answers)
    }

    /// The answers for one batch.
    struct Answers: Sendable {
        /// The output, in the order of the points.
        var output: [UInt8] = []
        /// Errors of points as sentences, in their order.
        var notes: [String] = []
        /// How many points there were.
        var total = 0
        /// How many could not be used.
        var failed: Int { notes.count }
        /// Why the remaining points were not answered.
        var failure: ToolError?
        /// Whether all points of the batch are included; after a signal, the rest is omitted.
        var isWhole = true
    }

    private let places: any PlaceAnswering
    private let formatter: PlaceFormatter
    private let separator: [UInt8]
    private let name: String
    private let cache: SharedPatternCache
    /// The length of the longest output so far: the next is about as long, and grows without being copied.
    private var usualLength = 0

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - places: What names the points.
    ///   - formatter: The output format.
    ///   - name: Its name in messages.
    ///   - cache: Answers that may be needed again.
    init(places: any PlaceAnswering, formatter: PlaceFormatter, name: String, cache: SharedPatternCache) {
        self.places = places
        self.formatter = formatter
        separator = formatter.pointSeparator
        self.name = name
        self.cache = cache
    }

    /// Performs a piece of work.
    func run(_ work: Work) -> Outcome {
        switch work {
        case .parse(let batch): return .parsed(ParsedBatch(batch))
        case .find(let group, let range):
            find(range, in: group)
            return .found
        case .answer(let group, let number): return .answered(answer(number, of: group))
        }
    }

    /// Finds the kinship of points that are near each other, and makes the patterns that are missing.
    private func find(_ range: Range<Int>, in group: PointGroup) {
        if group.isAbandoned { return }
        let all = group.coordinates
        let indices = group.order[range].map { Int($0) }.filter { all[$0] != nil }
        let coordinates = indices.compactMap { all[$0] }
        let kinships = try? places.kinships(at: coordinates)
        var known: UInt64?
        for (number, coordinate) in coordinates.enumerated() {
            if group.isAbandoned { return }
            let index = indices[number]
            do throws(ToolError) {
                // If the data is damaged somewhere, each point has its own error.
                let kinship =
                    if let kinships { kinships[number] } else { try places.kinship(at: coordinate) }
                guard let kinship else { continue }
                let border = formatter.showsBorder ? try places.border(near: coordinate) : nil
                group.keep(index, kinship, border.map(NearBorder.init))
                if kinship.key == known || cache.contains(kinship.key) { continue }
                cache.insert(kinship.key, formatter.pattern(of: try places.place(at: coordinate, withBorder: false)))
                known = kinship.key
            } catch {
                group.fail(index, error)
            }
        }
    }

    /// Answers a batch; each point is preceded by ``PlaceFormatter/pointSeparator``.
    private func answer(_ number: Int, of group: PointGroup) -> Answers {
        var answers = Answers()
        answers.output.reserveCapacity(usualLength)
        var index = group.firsts[number]
        let failures = group.failures
        group.batches[number].forEach { point in
            if group.isAbandoned { answers.isWhole = false }
            guard answers.failure == nil, answers.isWhole else { return }
            let end = answers.output.count
            answers.output += separator
            do throws(ToolError) {
                if let coordinate = point.entry.coordinate {
                    if !failures.isEmpty, let failure = failures[index] { throw failure }
                    try answer(point, at: coordinate, group[index], to: &answers.output)
                } else if case .failure(let problem) = point.position {
                    answers.notes.append("\(name):\(point.line): \(point.sentence(problem.text))")
                    formatter.append(point, problem: problem.text, to: &answers.output)
                }
                answers.total += 1
                index += 1
            } catch {
                answers.output.removeLast(answers.output.count - end)
                answers.failure = error
            }
        }
        usualLength = max(usualLength, answers.output.count)
        return answers
    }

    private func answer(
        _ point: InputPoint, at coordinate: Coordinate, _ found: (key: UInt64, figures: PointFigures)?,
        to output: inout [UInt8]
    ) throws(ToolError) {
        if let found, cache.find(found.key, { append(point, found.figures, $0, to: &output) }) { return }
        // Its key is unknown, or another place has evicted its pattern from the cache.
        let placemark = try places.place(at: coordinate, withBorder: formatter.showsBorder)
        let pattern = formatter.pattern(of: placemark)
        append(point, PointFigures(placemark), pattern.span, to: &output)
    }

    private func append(
        _ point: InputPoint, _ figures: PointFigures, _ pattern: Span<UInt8>, to output: inout [UInt8]
    ) {
        formatter.append(point, to: &output) { output in
            formatter.fill(pattern, figures, of: point, to: &output)
        }
    }
}
