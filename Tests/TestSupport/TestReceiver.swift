import Foundation
import Synchronization

/// A receiver that feeds a test's gpsd, ten epochs a second, with whatever the test has it see.
public final class TestReceiver: Sendable {
    private struct State {
        var epoch: NMEAEpoch?
        var time = Int(Date.now.timeIntervalSince1970)
    }

    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)

    /// Starts a receiver that says `epoch` over and over, a second later each time; nothing when it is `nil`.
    public init(_ gpsd: TestGPSD, index: Int = 0, _ epoch: NMEAEpoch?) {
        var first = State()
        first.epoch = epoch
        state = Mutex(first)
        let thread = Thread { @Sendable [weak self, weak gpsd, wake] in
            while let next = self?.next(), let gpsd {
                gpsd.send(next, from: index)
                // A receiver keeps a rhythm, so gpsd must be given one.
                if wake.wait(timeout: .now() + 0.1) == .success { return }
            }
        }
        thread.name = "tests.receiver"
        thread.start()
    }

    deinit { wake.signal() }

    /// Changes what the receiver sees.
    public func show(_ epoch: NMEAEpoch?) { state.withLock { $0.epoch = epoch } }

    private func next() -> [String] {
        state.withLock { state in
            state.time += 1
            guard var epoch = state.epoch else { return [] }
            epoch.time = state.time
            return epoch.sentences
        }
    }
}

extension NMEAEpoch {
    /// Any moment; a ``TestReceiver`` sets its own.
    private static let moment = 1_800_000_000

    /// No fix, with satellites in view or without.
    public static func searching(satellites: Int = 5, signal: Int = 35) -> NMEAEpoch {
        var epoch = NMEAEpoch(time: moment)
        epoch.mode = 1
        epoch.satellites = satellites
        epoch.signal = signal
        return epoch
    }

    /// A fix; gpsd makes 11.8 m of 68 % error of a dilution of 1.
    public static func fix(mode: Int = 3, dilution: Double = 1, latitude: Double? = nil) -> NMEAEpoch {
        var epoch = NMEAEpoch(time: moment)
        epoch.mode = mode
        epoch.dilution = dilution
        if let latitude { epoch.latitude = latitude }
        return epoch
    }
}
