/// Something in a file that was passed over.
public struct TrackWarning: Hashable, Sendable {
    /// The line of the file, counted from 1.
    public let line: Int

    /// What is wrong there.
    public let message: String

    /// Something that was passed over.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

/// Gathers warnings: all are counted, the first are kept.
struct WarningList {
    private(set) var first: [TrackWarning] = []
    private(set) var count = 0

    mutating func add(_ line: Int, _ message: String) {
        count += 1
        if first.count < 100 { first.append(TrackWarning(line: line, message: message)) }
    }
}
