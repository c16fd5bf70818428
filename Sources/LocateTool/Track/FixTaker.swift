import Geo
import Synchronization
import Tracks

/// Takes fixes on the source's thread into a recorder.
///
/// A recording that is played as fast as possible would outrun the disk, and can wait; a receiver cannot.
final class FixTaker: Sendable {
    private let recorder: TrackRecorder
    private let waits: Bool
    private let count = Atomic(0)

    /// Far below what a recorder keeps in memory.
    private static let portion = 1_000

    init(_ recorder: TrackRecorder, waits: Bool) {
        self.recorder = recorder
        self.waits = waits
    }

    func take(_ location: Location) {
        recorder.append(location)
        let taken = count.add(1, ordering: .relaxed).newValue
        // What cannot be written is told elsewhere.
        if waits, taken.isMultiple(of: Self.portion) { try? recorder.flushAndWait() }
    }
}
