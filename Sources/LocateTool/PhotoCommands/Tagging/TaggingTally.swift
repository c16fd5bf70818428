/// How many photos were written, kept, left out, and failed.
struct TaggingTally {
    private var counts: [TaggingReport.Action: Int] = [:]
    private var inSidecars = 0

    /// How many there are.
    var count: Int { counts.values.reduce(0, +) }

    /// How many failed.
    var failed: Int { counts[.failed] ?? 0 }

    /// How many were written.
    var written: Int { counts[.written] ?? 0 }

    /// Counts a photo.
    mutating func count(_ report: TaggingReport) {
        counts[report.action, default: 0] += 1
        if report.action == .written, !report.sidecars.isEmpty { inSidecars += 1 }
    }

    /// `3 photos and videos: 2 written (1 with a sidecar), 1 skipped`; of a dry run `would write 2`.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing was written.
    ///   - verb: What it says of photos that were written.
    /// - Returns: The sentence.
    func summary(isDryRun: Bool = false, verb: String = TaggingReport.Action.written.rawValue) -> String {
        var parts: [String] = []
        for action in [TaggingReport.Action.written, .kept, .skipped, .failed] {
            guard let count = counts[action] else { continue }
            let word = action == .written ? verb : action.rawValue
            var text = isDryRun && action == .written ? "\(Self.dryRunVerb) \(count)" : "\(count) \(word)"
            if action == .written, inSidecars > 0 { text += " (\(inSidecars) with a sidecar)" }
            parts.append(text)
        }
        let photos = count == 1 ? "1 photo or video" : "\(count) photos and videos"
        let text = parts.isEmpty ? photos : photos + ": " + parts.joined(separator: ", ")
        return isDryRun ? text + "; this was a dry run, and nothing was written" : text
    }

    /// What a dry run says of photos that would be written.
    static let dryRunVerb = "would write"

    /// What is said when a signal came.
    func interruption(of total: Int) -> String {
        "stopped after \(count) of \(total) photos and videos; run the same command again to continue, or undo to take back what was written"
    }
}
