/// How soon a picture is wanted, compared with others that wait.
public enum ImagePriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// When nothing else is to be done.
    case veryLow
    /// Before it is needed.
    case low
    /// What is usual.
    case normal
    /// Soon.
    case high
    /// Somebody looks at it.
    case veryHigh

    /// Whether one is later than the other.
    public static func < (lhs: ImagePriority, rhs: ImagePriority) -> Bool { lhs.rawValue < rhs.rawValue }
}
