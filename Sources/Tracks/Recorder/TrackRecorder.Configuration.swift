extension TrackRecorder {
    /// How a track is recorded.
    public struct Configuration: Sendable {
        /// What the track is called; `nil` leaves the name that the log has.
        public var name: String?
        /// What there is to say about it; `nil` leaves the note that the log has.
        public var note: String?
        /// The program that records, for a new log: `LocationKit`.
        public var software = "LocationKit"
        /// Which fixes are kept: all.
        public var filter = LocationFilter.all([])
        /// After how long without a usable fix the next begins a segment: 60 s.
        public var newSegmentGap = Duration.seconds(60)
        /// For how long a receiver must be silent before another one is recorded: 10 s.
        public var deviceTimeout = Duration.seconds(10)
        /// What counts as a stop, by the rules as they stand; `nil` notices none.
        public var visits: StationaryDetector.Rules? = StationaryDetector.Rules()
        /// Whether fixes at a stop are kept, or held back as `stationary`: kept.
        public var keepsFixesOfVisits = true
        /// The longest time for which a fix that came is not yet durable, while the disk works: 1 s.
        ///
        /// A fix after a longer pause is written at once.
        public var syncInterval = Duration.seconds(1)
        /// How many fixes, marks and notes wait in memory while nothing can be written: 10,000.
        ///
        /// Beyond that every other fix that waits is given up, again and again, so that the way stays complete and becomes
        /// coarser; they are counted as `notWritten`.
        public var pendingLimit = 10_000

        /// The values as they stand at each.
        public init() {}
    }
}
