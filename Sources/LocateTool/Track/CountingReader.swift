import TrackFormats

/// Hands on the elements of a file of tracks, and shows how many points there were.
final class CountingReader: TrackReading {
    private let reader: any TrackReading
    private let progress: Progress
    private var count = 0
    /// Whether anything with a position was among them.
    private(set) var isEmpty = true

    init(_ reader: any TrackReading, _ progress: Progress) {
        self.reader = reader
        self.progress = progress
    }

    func next() throws(TrackFormatError) -> TrackElement? {
        let element = try reader.next()
        switch element {
        case .point?:
            isEmpty = false
            count += 1
            if count % 1024 == 1 { progress.update(count, "points") }
        case .waypoint?: isEmpty = false
        default: break
        }
        return element
    }

    var hasElementsAtHand: Bool { reader.hasElementsAtHand }

    var warnings: [TrackWarning] { reader.warnings }

    var warningCount: Int { reader.warningCount }
}
