extension Geotagger {
    /// How photos are geotagged.
    public struct Configuration: Sendable, Hashable {
        /// What is done about cameras' clocks.
        public enum Clock: Sendable, Hashable {
            /// All clocks are corrected like this.
            case corrected(ClockCorrection)
            /// The clock offset of each camera is found out, after time zones and summer time: from receivers' times in its photos,
            /// and from where the photos would have been taken, since people stand still for that. A clock that may have been right
            /// is taken for right, and the errors of positions say what else is possible.
            case automatic
        }

        /// What happens to photos that have a position; they keep it when left out.
        public var policy = GeotagPolicy.keep

        /// What is done about cameras' clocks; nothing when left out.
        public var clock = Clock.corrected(.none)

        /// How sure an automatic clock offset has to be to be used, from 0 to 1; 0.95 when left out.
        public var minimumConfidence = 0.95

        /// The zone that the clocks of photos without offset were set to.
        ///
        /// It counts before what could be derived: a camera may well have stayed at home's time.
        public var timeZone: ClockZone?

        /// The zone that counts where nothing can be derived.
        public var fallbackTimeZone: ClockZone?

        /// The largest error that a position may have, in metres; any when left out.
        public var maximumError: Double?

        /// Whether photos that have positions place the others.
        public var usesPhotos = true

        /// Whether a photo without offset gets that of its place, where the zone is known.
        ///
        /// The local time stays what it is.
        public var writesOffset = false

        /// The configuration that is described at each property.
        public init() {}
    }
}
