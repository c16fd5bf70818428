import FoundationEssentials
import LKCommandLine
import LKGeo
import LKLifetime
import LKPositioning
import LKThreads

/// A run of `locate`: starts the session, prints its results, and ends with the exit code.
///
/// Everything is printed by the thread that calls ``run()``; other threads only fill its mailbox.
struct LocateRun {
    private enum Item: Sendable {
        case update(LocationManager.Snapshot)
        case finish(LocationManager.Snapshot)
        case outage(LocationManager.Snapshot)
        case lapse(LocationManager.Snapshot)
        case stop(TaskCompletion.StopCause)
    }

    private let options: LocateOptions
    private let manager: LocationManager
    private let printer: LocationPrinter
    private let map: LiveMap?
    private let mailbox = Mailbox<Item>()
    private var status: StatusLine
    private var outage: LocationManager.NoFixReason?
    /// The lapse of fixes that was reported, until there is one again.
    private var lapse: LocationManager.NoFixReason?
    private var printed = 0
    private var stopCause: TaskCompletion.StopCause?

    init(_ options: LocateOptions, manager: LocationManager, printer: LocationPrinter, map: LiveMap? = nil) {
        self.map = map
        self.options = options
        self.manager = manager
        self.printer = printer
        status = StatusLine(isWanted: !options.quiet, timeout: options.timeout)
    }

    /// Runs until the session has ended or enough was printed.
    mutating func run() throws(ToolError) -> ExitCode {
        let stopWaiting = printer.stopWaiting
        let watch = try StopWatch { [mailbox] cause in
            mailbox.send(.stop(cause), urgent: true)
            // After it: the run may be waiting for a service, and looks for the cause as soon as that ends.
            stopWaiting()
        }
        let observer = observe()
        defer {
            manager.observers.remove(observer)
            mailbox.close()
            manager.stopUpdating()
            status.clear()
            watch.cancel()
        }
        manager.startUpdating()
        while true {
            let items = mailbox.receive(until: [status.nextRefresh, map?.nextWrite].compactMap(\.self).min())
            if items.isEmpty {
                showStatus()
                map?.refresh(manager.snapshot)
            }
            for item in items {
                if let code = try handle(item) { return code }
            }
        }
    }

    /// Shows the progress of the search, and later the loss of the fix; updates are printed without it.
    private mutating func showStatus() {
        let snapshot = manager.snapshot
        if printed == 0 || outage != nil || snapshot.isStale { status.show(snapshot) }
    }

    private func observe() -> Int {
        let isWatching = options.watch
        // A private gpsd, or a recorded one, is of no interest to the user.
        let watchesOutages = options.source == .gpsd
        return manager.observers.add { [mailbox] event in
            switch event {
            case .updated(let snapshot): if isWatching { mailbox.send(.update(snapshot)) }
            case .outageChanged(let snapshot): if watchesOutages { mailbox.send(.outage(snapshot), urgent: true) }
            case .lapseChanged(let snapshot):
                if isWatching, watchesOutages { mailbox.send(.lapse(snapshot), urgent: true) }
            case .finished(let snapshot): mailbox.send(.finish(snapshot))
            case .stateChanged, .location, .sky, .heading: break
            }
        }
    }

    /// Handles an item; an exit code ends the run.
    private mutating func handle(_ item: Item) throws(ToolError) -> ExitCode? {
        switch item {
        case .update(let snapshot):
            status.clear()
            if stopCause != nil { return nil }
            try printer.update(snapshot)
            printed += 1
            map?.update(snapshot, printer.place)
            guard printed == options.count else { return nil }
            return hasMap(snapshot) ? .success : .cannotCreate
        case .finish(let snapshot):
            status.clear()
            return try finish(snapshot)
        case .outage(let snapshot):
            if stopCause == nil { try options.watch ? tell(snapshot) : tellRefusal(snapshot) }
            return nil
        case .lapse(let snapshot):
            if stopCause == nil { try tellLapse(snapshot) }
            return nil
        case .stop(let cause):
            stopCause = cause
            manager.stopUpdating()
            return nil
        }
    }

    /// Reports that gpsd or its receiver is lost or back: in the status line, or as a message without a terminal.
    private mutating func tell(_ snapshot: LocationManager.Snapshot) throws(ToolError) {
        let former = outage
        outage = snapshot.outage
        try printer.search(outage, outage?.description, former: former)
        if former == nil, !options.quiet, let sentence = refusal(snapshot) {
            status.clear()
            Messages.note(sentence)
        } else if status.isShown {
            if outage != nil { status.show(snapshot) } else if let news = former?.recovery { status.show(news) }
        } else if !options.quiet {
            if let sentence = LocationManager.NoFixReason.news(of: outage, former: former) { Messages.note(sentence) }
        }
    }

    /// Reports at once that gpsd cannot be reached, when a search for a single position begins.
    private mutating func tellRefusal(_ snapshot: LocationManager.Snapshot) {
        guard !options.quiet, outage == nil, let sentence = refusal(snapshot) else { return }
        outage = snapshot.outage
        status.clear()
        Messages.note(sentence)
    }

    /// Returns the message for a gpsd that could never be reached, or `nil` for other outages.
    private func refusal(_ snapshot: LocationManager.Snapshot) -> String? {
        guard !snapshot.hasConnected else { return nil }
        return LocationManager.NoFixReason.refusal(
            snapshot.outage, timeout: options.timeout, replay: "locate --replay FILE")
    }

    /// Reports that fixes have stopped or come again, although the receiver sends.
    private mutating func tellLapse(_ snapshot: LocationManager.Snapshot) throws(ToolError) {
        let former = lapse
        lapse = snapshot.lapse
        let news = LapseNews(
            lapse, hadFix: lapse == nil ? printed > 0 : snapshot.location != nil,
            requirement: options.require == .twoDimensional ? nil : options.require)
        try printer.search(lapse, news.sentence, former: former)
        // On a terminal, the status line shows the age of the last fix.
        if !status.isShown, !options.quiet { Messages.note(news.message) }
    }

    private mutating func finish(_ snapshot: LocationManager.Snapshot) throws(ToolError) -> ExitCode {
        let hasMap = hasMap(snapshot)
        let isDone = options.watch && printed > 0
        if !isDone { try printer.result(snapshot) }
        // A signal that ended the wait for a service.
        for case .stop(let cause) in mailbox.receive(until: .distantPast) { stopCause = stopCause ?? cause }
        // A watch usually ends by a signal; that there is no page matters more.
        guard hasMap else { return .cannotCreate }
        if let stopCause { return ExitCode(stopCause) }
        if let error = snapshot.error { throw ToolError(error, hasResult: isDone) }
        if isDone || snapshot.status == .updated {
            return options.strict && !options.watch && snapshot.finishReason != .accuracy ? missed(snapshot) : .success
        }
        return .temporaryFailure
    }

    /// Writes the page for the last time; returns whether there is one, if one is wanted.
    private func hasMap(_ snapshot: LocationManager.Snapshot) -> Bool { map.map { $0.finish(snapshot) } ?? true }

    private func missed(_ snapshot: LocationManager.Snapshot) -> ExitCode {
        guard options.accuracy > 0 else { return .success }
        if !options.quiet, let reason = snapshot.reason { Messages.note("\(reason); \(reason.advice)") }
        return .temporaryFailure
    }
}

/// The status line of a search on a terminal; it is removed when there is a result.
struct StatusLine {
    private var line: TerminalLine
    private let start = ContinuousClock.now
    private let timeout: Duration?

    /// Creates the line that shows the search.
    ///
    /// - Parameters:
    ///   - isWanted: Whether the user wants it; it is shown on a terminal only.
    ///   - timeout: When the search ends at the latest.
    init(isWanted: Bool, timeout: Duration?) {
        line = TerminalLine(isWanted: isWanted)
        self.timeout = timeout
    }

    /// Whether there is a terminal to show it on.
    var isShown: Bool { line.isShown }

    /// When to refresh the line, if it is shown.
    var nextRefresh: Date? { line.isShown ? Date(timeIntervalSinceNow: 0.25) : nil }

    /// Shows the present state.
    mutating func show(_ snapshot: LocationManager.Snapshot) {
        let (elapsed, timeout) = (ContinuousClock.now - start, timeout)
        line.show { _ in Self.text(snapshot, elapsed: elapsed, timeout: timeout) }
    }

    /// Shows a sentence, until something else is shown.
    mutating func show(_ sentence: String) { line.show { _ in sentence } }

    /// Removes the line.
    mutating func clear() { line.clear() }

    static func text(_ snapshot: LocationManager.Snapshot, elapsed: Duration, timeout: Duration?) -> String {
        let seconds = Int(elapsed / .seconds(1))
        let time = timeout.map { "\(seconds) of \(Int($0 / .seconds(1))) s" } ?? "\(seconds) s"
        // Fixes from before the outage do not count.
        if let outage = snapshot.outage { return "Waiting: \(outage), \(time)" }
        var parts: [String] = []
        if snapshot.isStale, let reason = snapshot.reason {
            parts.append(reason.description)
        } else if let accuracy = snapshot.location?.horizontalAccuracy {
            parts.append(
                "fix good to \(NumberText.measured(accuracy.radius)) m")
        } else if snapshot.location != nil {
            parts.append("fix of unknown accuracy")
        }
        if let sky = snapshot.satellites, !sky.satellites.isEmpty {
            parts.append("\(sky.count.used) of \(sky.count.visible) satellites")
        }
        if snapshot.location == nil, let reason = snapshot.reason { parts.append(reason.description) }
        parts.append(time)
        return "Searching: " + parts.joined(separator: ", ")
    }
}
