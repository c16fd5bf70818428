import LocationKit
import Persistence
import Threads

/// `locate photos undo`: makes photos what they were.
struct UndoCommand {
    private static let name = "photos undo"

    private enum Item: Sendable {
        case outcome(PhotoOutcome)
        case end
    }

    private let options: UndoOptions
    private let output: Output
    private let start = MonotonicInstant.now
    private var line: TerminalLine
    private var tally = TaggingTally()

    static func run(_ options: UndoOptions, output: Output) throws(ToolError) -> ExitCode {
        var command = UndoCommand(options, output)
        return try command.run()
    }

    private init(_ options: UndoOptions, _ output: Output) {
        self.options = options
        self.output = output
        line = TerminalLine(isWanted: !options.tagging.quiet)
    }

    private mutating func run() throws(ToolError) -> ExitCode {
        let watch = try? StopWatch(patience: LibrarySession.writingPatience) { _ in }
        defer { watch?.cancel() }
        let outcomes = try begin()
        let mailbox = Mailbox<Item>()
        Task.detached {
            for await outcome in outcomes { mailbox.put(.outcome(outcome), urgent: true) }
            mailbox.put(.end, urgent: true)
        }
        try follow(mailbox, count: outcomes.count)
        try output.flush()
        // Undoing ends as soon as the signal has come, which may be before handlers are told.
        if watch != nil, let cause = TaskCompletion.shared.cause {
            if tally.count < outcomes.count { tell(tally.interruption(of: outcomes.count)) }
            throw ToolError(ExitCode(cause), "")
        }
        if tally.count == 0 {
            tell("there is nothing to undo in \(options.folder)")
        } else {
            tell(tally.summary(isDryRun: false))
            tellOfRest()
        }
        tellOfLinks()
        return tally.failed > 0 ? .partialFailure : .success
    }

    private func begin() throws(ToolError) -> UndoOutcomes {
        let (folder, extent, run) = (options.folder, options.extent, options.tagging.run)
        let begun = Waiting.wait { () -> Result<UndoOutcomes, TaggingError> in
            do throws(TaggingError) {
                return .success(try await TaggingJournal.undo(extent, in: folder, options: run))
            } catch {
                return .failure(error)
            }
        }
        do throws(TaggingError) {
            return try begun.get()
        } catch {
            // A journal that cannot be read now is as one that another run has locked.
            throw error.code == .unreadable ? ToolError(error) : ToolError(.cannotCreate, error.message)
        }
    }

    /// Prints what becomes of photos, until all is undone.
    private mutating func follow(_ mailbox: Mailbox<Item>, count: Int) throws(ToolError) {
        defer { line.clear() }
        while true {
            let items = mailbox.take(until: nil)
            line.clear()
            for item in items {
                guard case .outcome(let outcome) = item else { return }
                try show(outcome)
            }
            let elapsed = (MonotonicInstant.now - start) / .seconds(1)
            guard elapsed >= 1, tally.count < count else { continue }
            let share = Double(tally.count) / Double(count)
            line.show { [tally] columns in
                ProgressText.text(points: tally.count, unit: "photos", elapsed: elapsed, share: share, columns: columns)
            }
        }
    }

    private mutating func show(_ outcome: PhotoOutcome) throws(ToolError) {
        var report = TaggingReport(path: outcome.path, action: .written)
        switch outcome.action {
        case .written, .restored: break
        case .unchanged: (report.action, report.reason) = (.kept, "it is what it was already")
        case .notBegun: return
        case .failed(let error): report.fail(error.message)
        }
        tally.count(report)
        try report.write(to: output, asJSON: options.tagging.json, command: Self.name)
    }

    /// Says whether more could be undone.
    private func tellOfRest() {
        let folder = options.folder
        let runs = Waiting.wait { try? await TaggingJournal.runs(in: folder) }
        guard let runs, !runs.isEmpty else { return }
        if tally.failed > 0 {
            // It stays the newest as long as one of its photos is not what it was.
            let advice =
                "put them back as the run left them, or go on with earlier runs of the other photos, with --all"
            if runs.count > 1 { tell("what failed keeps its run the newest: \(advice)") }
            return
        }
        tell("\(runs.count == 1 ? "1 earlier run" : "\(runs.count) earlier runs") can be undone as well, with --all")
    }

    /// Says where photos lie that links lead to, for these are undone there.
    private func tellOfLinks() {
        let folder = options.folder
        let linked = Waiting.wait { try? await TaggingJournal.linkedFolders(from: folder) }
        for place in linked ?? [] {
            tell("links lead to photos in \(place); what was changed there is undone with locate photos undo \(place)")
        }
    }

    private func tell(_ sentence: String) {
        if !options.tagging.quiet { Messages.note(sentence, command: Self.name) }
    }
}
