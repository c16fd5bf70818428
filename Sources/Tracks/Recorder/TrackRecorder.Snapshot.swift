public import Geo

extension TrackRecorder {
    /// Where a recorder stands.
    public enum Status: String, Sendable, CaseIterable {
        /// It records.
        case recording
        /// It is paused: what comes is held back.
        case paused
        /// Nothing can be written at present; what comes waits in memory, and the file is tried again.
        case failing
        /// The recording has ended.
        case finished
    }

    /// What a recorder knows at one moment; all of it belongs together.
    public struct Snapshot: Sendable {
        /// Where the recorder stands.
        public var status: Status
        /// How many points are durable in the log, those of earlier recordings included.
        public var pointCount: Int
        /// How many points, marks and notes wait to be written.
        public var pendingCount: Int
        /// The length of the way so far, in metres, with what is not written yet.
        public var distance: Double
        /// The last fix that came, kept or not.
        public var location: Location?
        /// How long ago ``location`` came; `nil` before the first.
        public var age: Duration?
        /// Why nothing can be written; `nil` while it can.
        public var error: TrackError?
        /// How many fixes were not kept, by reason, those of earlier recordings included.
        public var suppressed: [SuppressionReason: Int]
        /// The stop under way; `nil` in motion.
        public var visit: Visit?
    }
}
