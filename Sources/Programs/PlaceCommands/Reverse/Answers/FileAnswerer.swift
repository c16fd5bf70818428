import LKCommandLine
import LKSharedOptions
import LKThreads

/// Answers the points of a file in order, in constant memory, on all processors.
///
/// This thread reads and writes; the others parse, look up and format. Just enough is read ahead to keep all threads
/// busy: if the output blocks, reading stops too.
final class FileAnswerer: PointFileAnswering {
    private var source: any PointSource
    private let formatter: PlaceFormatter
    private let output: AnswerOutput
    private let stop: StopRequest?
    private let workers: OrderedWorkers<PointWorker.Work, PointWorker.Outcome>
    private let progress: PointProgress?
    private let badRows: BadRowHandling
    private let note: (String) -> Void
    private var failed = 0
    private var total = 0
    private var failure: ToolError?
    /// The size of the batches that the workers are parsing, in bytes.
    private var weight = 0

    /// The weight of batches looked up together: starts small for quick first answers, then grows.
    private var batchWeight = 1 << 16
    /// Their results need four times as much.
    private static let maximumBatchWeight = 6 << 20

    /// Creates an answerer that plans the work.
    ///
    /// - Parameters:
    ///   - source: The points.
    ///   - name: Its name in messages.
    ///   - places: What names the points.
    ///   - formatter: The output format.
    ///   - output: Where the answers go.
    ///   - stop: What ends the work between two points.
    ///   - progress: What shows how far it is.
    ///   - badRows: How points that cannot be used are treated.
    ///   - note: Gets a sentence for each point that cannot be used.
    ///   - threads: The number of worker threads; with 0 the calling thread does all the work.
    init(
        _ source: any PointSource, name: String, places: any PlaceAnswering, formatter: PlaceFormatter, output: Output,
        stop: StopRequest? = nil, progress: PointProgress? = nil,
        badRows: BadRowHandling = BadRowHandling(),
        note: @escaping (String) -> Void = { Messages.note($0, command: "reverse", as: .warning) }, threads: Int
    ) {
        self.source = source
        self.formatter = formatter
        self.output = AnswerOutput(formatter, output: output)
        self.stop = stop
        self.progress = progress
        self.badRows = badRows
        self.note = note
        let cache = SharedPatternCache()
        workers = OrderedWorkers(count: threads, name: "locate-reverse") {
            let worker = PointWorker(places: places, formatter: formatter, name: name, cache: cache)
            return { worker.run($0) }
        }
    }

    func run(isCSV: Bool) throws(ToolError) -> ExitCode {
        defer {
            workers.close()
            progress?.finish()
        }
        let first = try source.next()
        try output.begin(source, isCSV: isCSV)
        try output.enclose(members: { source.collection.behind }) { () throws(ToolError) in try answer(first) }
        return badRows.failures(among: failed) + source.omitted > 0 ? .partialFailure : .success
    }

    var summary: String? {
        if failed > 0 { return "\(failed) of \(total) points could not be used" }
        return source.omissions
    }

    func catchUp() throws(ToolError) {
        guard weight > 0 else { return }
        try answerGroup()
        try output.flush()
    }

    private func answer(_ first: (any PointBatch)?) throws(ToolError) {
        var next = first
        while let batch = next {
            try stop?.check()
            weight += batch.weight
            workers.submit(.parse(batch))
            if weight >= batchWeight {
                try answerGroup()
                batchWeight = min(4 * batchWeight, Self.maximumBatchWeight)
            }
            do throws(ToolError) {
                next = try source.next()
            } catch {
                // Points before the end are answered, unless a signal or the output ended the work.
                if failure == nil, !error.code.isSignal { try answerGroup() }
                throw error
            }
        }
        try answerGroup()
    }

    /// Answers all parsed batches.
    private func answerGroup() throws(ToolError) {
        weight = 0
        var batches: [ParsedBatch] = []
        while case .parsed(let batch)? = workers.next() {
            batches.append(batch)
            try stop?.check()
        }
        guard !batches.isEmpty else { return }
        let group = PointGroup(batches.removingAll(), withBorders: formatter.showsBorder)
        do throws(ToolError) {
            for piece in group.pieces(threads: workers.count) { workers.submit(.find(group, piece)) }
            while workers.next() != nil { try stop?.check() }
            for number in group.batches.indices {
                workers.submit(.answer(group, number))
                while workers.underWay > workers.count + 1 { _ = try writeNext() }
                try stop?.check()
            }
            while workers.underWay > 0 { _ = try writeNext() }
        } catch {
            failure = error
            // After a signal, the answers already found are written, up to the first missing one.
            group.abandon()
            if error.code.isSignal { while workers.underWay > 0, try writeNext() {} }
            throw error
        }
    }

    /// Writes the answers of the oldest batch.
    ///
    /// - Returns: Whether the batch is complete.
    private func writeNext() throws(ToolError) -> Bool {
        guard case .answered(let answers)? = workers.next() else { return true }
        total += answers.total
        failed += answers.failed
        if badRows.areNamed, !answers.notes.isEmpty {
            progress?.clear()
            for sentence in answers.notes { note(sentence) }
        }
        try output.write(answers.output)
        if let failure = answers.failure { throw failure }
        progress?.show(points: total)
        return answers.isWhole
    }
}

/// How points that cannot be used are treated; their lines are kept in the output without a place.
struct BadRowHandling {
    /// Whether they change the exit status.
    var countAsFailure = true
    /// Whether each is named on standard error.
    var areNamed = true

    /// Returns how many of the bad rows count as failures of the run.
    func failures(among bad: Int) -> Int { countAsFailure ? bad : 0 }
}

/// Answers the points of a file in order.
protocol PointFileAnswering: AnyObject {
    /// Answers all points.
    ///
    /// - Parameter isCSV: Whether the input is CSV, which decides about a header.
    /// - Returns: ``ExitCode/partialFailure`` when some could not be answered for; each was named on standard error.
    /// - Throws: What is wrong with the rest of the input, a signal's status, a failed write. What is printed stays well-formed
    ///   up to there.
    func run(isCSV: Bool) throws(ToolError) -> ExitCode

    /// Answers all points received and flushes the answers, before waiting for more input.
    func catchUp() throws(ToolError)

    /// The number of points without an answer, as a sentence; `nil` if there are none.
    var summary: String? { get }
}

/// The output for a file of points: before, between and after the answers.
final class AnswerOutput {
    private let formatter: PlaceFormatter
    private let output: Output
    private var hasWritten = false

    init(_ formatter: PlaceFormatter, output: Output) {
        self.formatter = formatter
        self.output = output
    }

    /// Writes what precedes the answers.
    ///
    /// - Parameters:
    ///   - source: The points, of which the first batch was read.
    ///   - isCSV: Whether they are CSV, which decides about a header.
    /// - Throws: ``ExitCode/ioError`` when it cannot be written.
    func begin(_ source: any PointSource, isCSV: Bool) throws(ToolError) {
        output.beginTable(formatter.form.table(formatter.layout))
        try output.write(
            formatter.beginning(
                header: source.header, isBareCSV: isCSV && source.header == nil, members: source.collection.before))
    }

    /// Writes answers, each with ``PlaceFormatter/pointSeparator`` in front; the very first goes without.
    func write(_ bytes: [UInt8]) throws(ToolError) {
        guard !bytes.isEmpty else { return }
        try output.write(bytes.dropFirst(hasWritten ? 0 : formatter.pointSeparator.count))
        hasWritten = true
        if output.flushesLines { try output.flush() }
    }

    /// Performs the work between beginning and end; the output stays well-formed when the work ends early.
    ///
    /// - Parameters:
    ///   - members: Gives the members of the collection after its features, once they were read.
    ///   - work: The work.
    /// - Throws: What the work throws, and ``ExitCode/ioError`` when the end cannot be written.
    func enclose(
        members: () -> [InputMember], work: () throws(ToolError) -> Void
    ) throws(ToolError) {
        do throws(ToolError) {
            try work()
        } catch {
            if error.code == .dataError || error.code.isSignal { try output.write(formatter.ending()) }
            throw error
        }
        try output.write(formatter.ending(members: members()))
    }

    /// Flushes what is written.
    func flush() throws(ToolError) { try output.flush() }
}
