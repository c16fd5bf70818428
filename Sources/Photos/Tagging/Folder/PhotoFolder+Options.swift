public import FoundationEssentials
public import LKGeocoding
public import LKMetadata
public import LKPlanning

extension PhotoFolder {
    /// How positions are derived from tracks and photos; the defaults are those of `locate photos geotag`.
    public struct Geotagging: Sendable {
        /// A camera clock's time and the true time at the same instant, for example from a photo of a clock.
        public struct ClockReading: Sendable, Hashable {
            /// The time on the camera's clock.
            public var shown: Date
            /// The true time.
            public var actual: Date

            /// Creates a comparison.
            ///
            /// - Parameters:
            ///   - shown: The time on the camera's clock.
            ///   - actual: The true time.
            public init(shown: Date, actual: Date) {
                self.shown = shown
                self.actual = actual
            }
        }

        /// How clock offsets are determined.
        public enum Clock: Sendable, Hashable {
            /// This is added to the time of each camera: positive for a clock that was slow.
            case offset(Duration)
            /// Interpolated between comparisons with the true time, two or more.
            case compared([ClockReading])
            /// Estimated for each camera from GPS times in its photos and from where tracks stand still; see ``Plan/clocks``.
            case automatic
        }

        /// What happens to photos that have a position; they keep it by default.
        public var policy = GeotagPolicy.keep

        /// How clock offsets are determined; clocks are taken to be right by default.
        public var clock = Clock.offset(.zero)

        /// The time zone of cameras that state none; `nil` to derive it from the positions.
        public var timeZone: ClockZone?

        /// Which time the headers of videos state; `nil` for what the camera's maker is known to write, else UTC.
        public var videoClock: VideoClock?

        /// The largest estimated error of a position that is written, in metres; 5,000 by default, `nil` for any.
        public var maximumError: Double? = 5000

        /// The longest time between two points of a track for interpolation, and between two photos for the position of one
        /// to be used for the other; 30 minutes by default.
        public var maximumGap = Duration.seconds(1800)

        /// The longest time before or after a point of a track at which it is used; 30 minutes by default.
        public var maximumExtrapolation = Duration.seconds(1800)

        /// Part of the make or model of the cameras whose photos are written, in any case; `nil` for all.
        public var camera: String?

        /// Folders and photos with positions, such as those of a phone, for photos taken at nearly the same time.
        public var placedPhotos: [URL] = []

        /// Whether the intact part of a damaged track file is used, with a warning.
        public var salvagesTracks = false

        /// Creates the default options.
        public init() {}

        /// The same for the planner.
        package var configuration: Geotagger.Configuration {
            var configuration = Geotagger.Configuration()
            configuration.policy = policy
            configuration.timeZone = timeZone
            configuration.videoClock = videoClock
            configuration.maximumError = maximumError
            switch clock {
            case .offset(let offset): configuration.clock = .corrected(.constant(offset / .seconds(1)))
            case .compared(let comparisons):
                configuration.clock = .corrected(
                    .drift(comparisons.map { ClockComparison(shown: $0.shown, actual: $0.actual) }))
            case .automatic: configuration.clock = .automatic
            }
            return configuration
        }
    }

    /// Which place names are written; the defaults are those of `locate photos tag`.
    public struct Naming: Sendable, Hashable {
        /// How to treat photos that have place names.
        public enum Policy: Sendable, Hashable, CaseIterable {
            /// Names stay, except those of a place more than 50 km from the position that no person has entered.
            case keep
            /// Names of a place more than 50 km from the position are replaced.
            case replaceIfFar
            /// All names are replaced.
            case replace
        }

        /// The preferred languages of the names, in order; empty for the place's own language.
        public var languages: [LanguageTag] = []

        /// How to treat photos that have place names; they keep them by default.
        public var policy = Policy.keep

        /// Whether the names are also added as keywords; `false` by default.
        public var addsKeywords = false

        /// Creates the default options.
        ///
        /// - Parameter languages: The preferred languages of the names, in order; empty for the place's own language.
        public init(languages: [LanguageTag] = []) { self.languages = languages }

        /// The same for the planner.
        package var configuration: PlaceTagger.Configuration {
            var configuration = PlaceTagger.Configuration()
            configuration.languages = languages
            configuration.replaces = policy == .replace
            configuration.replacesFar = policy == .replaceIfFar
            configuration.addsKeywords = addsKeywords
            return configuration
        }
    }

    /// How photos are sorted; the defaults are those of `locate photos sort`.
    public struct Sorting: Sendable {
        /// Whether photos are copied instead of moved; `false` by default.
        public var copies = false

        /// The preferred languages of the names of folders, in order; empty for the place's own language.
        public var languages: [LanguageTag] = []

        /// The user's own names of places; `nil` for none.
        public var corrections: PlaceCorrections?

        /// Creates the default options.
        public init() {}
    }
}
