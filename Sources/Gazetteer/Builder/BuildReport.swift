/// What the builder tells of its work.
public enum BuildReport: Sendable, Equatable {
    /// A sentence worth keeping: a count, or what did not match.
    case note(String)
    /// What is being done, and the share that is done, 0 to 1: for a line that is written over.
    case progress(String, Double)
}
