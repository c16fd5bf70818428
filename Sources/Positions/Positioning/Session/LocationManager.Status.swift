extension LocationManager {
    /// The status of a ``LocationManager``.
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// Never started.
        case idle
        /// A session runs.
        case updating
        /// The last session ended with a position.
        case updated
        /// The last session was stopped.
        case canceled
        /// The last session ended without a position, or its source broke.
        case failed
    }

    /// What ended a session.
    public enum FinishReason: String, Sendable, Codable, CaseIterable {
        /// The desired accuracy was reached.
        case accuracy
        /// The timeout or the end of a recording; the result is the best fix, if any.
        case timeout
        /// The user stopped it.
        case canceled
        /// It failed early: the source failed, no satellite was in view for too long, or a recording had no position.
        case failed
    }

    /// The minimum quality of a fix.
    public enum FixRequirement: String, Sendable, Codable, CaseIterable, Comparable {
        /// Latitude and longitude.
        case twoDimensional = "2d"
        /// Latitude, longitude and altitude.
        case threeDimensional = "3d"
        /// Differential corrections or better, in two dimensions or more.
        case dgps
        /// Carrier-phase positioning, fixed or float.
        case rtk

        /// Orders requirements by increasing demand.
        public static func < (lhs: LocationManager.FixRequirement, rhs: LocationManager.FixRequirement) -> Bool {
            lhs.rank < rhs.rank
        }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}
