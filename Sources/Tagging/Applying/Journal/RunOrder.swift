/// The runs that can be undone, of several journals, and which of them came after which.
///
/// Within a folder its journal says that, for clocks are set back; between folders that have no run in common only the clock does.
struct RunOrder {
    /// How many changes of each run are not undone.
    private(set) var counts: [UInt64: Int] = [:]
    /// When each began.
    private(set) var began: [UInt64: Int64] = [:]
    /// The runs of each folder, the newest last.
    private var folders: [[UInt64]] = []

    /// Takes in what a journal has to undo.
    mutating func add(_ journal: TagJournal) {
        var runs: [UInt64] = []
        for entry in journal.entries.reversed() where !entry.isSettled {
            counts[entry.run, default: 0] += 1
            began[entry.run] = max(began[entry.run] ?? .min, journal.runs[entry.run] ?? 0)
            if !runs.contains(entry.run) { runs.append(entry.run) }
        }
        if !runs.isEmpty { folders.append(runs.reversed()) }
    }

    /// The one that is undone first; `nil` where there is nothing to undo.
    var newest: UInt64? { newestFirst.first }

    /// All of them.
    var newestFirst: [UInt64] {
        var (folders, left) = (folders, Set(counts.keys))
        var order: [UInt64] = []
        while !left.isEmpty {
            let followed = Set(folders.flatMap { $0.dropLast() })
            let last = left.subtracting(followed)
            // Two runs at the same time may have come after one another both ways.
            let candidates = last.isEmpty ? left : last
            guard let next = candidates.max(by: { (began[$0] ?? 0, $0) < (began[$1] ?? 0, $1) }) else { break }
            order.append(next)
            left.remove(next)
            folders = folders.map { $0.filter { $0 != next } }
        }
        return order
    }
}
