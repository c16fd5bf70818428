import Positioning
import Tracks

/// What `locate track record` shows while it records, and says at the end, as plain text.
enum TrackStatusText {
    /// The line on a terminal.
    ///
    /// - Parameters:
    ///   - snapshot: What the recorder knows.
    ///   - reason: Why there is no fix, if there is none.
    ///   - outage: What is the matter with gpsd or its receiver, if anything is.
    ///   - elapsed: The seconds since the start.
    /// - Returns: The line.
    static func text(
        _ snapshot: TrackRecorder.Snapshot, reason: NoFixReason?, outage: NoFixReason? = nil, elapsed: Double
    ) -> String {
        var parts = [points(snapshot), length(snapshot.distance), time(elapsed)]
        if snapshot.status == .failing { parts.append("cannot write, \(snapshot.pendingCount) wait") }
        if let visit = snapshot.visit { parts.append("at a stop for \(time(visit.duration))") }
        if let outage {
            if let age = snapshot.age { parts.append("last fix \(time(age / .seconds(1))) ago") }
            parts.append(outage.description)
        } else if let age = snapshot.age, age > .seconds(5) {
            parts.append("last fix \(time(age / .seconds(1))) ago")
            if let reason { parts.append(reason.description) }
        } else if snapshot.age == nil, let reason {
            parts.append(reason.description)
        }
        return "Recording: " + parts.joined(separator: ", ")
    }

    /// What is said at the end.
    static func summary(_ snapshot: TrackRecorder.Snapshot, path: String) -> String {
        "\(points(snapshot)), \(length(snapshot.distance)) in \(path)"
    }

    /// How many fixes were not kept, and why; `nil` when all were.
    static func explanation(_ snapshot: TrackRecorder.Snapshot) -> String? {
        let counts = snapshot.suppressed.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        guard !counts.isEmpty else { return nil }
        return "not kept: " + counts.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
    }

    private static func points(_ snapshot: TrackRecorder.Snapshot) -> String {
        snapshot.pointCount == 1 ? "1 point" : "\(snapshot.pointCount) points"
    }

    /// Metres below a kilometre, kilometres above.
    static func length(_ metres: Double) -> String {
        metres < 1000
            ? "\(NumberText.shortest(metres, decimals: 0)) m" : "\(NumberText.fixed(metres / 1000, decimals: 2)) km"
    }

    /// `7 s`, `3:20 min`, `2:05:09 h`.
    static func time(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 3.6e8)))
        if whole < 60 { return "\(whole) s" }
        let (minutes, rest) = (whole / 60, Timestamp.padded(whole % 60, 2))
        return minutes < 60
            ? "\(minutes):\(rest) min" : "\(minutes / 60):\(Timestamp.padded(minutes % 60, 2)):\(rest) h"
    }
}
