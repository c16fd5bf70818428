import FoundationEssentials
import Geo

/// Makes runs of the locations of a track as they come.
struct TrackIntake {
    let track: Int
    private(set) var runs: [TrackRun] = []
    private var segment = -1
    private var run: TrackRun?
    private var runsOfSegment = 0

    init(track: Int) { self.track = track }

    mutating func startSegment() {
        finishSegment()
        segment += 1
    }

    mutating func add(_ location: Location) {
        guard let time = location.timestamp?.timeIntervalSinceReferenceDate, time.isFinite else { return }
        if segment < 0 { segment = 0 }
        if let last = run?.last {
            if time == last {
                run?.table.replaceLast(location, time: time)
                return
            }
            if time < last { finishRun() }
        }
        if run == nil {
            run = TrackRun(origin: TrackPosition.Origin(track: track, segment: segment))
            runsOfSegment += 1
        }
        run?.table.append(location, time: time)
    }

    mutating func finishSegment() {
        finishRun()
        let own = runs.suffix(runsOfSegment)
        // Each location before the one before it: the segment is told from its end.
        if own.count > 2, own.allSatisfy({ $0.table.count == 1 }) {
            var joined = TrackRun(origin: TrackPosition.Origin(track: track, segment: segment))
            for run in own.reversed() { joined.table.append(run.table[0], time: run.first) }
            runs.removeLast(own.count)
            runs.append(joined)
        }
        runsOfSegment = 0
    }

    private mutating func finishRun() {
        if let run { runs.append(run) }
        run = nil
    }
}
