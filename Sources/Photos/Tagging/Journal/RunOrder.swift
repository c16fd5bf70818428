import FoundationEssentials
import LKFormats

/// Orders the runs that can be undone across several journals.
///
/// Within a journal, its own order counts, since clocks can be set back; between journals without a common run, only
/// the clock can decide.
struct RunOrder {
    /// The number of changes not yet undone, by run.
    private(set) var counts: [UInt64: Int] = [:]
    /// The start of each run.
    private(set) var began: [UInt64: Int64] = [:]
    /// The runs of each journal, the newest last.
    private var journals: [[UInt64]] = []
    /// How many runs have been looked at to find ``newestFirst``; tests read it.
    private(set) var steps = 0

    /// Adds the runs that a journal can undo.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    mutating func add(_ journal: FolderJournal) {
        add(journal.entries.lazy.filter { !$0.isSettled }.map(\.run), began: journal.runs)
    }

    /// Adds the runs of a journal.
    ///
    /// - Parameters:
    ///   - runs: The run of each change, in the order of the journal.
    ///   - starts: When runs began.
    mutating func add(_ runs: some BidirectionalCollection<UInt64>, began starts: [UInt64: Int64]) {
        var order: [UInt64] = []
        var known: Set<UInt64> = []
        for run in runs.reversed() {
            counts[run, default: 0] += 1
            // The last change decides where a run is in the order.
            if known.insert(run).inserted { order.append(run) }
        }
        for run in order { began[run] = max(began[run] ?? .min, starts[run] ?? 0) }
        if !order.isEmpty { journals.append(order.reversed()) }
    }

    /// The run to undo first; `nil` if there is nothing to undo.
    var newest: UInt64? {
        mutating get { newestFirst().first }
    }

    /// Returns all runs, the newest first.
    ///
    /// A run comes once all runs behind it in a journal have come; of several such runs the one that began last.
    ///
    /// - Complexity: O(*n* log *n*) for *n* runs.
    mutating func newestFirst() -> [UInt64] {
        var journals = journals
        // In how many journals other runs are behind a run, and in which it is the last.
        var blocks: [UInt64: Int] = [:]
        var lastIn: [UInt64: [Int]] = [:]
        for (index, runs) in journals.enumerated() {
            for run in runs.dropLast() { blocks[run, default: 0] += 1 }
            if let last = runs.last { lastIn[last, default: []].append(index) }
        }
        let byTime = counts.keys.map(dated).sorted().map(\.run)
        var ready = Heap<DatedRun>()
        for run in byTime where blocks[run] == nil { ready.insert(dated(run)) }
        var order: [UInt64] = []
        var done: Set<UInt64> = []
        var rest = byTime[...]
        while order.count < counts.count {
            // Two concurrent runs may each be behind the other; then the clock decides.
            var next = ready.popFirst()?.run
            while next == nil, let run = rest.popFirst() { if !done.contains(run) { next = run } }
            guard let next else { break }
            guard done.insert(next).inserted else { continue }
            steps += 1
            order.append(next)
            for index in lastIn.removeValue(forKey: next) ?? [] {
                journals[index].removeLast()
                while let last = journals[index].last {
                    steps += 1
                    if done.contains(last) {
                        journals[index].removeLast()
                        continue
                    }
                    lastIn[last, default: []].append(index)
                    let count = (blocks[last] ?? 1) - 1
                    blocks[last] = count
                    if count == 0 { ready.insert(dated(last)) }
                    break
                }
            }
        }
        return order
    }

    /// The same as values for users.
    var runs: [TaggingJournal.Run] {
        mutating get {
            newestFirst().map { run in
                let began = Double(began[run] ?? 0) / 1e9
                return TaggingJournal.Run(
                    number: run, began: Date(timeIntervalSince1970: began), count: counts[run] ?? 0)
            }
        }
    }

    private func dated(_ run: UInt64) -> DatedRun { DatedRun(began: began[run] ?? 0, run: run) }
}

/// A run and when it began; the newest comes first.
private struct DatedRun: Comparable {
    var began: Int64
    var run: UInt64

    static func < (left: DatedRun, right: DatedRun) -> Bool { (left.began, left.run) > (right.began, right.run) }
}
