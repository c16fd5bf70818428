/// Where a ``LocationManager`` stands with getting a position.
public enum LocationStatus: String, Sendable, Codable, CaseIterable {
    /// Never started.
    case idle
    /// A session runs.
    case updating
    /// The last session ended with a position.
    case updated
    /// The last session was stopped by its user.
    case canceled
    /// The last session ended without a position, or its source broke.
    case failed
}

/// What ended a session.
public enum FinishReason: String, Sendable, Codable, CaseIterable {
    /// The asked accuracy was reached.
    case accuracy
    /// Time ran out, or a recording did; the best fix, if there was one, is the result.
    case timeout
    /// The user stopped it.
    case canceled
    /// It ended early: the source broke, nothing was in view for too long, or a recording had no position in it.
    case failed
}

/// The least quality of fix that counts.
public enum FixRequirement: String, Sendable, Codable, CaseIterable, Comparable {
    /// Latitude and longitude.
    case twoDimensional = "2d"
    /// Latitude, longitude and altitude.
    case threeDimensional = "3d"
    /// Differential corrections or better, in two dimensions or more.
    case dgps
    /// Carrier-phase positioning, fixed or float.
    case rtk

    /// Orders by what is harder to get.
    public static func < (lhs: FixRequirement, rhs: FixRequirement) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
