import LKCommandLine
import LKGeo
import LKGeocoding
import LKSharedOptions
import LKThreads
import Synchronization

/// Answers the points of a file from a web service, in order, with a few concurrent requests.
///
/// An answer may take seconds, or fail: each is printed as soon as it and the previous ones are available, and a point
/// without an answer keeps its line, like an invalid one.
final class WebAnswerer: PointFileAnswering {
    /// A point that has not been printed yet.
    private struct Question {
        var number: Int
        var point: InputPoint
        /// The request; `nil` for an invalid point.
        var task: Task<Void, Never>?
    }

    private var source: any PointSource
    private let name: String
    private let places: ToolGeocoder
    private let corrections: PlaceCorrections?
    private let formatter: PlaceFormatter
    private let output: AnswerOutput
    private let stop: StopRequest?
    private let progress: PointProgress?
    private let badRows: BadRowHandling
    private let note: (String) -> Void
    private let box = AnswerBox()
    private var questions: [Question] = []
    private var asked = 0
    private var answered = 0
    private var total = 0
    /// Points that are not valid, of which the service was not asked.
    private var bad = 0
    /// Points that the service was asked for in vain.
    private var refused = 0
    private var attributions: Set<String> = []

    // More requests than a server has workers leave it no pause. A public one accepts one per second anyway, and
    // requests that wait for their turn lose time of their own limit.
    private var maximumConcurrentRequests: Int { places.isPublic ? 4 : 16 }

    init(
        _ source: any PointSource, name: String, places: ToolGeocoder, corrections: PlaceCorrections? = nil,
        formatter: PlaceFormatter, output: Output, stop: StopRequest? = nil, progress: PointProgress? = nil,
        badRows: BadRowHandling = BadRowHandling(),
        note: @escaping (String) -> Void = { Messages.note($0, command: "reverse", as: .warning) }
    ) {
        self.source = source
        self.name = name
        self.places = places
        self.corrections = corrections
        self.formatter = formatter
        self.output = AnswerOutput(formatter, output: output)
        self.stop = stop
        self.progress = progress
        self.badRows = badRows
        self.note = note
    }

    func run(isCSV: Bool) throws(ToolError) -> ExitCode {
        defer {
            for question in questions { question.task?.cancel() }
            progress?.finish()
        }
        let first = try source.next()
        try output.begin(source, isCSV: isCSV)
        try output.enclose(members: { source.collection.behind }) { () throws(ToolError) in
            var next = first
            while let batch = next {
                try ask(batch)
                next = try source.next()
            }
            try catchUp()
        }
        guard refused + badRows.failures(among: bad) + source.omitted > 0 else { return .success }
        return answered == 0 && refused > 0 ? .unavailable : .partialFailure
    }

    var summary: String? {
        if bad + refused > 0 { return "\(bad + refused) of \(total) points could not be answered for" }
        return source.omissions
    }

    /// The attribution of the answers; `nil` if each answer contains it, or there was none.
    var credit: String? {
        guard !formatter.form.isStructured, !attributions.isEmpty else { return nil }
        return attributions.sorted().joined(separator: "; ")
    }

    func catchUp() throws(ToolError) {
        while !questions.isEmpty { try writeNext() }
        try output.flush()
    }

    private func ask(_ batch: any PointBatch) throws(ToolError) {
        var points: [InputPoint] = []
        batch.forEach { points.append($0) }
        for point in points {
            try stop?.check()
            while questions.count >= maximumConcurrentRequests { try writeNext() }
            ask(point)
            while let first = questions.first, first.task == nil || box.isAnswered(first.number) { try writeNext() }
        }
    }

    private func ask(_ point: InputPoint) {
        asked += 1
        let number = asked
        guard case .success(let coordinate) = point.position else {
            questions.append(Question(number: number, point: point))
            return
        }
        let task = Task.detached { [places, corrections, box] in
            do throws(GeocodingError) {
                let place = try await places.place(at: coordinate)
                box.store(.success(corrections?.corrected(place) ?? place), for: number)
            } catch {
                box.store(.failure(error), for: number)
            }
        }
        questions.append(Question(number: number, point: point, task: task))
    }

    /// Writes the answer for the oldest point, waiting until it is there.
    private func writeNext() throws(ToolError) {
        let question = questions[0]
        var bytes = formatter.pointSeparator
        switch question.point.position {
        case .failure(let problem):
            bad += 1
            skip(question, problem.text, isNamed: badRows.areNamed, &bytes)
        case .success:
            // Flush before blocking.
            if !box.isAnswered(question.number) { try output.flush() }
            switch try box.waitForAnswer(to: question.number, stop: stop) {
            case .success(let placemark): answer(question, placemark, &bytes)
            case .failure(let error):
                refused += 1
                skip(question, ToolError(error).message, isNamed: true, &bytes)
            }
        }
        questions.removeFirst()
        total += 1
        try output.write(bytes)
        progress?.show(points: total)
    }

    private func answer(_ question: Question, _ placemark: Placemark, _ bytes: inout [UInt8]) {
        answered += 1
        if let attribution = placemark.attribution { attributions.insert(attribution) }
        let pattern = formatter.pattern(of: placemark)
        formatter.append(question.point, to: &bytes) { bytes in
            formatter.fill(pattern.span, PointFigures(placemark), of: question.point, to: &bytes)
        }
    }

    /// Prints the line of a point without an answer.
    private func skip(_ question: Question, _ problem: String, isNamed: Bool, _ bytes: inout [UInt8]) {
        if isNamed {
            progress?.clear()
            note("\(name):\(question.point.line): \(question.point.sentence(problem))")
        }
        formatter.append(question.point, problem: problem, to: &bytes)
    }
}

/// Collects answers from any thread and wakes the one that prints them.
final class AnswerBox: Sendable {
    /// Readable if something was added since the last check.
    let wake = WakeDescriptor()
    private let answers = Mutex<[Int: Result<Placemark, GeocodingError>]>([:])

    /// Stores the answer to a question.
    func store(_ answer: Result<Placemark, GeocodingError>, for question: Int) {
        answers.withLock { $0[question] = answer }
        wake.wake()
    }

    /// Returns whether a question is answered.
    func isAnswered(_ question: Int) -> Bool { answers.withLock { $0[question] != nil } }

    /// Waits for the answer to a question.
    ///
    /// - Throws: A signal's exit status.
    func waitForAnswer(to question: Int, stop: StopRequest?) throws(ToolError) -> Result<Placemark, GeocodingError> {
        while true {
            if let answer = answers.withLock({ $0.removeValue(forKey: question) }) { return answer }
            try stop?.wait(for: wake.descriptor)
            _ = wake.wait(until: stop == nil ? nil : .now)
        }
    }
}
