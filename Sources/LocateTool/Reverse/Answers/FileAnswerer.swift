import Threads

/// Answers for every point of a file, in order, in constant memory, on all processors.
///
/// This thread reads and writes; the others take the points apart, ask and format. So much is read ahead that nobody waits, and no
/// more: when nobody takes the output, reading stops too.
final class FileAnswerer {
    private var source: any PointSource
    private let formatter: PlaceFormatter
    private let output: Output
    private let stop: StopRequest?
    private let workers: OrderedWorkers<any PointBatch, BatchAnswerer.Answers>
    private var progress: ReverseProgress?
    private let note: (String) -> Void
    private var failed = 0
    private var total = 0
    private var hasWritten = false
    private var failure: ToolError?

    /// Plans the work.
    ///
    /// - Parameters:
    ///   - source: The points.
    ///   - name: What messages call the file.
    ///   - places: Who is asked.
    ///   - formatter: The form of the output.
    ///   - output: Where the answers go.
    ///   - stop: What ends the work between two points.
    ///   - progress: What shows how far it is.
    ///   - note: Gets a sentence for each point that cannot be used.
    ///   - threads: How many take points apart; with 0 this one does it all.
    init(
        _ source: any PointSource, name: String, places: any PlaceAnswering, formatter: PlaceFormatter, output: Output,
        stop: StopRequest? = nil, progress: ReverseProgress? = nil,
        note: @escaping (String) -> Void = { Messages.note($0, command: "reverse") }, threads: Int
    ) {
        self.source = source
        self.formatter = formatter
        self.output = output
        self.stop = stop
        self.progress = progress
        self.note = note
        let cache = SharedPatternCache()
        workers = OrderedWorkers(count: threads, name: "locate-reverse") {
            let answerer = BatchAnswerer(places: places, formatter: formatter, name: name, cache: cache)
            return { answerer.answer($0) }
        }
    }

    /// Answers for all points.
    ///
    /// - Parameter isCSV: Whether the input is CSV, which decides about a header.
    /// - Returns: ``ExitCode/partialFailure`` when some could not be used; each was named on standard error.
    /// - Throws: What is wrong with the rest of the input, a signal's status, a failed write. What is printed stays well-formed
    ///   up to there.
    func run(isCSV: Bool) throws(ToolError) -> ExitCode {
        defer {
            workers.close()
            progress?.clear()
        }
        let first = try source.next()
        try output.write(formatter.beginning(header: source.header, isBareCSV: isCSV && source.header == nil))
        do throws(ToolError) {
            try answer(first)
        } catch {
            if error.code == .dataError || error.code.isSignal { try output.write(formatter.ending) }
            throw error
        }
        try output.write(formatter.ending)
        return failed + source.omitted > 0 ? .partialFailure : .success
    }

    /// How many points could not be used, as a sentence; `nil` when all could.
    var summary: String? {
        if failed > 0 { return "\(failed) of \(total) points could not be used" }
        return source.omitted > 0 ? "\(source.omitted) values of the file could not be used" : nil
    }

    /// Writes all answers that are under way, and hands them over: who waits for more input shows what is done.
    func catchUp() throws(ToolError) {
        guard workers.underWay > 0 else { return }
        while workers.underWay > 0 { try writeNext() }
        try output.flush()
    }

    private func answer(_ first: (any PointBatch)?) throws(ToolError) {
        var next = first
        do throws(ToolError) {
            while let batch = next {
                try stop?.check()
                while workers.underWay > workers.count + 1 { try writeNext() }
                workers.submit(batch)
                next = try source.next()
            }
        } catch {
            // What came before the end is answered, unless it is the writing that went wrong.
            if failure == nil { while workers.underWay > 0 { try writeNext() } }
            throw error
        }
        while workers.underWay > 0 { try writeNext() }
    }

    /// Writes the answers of the oldest batch.
    private func writeNext() throws(ToolError) {
        do throws(ToolError) {
            guard let answers = workers.next() else { return }
            total += answers.total
            failed += answers.failed
            if !answers.notes.isEmpty { progress?.clear() }
            for sentence in answers.notes { note(sentence) }
            try write(answers.output)
            if let failure = answers.failure { throw failure }
            progress?.show(points: total)
        } catch {
            failure = error
            throw error
        }
    }

    private func write(_ bytes: [UInt8]) throws(ToolError) {
        guard !bytes.isEmpty else { return }
        let separator = formatter.separator.count
        if hasWritten || separator == 0 {
            try output.write(bytes)
        } else {
            try output.write(bytes.dropFirst(separator))
        }
        hasWritten = true
        if output.flushesLines { try output.flush() }
    }
}
