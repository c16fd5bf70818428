import FoundationEssentials
import LKCommandLine
import LKFormats
import LKGeo
import LKLifetime
import LKPositioning
import LKThreads
import LKTracks
import Synchronization

/// A run of `locate track record`: records fixes until the source ends, the time is over, or a signal arrives.
struct TrackRecordRun {
    /// The events of a run.
    enum Item: Sendable {
        case finish(LocationManager.Snapshot)
        case outage(LocationManager.NoFixReason?)
        case lapse(LocationManager.NoFixReason?)
        case stop(TaskCompletion.StopCause)
        case failure(String)
        case recovery
    }

    private let options: TrackRecordOptions
    private let manager: LocationManager
    private let recorder: TrackRecorder
    private let mailbox: Mailbox<Item>
    private var line: TerminalLine
    private let start = Date()
    /// The reason last reported for a missing fix, if no status line can show it.
    private var saidReason: LocationManager.NoFixReason?
    /// The current outage of gpsd or its receiver.
    private var outage: LocationManager.NoFixReason?
    /// The lapse of fixes that was reported.
    private var lapse: LocationManager.NoFixReason?

    /// Creates a run; requests to stop are sent to the mailbox, including one from before the log was opened.
    init(
        _ options: TrackRecordOptions, manager: LocationManager, recorder: TrackRecorder, mailbox: Mailbox<Item>
    ) {
        self.options = options
        self.manager = manager
        self.recorder = recorder
        self.mailbox = mailbox
        line = TerminalLine(isWanted: !options.source.quiet)
    }

    /// Records until the end.
    ///
    /// - Throws: The error of the source.
    mutating func run() throws(ToolError) -> ExitCode {
        let (observer, watcher) = observe()
        defer {
            manager.observers.remove(observer)
            recorder.observers.remove(watcher)
            mailbox.close()
            manager.stopUpdating()
            line.clear()
        }
        let end = options.duration.map { start.addingTimeInterval($0 / .seconds(1)) }
        manager.startUpdating()
        while true {
            let refresh = line.isShown ? 0.25 : isWaiting ? 5 : nil
            let next = refresh.map { Date(timeIntervalSinceNow: $0) }
            let items = mailbox.receive(until: [next, end].compactMap { $0 }.min())
            for item in items {
                if let code = try handle(item) { return code }
            }
            if let end, end <= Date() { return try timeIsOver() }
            show()
            if items.isEmpty, isWaiting { explainWaiting() }
        }
    }

    /// Whether no progress has been shown yet.
    private var isWaiting: Bool { !line.isShown && !options.source.quiet && recorder.snapshot.location == nil }

    /// Reports why there is no fix, once for each reason; outages are reported as they occur.
    private mutating func explainWaiting() {
        guard let reason = manager.snapshot.reason, saidReason?.name != reason.name else { return }
        guard options.source.source != .gpsd || !reason.isServiceFault else { return }
        saidReason = reason
        tell("no fix yet: \(reason); \(reason.advice)")
    }

    /// Observes the manager and the recorder; the numbers of the observers.
    private func observe() -> (Int, Int) {
        let appender = FixAppender(recorder, waits: options.source.source != .gpsd)
        // A private gpsd, or a recorded one, is of no interest to the user.
        let watchesOutages = options.source.source == .gpsd
        let observer = manager.observers.add { [mailbox] event in
            switch event {
            case .updated(let snapshot): if let location = snapshot.location { appender.append(location) }
            case .outageChanged(let snapshot):
                if watchesOutages { mailbox.send(.outage(snapshot.outage), urgent: true) }
            case .lapseChanged(let snapshot):
                if watchesOutages { mailbox.send(.lapse(snapshot.lapse), urgent: true) }
            case .finished(let snapshot): mailbox.send(.finish(snapshot), urgent: true)
            case .stateChanged, .location, .sky, .heading: break
            }
        }
        let watcher = recorder.observers.add { [mailbox] event in
            switch event {
            case .failed(let error): mailbox.send(.failure(error.message), urgent: true)
            case .recovered: mailbox.send(.recovery, urgent: true)
            default: break
            }
        }
        return (observer, watcher)
    }

    /// Handles an item; an exit code ends the run.
    private mutating func handle(_ item: Item) throws(ToolError) -> ExitCode? {
        switch item {
        case .stop(let cause): return ExitCode(cause)
        case .finish(let snapshot):
            if let error = snapshot.error { throw ToolError(error, hasResult: recorder.snapshot.location != nil) }
            return .success
        case .outage(let outage):
            var news = LocationManager.NoFixReason.news(of: outage, former: self.outage)
            if self.outage == nil, !manager.snapshot.hasConnected {
                let replay = "locate track record \(options.path) --replay FILE"
                news = LocationManager.NoFixReason.refusal(outage, timeout: options.duration, replay: replay) ?? news
            }
            self.outage = outage
            // On a terminal, the status line shows an outage while it lasts; only its end is printed.
            if !options.source.quiet, let news, !line.isShown || outage == nil { tell(news) }
        case .lapse(let lapse): tellLapse(lapse)
        case .failure(let sentence): tell(sentence + "; what comes is kept in memory meanwhile")
        case .recovery: tell("\(options.path) can be written again; nothing that was kept is missing")
        }
        return nil
    }

    /// Reports that fixes have stopped or returned, although the receiver sends; before the first fix,
    /// ``explainWaiting()`` reports why there is none.
    private mutating func tellLapse(_ lapse: LocationManager.NoFixReason?) {
        guard !line.isShown, !options.source.quiet else { return }
        guard lapse == nil ? self.lapse != nil : manager.snapshot.location != nil else { return }
        self.lapse = lapse
        tell(LapseNews(lapse, hadFix: true, requirement: nil).message)
    }

    /// Ends the run after its duration; without a single fix, the error says why.
    private func timeIsOver() throws(ToolError) -> ExitCode {
        guard recorder.snapshot.location == nil, let reason = manager.snapshot.reason else { return .success }
        throw ToolError(
            reason.isServiceFault ? .unavailable : .temporaryFailure,
            "nothing was recorded: \(reason); "
                + reason.advice)
    }

    private mutating func tell(_ sentence: String) {
        line.clear()
        Messages.note(sentence, command: "track record")
    }

    private mutating func show() {
        guard line.isShown else { return }
        let (snapshot, search) = (recorder.snapshot, manager.snapshot)
        let elapsed = Date().timeIntervalSince(start)
        line.show { _ in
            TrackStatusText.text(snapshot, reason: search.reason, outage: search.outage, elapsed: elapsed)
        }
    }
}

/// Appends fixes to a recorder on the source's thread.
///
/// A recording that is played as fast as possible would outrun the disk, and can wait; a receiver cannot.
final class FixAppender: Sendable {
    private let recorder: TrackRecorder
    private let waits: Bool
    private let count = Atomic(0)

    /// Far below the recorder's buffer.
    private static let portion = 1_000

    init(_ recorder: TrackRecorder, waits: Bool) {
        self.recorder = recorder
        self.waits = waits
    }

    func append(_ location: Location) {
        recorder.append(location)
        let appended = count.add(1, ordering: .relaxed).newValue
        // Write errors are reported elsewhere.
        if waits, appended.isMultiple(of: Self.portion) { try? recorder.flushAndWait() }
    }
}

/// The texts that `locate track record` shows while recording and at the end.
enum TrackStatusText {
    /// Returns the line on a terminal.
    ///
    /// - Parameters:
    ///   - snapshot: What the recorder knows.
    ///   - reason: Why there is no fix, if there is none.
    ///   - outage: What is the matter with gpsd or its receiver, if anything is.
    ///   - elapsed: The seconds since the start.
    /// - Returns: The line.
    static func text(
        _ snapshot: TrackRecorder.Snapshot, reason: LocationManager.NoFixReason?,
        outage: LocationManager.NoFixReason? = nil, elapsed: Double
    ) -> String {
        var parts = [points(snapshot), length(snapshot.distance), time(elapsed)]
        if snapshot.status == .failing { parts.append("cannot write, \(snapshot.pendingCount) wait") }
        if let visit = snapshot.visit { parts.append("at a stop for \(time(visit.seconds))") }
        if let outage {
            if let age = snapshot.age { parts.append("last fix \(time(age / .seconds(1))) ago") }
            parts.append(outage.description)
        } else if let age = snapshot.age, age > .seconds(5) {
            parts.append("last fix \(time(age / .seconds(1))) ago")
            if let reason { parts.append(reason.description) }
        } else if snapshot.age == nil, let reason {
            parts.append(reason.description)
        }
        return "Recording: " + parts.joined(separator: ", ")
    }

    /// Returns the summary at the end.
    static func summary(_ snapshot: TrackRecorder.Snapshot, path: String) -> String {
        "\(points(snapshot)), \(length(snapshot.distance)) in \(path)"
    }

    /// Returns how many fixes were not kept, and why, or `nil` when all were.
    static func explanation(_ snapshot: TrackRecorder.Snapshot) -> String? {
        let counts = snapshot.suppressed.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        guard !counts.isEmpty else { return nil }
        return "not kept: " + counts.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
    }

    private static func points(_ snapshot: TrackRecorder.Snapshot) -> String {
        snapshot.pointCount == 1 ? "1 point" : "\(snapshot.pointCount) points"
    }

    /// Returns a length in metres below a kilometre, in kilometres above.
    static func length(_ metres: Double) -> String {
        metres < 1000
            ? "\(NumberText.shortest(metres, decimals: 0)) m" : "\(NumberText.fixed(metres / 1000, decimals: 2)) km"
    }

    /// Returns a time such as `7 s`, `3:20 min`, `2:05:09 h`.
    static func time(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 3.6e8)))
        if whole < 60 { return "\(whole) s" }
        let (minutes, rest) = (whole / 60, (whole % 60).padded(to: 2))
        return minutes < 60
            ? "\(minutes):\(rest) min" : "\(minutes / 60):\((minutes % 60).padded(to: 2)):\(rest) h"
    }
}
