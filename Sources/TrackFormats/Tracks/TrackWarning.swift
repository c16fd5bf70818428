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

/// What a reader passed over.
public struct TrackWarnings: Hashable, Sendable {
    /// The first 100.
    public var first: [TrackWarning]

    /// How many there are.
    public var count: Int

    /// Nothing was passed over.
    public init() { (first, count) = ([], 0) }

    package init(first: [TrackWarning], count: Int) { (self.first, self.count) = (first, count) }

    /// Takes what a reader has passed over so far; all of it is known at the end of the file.
    public init(_ reader: any TrackReading) {
        first = reader.warnings
        count = reader.warningCount
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
