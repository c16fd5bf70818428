import CLKLogind
import Glibc
import LKStorage
import LKThreads
import Synchronization

/// Holds a "delay" lock of logind while there is work, and passes on logind's announcements.
///
/// All communication happens on a separate thread, which ends with ``cancel()``; no other thread waits for the bus.
/// Without a bus, the state says why, and the next piece of work retries.
final class LogindInhibitor: Sendable {
    /// An announcement of logind.
    enum Event: Sendable { case shutdown, sleep, wakeUp }

    private let timeout: Duration
    private let address: String?
    private let isWanted: @Sendable () -> Bool
    private let handler: @Sendable (Event) -> Void
    private let wake = WakeDescriptor()
    private let current = Mutex(TaskCompletion.InhibitorState.idle)
    /// Called with each new state; for tests.
    private let observer: (@Sendable (TaskCompletion.InhibitorState) -> Void)?

    /// Creates an inhibitor and starts listening.
    ///
    /// - Parameters:
    ///   - address: The bus; `nil` for the system bus.
    ///   - timeout: How long the bus may take to answer, and then logind; 5 s by default.
    ///   - isWanted: Returns whether there is work; called after each ``update()``.
    ///   - observer: Called with each new state.
    ///   - handler: Called on the inhibitor's thread.
    init(
        address: String?, timeout: Duration = .seconds(5), isWanted: @escaping @Sendable () -> Bool,
        observer: (@Sendable (TaskCompletion.InhibitorState) -> Void)? = nil,
        handler: @escaping @Sendable (Event) -> Void
    ) {
        self.address = address
        self.timeout = timeout
        self.isWanted = isWanted
        self.observer = observer
        self.handler = handler
        let code = SystemThread.start("locate-logind") { @Sendable [self] in run() }
        if code != 0 { become(.unavailable("no thread: \(systemErrorText(code))")) }
    }

    /// Whether the lock is held.
    var state: TaskCompletion.InhibitorState { current.withLock { $0 } }

    /// Notifies the inhibitor that the presence of work may have changed.
    func update() { wake.wake() }

    /// Releases the lock and ends the thread.
    func cancel() { wake.cancel() }

    private func become(_ state: TaskCompletion.InhibitorState) {
        let isNew = current.withLock { current in
            defer { current = state }
            return current != state
        }
        if isNew { observer?(state) }
    }

    private func run() {
        while !wake.isCancelled {
            var error = [CChar](repeating: 0, count: Int(CLOGIND_TEXT_SIZE))
            if let logind = address.withOptionalCString({ clogind_open($0, &error) }) {
                var conversation = Conversation(logind: logind, inhibitor: self)
                conversation.run()
            } else {
                become(.unavailable(Self.text(error)))
            }
            // The next piece of work triggers a retry.
            while !wake.isCancelled {
                _ = wake.wait(until: nil)
                if isWanted() { break }
            }
        }
        become(.off)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A connection to the bus.
    private struct Conversation: ~Copyable {
        let logind: OpaquePointer
        let inhibitor: LogindInhibitor
        let begin = MonotonicInstant.now
        var lock: Int32 = -1
        var isAsking = false
        /// Why a lock was refused for the current work.
        var refusal: String?

        init(logind: OpaquePointer, inhibitor: LogindInhibitor) {
            self.logind = logind
            self.inhibitor = inhibitor
        }

        deinit {
            if lock >= 0 { close(lock) }
            clogind_close(logind)
        }

        /// Runs until the connection is lost or the work is cancelled.
        mutating func run() {
            while !inhibitor.wake.isCancelled {
                var event = clogind_event()
                var code: Int32 = 1
                while code > 0, !inhibitor.wake.isCancelled {
                    code = clogind_process(logind, &event)
                    handle(event)
                }
                guard code == 0 else { return lost(systemErrorText(-code)) }
                let isReady = clogind_is_ready(logind)
                let limit = begin + inhibitor.timeout
                if !isReady, .now >= limit {
                    return lost("it did not answer within \(inhibitor.timeout)")
                }
                ask()
                let timeout = clogind_timeout(logind)
                var deadline = timeout < 0 ? nil : MonotonicInstant.now + .milliseconds(timeout)
                if !isReady { deadline = min(deadline ?? limit, limit) }
                _ = inhibitor.wake.wait(
                    for: clogind_descriptor(logind), events: clogind_events(logind), until: deadline)
            }
        }

        private func lost(_ reason: String) {
            inhibitor.become(.unavailable("the system bus is out of reach: \(reason)"))
        }

        private mutating func handle(_ event: clogind_event) {
            switch event.kind {
            case CLOGIND_GRANTED:
                isAsking = false
                lock = event.descriptor
            case CLOGIND_REFUSED:
                isAsking = false
                let text = withUnsafeBytes(of: event.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                refusal = "logind refused: \(text)"
            case CLOGIND_SHUTDOWN: if event.begins { inhibitor.handler(.shutdown) }
            case CLOGIND_SLEEP: inhibitor.handler(event.begins ? .sleep : .wakeUp)
            default: break
            }
        }

        /// Takes or releases the lock, depending on whether there is work.
        private mutating func ask() {
            if !inhibitor.isWanted() {
                if lock >= 0 { close(lock) }
                lock = -1
                refusal = nil
                return inhibitor.become(.idle)
            }
            if lock >= 0 { return inhibitor.become(.held) }
            if let refusal { return inhibitor.become(.unavailable(refusal)) }
            inhibitor.become(.asking)
            guard !isAsking else { return }
            let code = clogind_inhibit(
                logind, "finishing work under way", UInt64(inhibitor.timeout / .microseconds(1)))
            if code == 0 {
                isAsking = true
            } else {
                refusal = "logind cannot be asked: \(systemErrorText(-code))"
            }
        }
    }
}

extension String? {
    /// Calls `body` with the null-terminated text, or NULL.
    fileprivate func withOptionalCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let self else { return body(nil) }
        return self.withCString { body($0) }
    }
}
