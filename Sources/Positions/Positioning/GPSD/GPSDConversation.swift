import Glibc
import LKGeo
import LKThreads

/// A run of a ``GPSDSource``: connects, listens, nudges and reconnects until cancelled.
///
/// Confined to its thread.
final class GPSDConversation {
    private let endpoint: GPSDSource.Endpoint
    private let recorder: (any ReportRecorder)?
    private let timing: GPSDTiming
    private let wake: WakeDescriptor
    private let handler: @Sendable (SourceEvent) -> Void
    private let watchCommand: String
    private var interpreter: GPSDInterpreter
    private var coalescer = EventCoalescer(waitsForNextEpoch: false)
    private var hasGreeted = false
    private var hasSilentConnection = false

    init(
        endpoint: GPSDSource.Endpoint, device: String?, recorder: (any ReportRecorder)?, isSimulated: Bool,
        timing: GPSDTiming,
        wake: WakeDescriptor, handler: @escaping @Sendable (SourceEvent) -> Void
    ) {
        self.endpoint = endpoint
        self.recorder = recorder
        self.timing = timing
        self.wake = wake
        self.handler = handler
        watchCommand = Self.watchCommand(device: device)
        // A simulation has the times of its recording.
        interpreter = GPSDInterpreter(
            isLive: !isSimulated, isSimulated: isSimulated, source: .gpsd, wantedDevice: device)
    }

    /// Returns the command that subscribes to reports.
    ///
    /// The device's name is a JSON string, so quotes and backslashes are escaped.
    static func watchCommand(device: String?) -> String {
        guard let device else { return #"?WATCH={"enable":true,"json":true};"# + "\n" }
        var name = ""
        for character in device.unicodeScalars where character.value >= 32 {
            if character == "\"" || character == "\\" { name += "\\" }
            name.unicodeScalars.append(character)
        }
        return #"?WATCH={"enable":true,"json":true,"device":""# + name + #""};"# + "\n"
    }

    /// Runs until cancelled.
    func run() {
        let parser: GPSDReportParser
        do throws(PositioningError) { parser = try GPSDReportParser() } catch {
            handler(.failed(error))
            return
        }
        var pause = timing.firstPause
        handler(.link(.connecting(endpoint: endpoint.description)))
        while !wake.isCancelled {
            hasGreeted = false
            do throws(LinkFailure) {
                let socket = try GPSDSocket(endpoint, wake: wake, until: .now + timing.connecting)
                if !hasSilentConnection { handler(.link(.connected(endpoint: endpoint.description))) }
                try converse(over: socket, parser)
            } catch {
                finishConnection(error)
            }
            // A daemon that worked before is probably restarting: retry soon.
            if hasGreeted { pause = timing.firstPause }
            wake.sleep(pause)
            pause = min(pause * 2, timing.maximumPause)
        }
    }

    private func finishConnection(_ failure: LinkFailure) {
        coalescer.flush(at: nil, handler)
        recorder?.flush()
        guard !wake.isCancelled else { return }
        // A peer that never sent anything stays "silent" through further attempts, so that its reason does not
        // flicker.
        hasSilentConnection = !hasGreeted && failure.isSilence
        if !hasSilentConnection {
            handler(.link(.disconnected(endpoint: endpoint.description, detail: failure.detail)))
        }
    }

    private func converse(over socket: borrowing GPSDSocket, _ parser: GPSDReportParser) throws(LinkFailure) {
        defer { socket.send(#"?WATCH={"enable":false};"# + "\n") }
        socket.send(watchCommand)
        // The previous daemon's receivers are obsolete.
        interpreter.forgetReceivers()
        var lines = LineSplitter()
        var lastByte = MonotonicInstant.now
        var lastSign = lastByte
        while !wake.isCancelled {
            let due = min(lastSign + timing.nudge, lastByte + timing.dead)
            let events = wake.wait(
                for: socket.descriptor, events: POLLIN, until: min(due, coalescer.deadline ?? due))
            let now = MonotonicInstant.now
            if events != 0 {
                var isMore = true
                while isMore {
                    let room = lines.room()
                    guard let count = try socket.receive(into: room) else { break }
                    // Fewer bytes than the buffer holds: nothing is left.
                    isMore = count == room.count
                    lastByte = now
                    if processBytes(count, &lines, parser, at: now) { lastSign = now }
                    if wake.isCancelled { return }
                }
                recorder?.flush()
            }
            if let deadline = coalescer.deadline, deadline <= now { coalescer.flush(at: now, handler) }
            if now >= lastByte + timing.dead { throw LinkFailure("gpsd no longer answers", isSilence: true) }
            if now >= lastSign + timing.nudge {
                lastSign = now
                socket.send(watchCommand)
                handler(.link(.nudged))
            }
        }
    }

    /// Interprets received bytes; returns whether a receiver sent something.
    private func processBytes(
        _ count: Int, _ lines: inout LineSplitter, _ parser: GPSDReportParser, at now: MonotonicInstant
    ) -> Bool {
        var heard = false
        lines.append(count) { line in
            recorder?.record(UnsafeBufferPointer(rebasing: line.dropLast()))
            let message = parser.parse(line)
            switch message {
            case .version: hasGreeted = true
            case .fix, .sky, .errorStatistics: heard = true
            case .heading, .devices, .device, .watch, .error, .other: break
            }
            interpreter.interpret(message, at: now) { coalescer.add($0, at: now, handler) }
        }
        return heard
    }
}
