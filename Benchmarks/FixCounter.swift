import Dispatch
import Foundation
import Geo
import Positioning
import Synchronization

/// Counts the notifications of a manager, as a program that follows a receiver gets them.
final class FixCounter: Sendable {
    private struct State {
        var seen = -1
        var start: Int64 = 0
        var latitudes = 0.0
        var memory: [Int] = []
        var report = ""
    }

    private let fixes: Int
    private let measuresMemory: Bool
    private let state = Mutex(State())
    private let done = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - fixes: How many to count after the first.
    ///   - measuresMemory: Whether to look at the memory on the way, which costs time.
    init(fixes: Int, measuresMemory: Bool) {
        self.fixes = fixes
        self.measuresMemory = measuresMemory
    }

    /// Counts, and tells the fixes, the nanoseconds of processor time and the memory after each tenth.
    func run(port: UInt16) -> String {
        let manager = LocationManager(source: GPSDSource(GPSDEndpoint(host: "127.0.0.1", port: port)))
        manager.desiredAccuracy = 0
        manager.timeout = nil
        let observer = NotificationCenter.default.addObserver(
            forName: LocationManager.didUpdateLocation, object: manager, queue: nil
        ) { [self] in take($0) }
        manager.startUpdating()
        done.wait()
        NotificationCenter.default.removeObserver(observer)
        return state.withLock { $0.report }
    }

    private func take(_ notification: Notification) {
        guard let location = notification.locationSnapshot?.location else { return }
        state.withLock { state in
            state.seen += 1
            state.latitudes += location.coordinate.latitude
            if state.seen == 0 { state.start = Clocks.processor }
            if measuresMemory, state.seen > 0, state.seen % (fixes / 10) == 0 {
                state.memory.append(ResidentMemory.kilobytes)
            }
            guard state.seen == fixes, state.latitudes > 0 else { return }
            let used = Clocks.processor - state.start
            state.report = ([state.seen, Int(used)] + state.memory).map(String.init).joined(separator: " ")
            done.signal()
        }
    }
}
