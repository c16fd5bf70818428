/// Finds the runs that may know of a moment without looking at all of them.
struct RunIndex: Sendable {
    /// Numbers of runs, by their beginning.
    private var order: [Int] = []
    private var beginnings: [Double] = []
    /// The last end of all runs up to each of `order`.
    private var ends: [Double] = []

    init() {}

    init(_ runs: [TrackRun]) {
        order = runs.indices.sorted { (runs[$0].first, $0) < (runs[$1].first, $1) }
        beginnings = order.map { runs[$0].first }
        var latest = -Double.infinity
        ends = order.map {
            latest = max(latest, runs[$0].last)
            return latest
        }
    }

    /// Calls a closure with the number of each run that may have something between two times.
    func forEachRun(from start: Double, to end: Double, _ body: (Int) -> Void) {
        // The runs that begin until then, as long as one of those before ends late enough.
        var place = beginnings.firstRow(notBefore: end.nextUp)
        while place > 0, ends[place - 1] >= start {
            place -= 1
            body(order[place])
        }
    }
}
