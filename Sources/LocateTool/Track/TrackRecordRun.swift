import Foundation
import Geo
import Persistence
import Positioning
import Tracks

/// One run of `locate track record`: takes every fix into the log until the source ends, the time is over, or a signal comes.
struct TrackRecordRun {
    /// What a run waits for.
    enum Item: Sendable {
        case finish(LocationSnapshot)
        case outage(NoFixReason?)
        case stop(StopCause)
        case failure(String)
        case recovery
    }

    private let options: TrackRecordOptions
    private let manager: LocationManager
    private let recorder: TrackRecorder
    private let mailbox: Mailbox<Item>
    private var line: TerminalLine
    private let start = Date()
    /// Why there was no fix, as it was said last where no line can show it.
    private var saidReason: NoFixReason?
    /// What is the matter with gpsd or its receiver.
    private var outage: NoFixReason?

    /// A request to stop comes into the mailbox, also one from before the log was open.
    init(
        _ options: TrackRecordOptions, manager: LocationManager, recorder: TrackRecorder, mailbox: Mailbox<Item>
    ) {
        self.options = options
        self.manager = manager
        self.recorder = recorder
        self.mailbox = mailbox
        line = TerminalLine(isWanted: !options.source.quiet)
    }

    /// Records to the end.
    ///
    /// - Throws: What broke the source.
    mutating func run() throws(ToolError) -> ExitCode {
        let observers = observe()
        defer {
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
            mailbox.close()
            manager.stopUpdating()
            line.clear()
        }
        let end = options.duration.map { start.addingTimeInterval($0 / .seconds(1)) }
        manager.startUpdating()
        while true {
            let refresh = line.isShown ? 0.25 : isWaiting ? 5 : nil
            let next = refresh.map { Date(timeIntervalSinceNow: $0) }
            let items = mailbox.take(until: [next, end].compactMap { $0 }.min())
            for item in items {
                if let code = try handle(item) { return code }
            }
            if let end, end <= Date() { return try timeIsOver() }
            show()
            if items.isEmpty, isWaiting { explainWaiting() }
        }
    }

    /// Whether nobody has been told yet how it goes.
    private var isWaiting: Bool { !line.isShown && !options.source.quiet && recorder.snapshot.location == nil }

    /// Says why there is no fix, once for each reason; outages are said as they come.
    private mutating func explainWaiting() {
        guard let reason = manager.snapshot.reason, saidReason?.name != reason.name else { return }
        guard options.source.source != .gpsd || !reason.isServiceFault else { return }
        saidReason = reason
        tell("no fix yet: \(reason); \(reason.advice)")
    }

    private func observe() -> [any NSObjectProtocol] {
        let center = NotificationCenter.default
        let taker = FixTaker(recorder, waits: options.source.source != .gpsd)
        var observers = [
            center.addObserver(forName: LocationManager.didUpdateLocation, object: manager, queue: nil) {
                notification in
                if let location = notification.locationSnapshot?.location { taker.take(location) }
            },
            center.addObserver(forName: LocationManager.didFinish, object: manager, queue: nil) {
                [mailbox] notification in
                if let snapshot = notification.locationSnapshot { mailbox.put(.finish(snapshot), urgent: true) }
            },
            center.addObserver(forName: TrackRecorder.didFail, object: recorder, queue: nil) { [mailbox] notification in
                if let error = notification.trackSnapshot?.error { mailbox.put(.failure(error.message), urgent: true) }
            },
            center.addObserver(forName: TrackRecorder.didRecover, object: recorder, queue: nil) { [mailbox] _ in
                mailbox.put(.recovery, urgent: true)
            },
        ]
        // A private gpsd, or a recorded one, is no affair of the user's.
        if options.source.source == .gpsd {
            observers.append(
                center.addObserver(forName: LocationManager.didChangeOutage, object: manager, queue: nil) {
                    [mailbox] notification in
                    mailbox.put(.outage(notification.locationSnapshot?.outage), urgent: true)
                })
        }
        return observers
    }

    /// Takes an item in; a code ends the run.
    private mutating func handle(_ item: Item) throws(ToolError) -> ExitCode? {
        switch item {
        case .stop(let cause): return ExitCode(cause)
        case .finish(let snapshot):
            if let error = snapshot.error { throw ToolError(error, hasResult: recorder.snapshot.location != nil) }
            return .success
        case .outage(let outage):
            let news = NoFixReason.news(of: outage, former: self.outage)
            self.outage = outage
            // On a terminal the line says it, as long as it lasts; the return is worth a line of its own.
            if !options.source.quiet, let news, !line.isShown || outage == nil { tell(news) }
        case .failure(let sentence): tell(sentence + "; what comes is kept in memory meanwhile")
        case .recovery: tell("\(options.path) can be written again; nothing that was kept is missing")
        }
        return nil
    }

    /// The end that was asked for; without a single fix it says why there was none.
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
