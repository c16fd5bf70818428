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

    /// `3 photos: 2 written (1 in a sidecar), 1 skipped`.
    func summary(isDryRun: Bool) -> String {
        var parts: [String] = []
        for action in [TaggingReport.Action.written, .kept, .skipped, .failed] {
            guard let count = counts[action] else { continue }
            var text = "\(count) \(action.rawValue)"
            if action == .written, inSidecars > 0 { text += " (\(inSidecars) with a sidecar)" }
            parts.append(text)
        }
        let photos = count == 1 ? "1 photo or video" : "\(count) photos and videos"
        let text = parts.isEmpty ? photos : photos + ": " + parts.joined(separator: ", ")
        return isDryRun ? text + "; nothing was written, since this was a dry run" : text
    }

    /// What is said when a signal came.
    func interruption(of total: Int) -> String {
        "stopped after \(count) of \(total) photos and videos; the same command goes on, undo takes back what was written"
    }
}
