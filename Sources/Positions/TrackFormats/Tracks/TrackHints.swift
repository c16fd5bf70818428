public import FoundationEssentials

extension TrackFormat {
    /// What a user knows of a file of tracks that the file does not say itself: what its columns mean, on which day it begins.
    ///
    /// ```swift
    /// let hints = TrackFormat.Hints(columns: [.time: "recorded at"])
    /// let file = try TrackFile(URL(filePath: "logger.csv"), hints: hints)
    /// ```
    public struct Hints: Hashable, Sendable {
        /// What a column of a CSV file contains.
        public enum Column: String, CaseIterable, Sendable {
            /// Degrees, from -90 to 90.
            case latitude
            /// Degrees, from -180 to 180.
            case longitude
            /// A date with a time of day, or a number of seconds or their fractions since 1970.
            case time
            /// Metres above mean sea level, unless the name or the cell states another unit.
            case altitude
            /// Metres a second, unless the name or the cell states another unit.
            case speed
            /// Degrees clockwise from true north.
            case course
            /// The 68 % radius in metres, unless the name or the cell states another unit.
            case accuracy
            /// The name of the point.
            case name
        }

        /// What could make more of a file.
        public enum Kind: Hashable, Sendable {
            /// ``TrackFormat/Hints/columns`` for latitude and longitude.
            case positionColumns
            /// ``TrackFormat/Hints/columns`` for the time.
            case timeColumn
            /// ``TrackFormat/Hints/startDate``.
            case startDate
        }

        /// The names of columns in the header of a CSV file; case, blanks and signs between words do not count.
        public var columns: [Column: String]

        /// An instant of the day in UTC on which a recording of NMEA begins.
        ///
        /// It is for a recording that states no date, or a wrong one, such as that of a receiver whose week number has wrapped: all its
        /// dates move by as many days as the first.
        public var startDate: Date?

        /// Creates hints; without arguments, everything is read from the file.
        public init(columns: [Column: String] = [:], startDate: Date? = nil) {
            self.columns = columns
            self.startDate = startDate
        }
    }
}
