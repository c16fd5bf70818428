import CPeer
import Foundation
import LKGeo
import LKTracks

/// Points a second that a recorder makes durable, against the plainest inserts into SQLite in C: the same columns, the same
/// batches, a write-ahead log, synchronized fully.
struct RecordBenchmark {
    /// How often each records; they take turns.
    var rounds = 9

    func run() throws(BenchmarkError) -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tracks-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch { throw BenchmarkError("\(error)") }
        defer { try? FileManager.default.removeItem(at: folder) }
        return [
            try measure(folder, batches: 100, points: 1000, waits: false, goal: 0.7),
            try measure(folder, batches: 100, points: 1000, waits: true, goal: nil),
            try measure(folder, batches: 400, points: 10, waits: true, goal: nil),
        ]
    }

    private func measure(_ folder: URL, batches: Int, points: Int, waits: Bool, goal: Double?) throws(BenchmarkError)
        -> Measurement
    {
        let count = Double(batches * points)
        var (ours, peers, ratios): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0..<rounds {
            let path = folder.appendingPathComponent("\(points)-\(waits)-\(round)").path
            func rate(_ body: () throws(BenchmarkError) -> Void) throws(BenchmarkError) -> Double {
                let begin = Clocks.monotonic
                try body()
                return count / (Double(Clocks.monotonic - begin) / 1e9)
            }
            let record = { () throws(BenchmarkError) in try self.record("\(path).track", batches, points, waits: waits)
            }
            let insert = { () throws(BenchmarkError) in
                let code = cpeer_record("\(path).sqlite", Int32(batches), Int32(points))
                guard code == 0 else { throw BenchmarkError("SQLite in C: \(code)") }
            }
            // Whoever comes second finds the disk busier, so they take turns with that too.
            var (own, peer) = (0.0, 0.0)
            if round % 2 == 0 {
                (own, peer) = (try rate(record), try rate(insert))
            } else {
                (peer, own) = (try rate(insert), try rate(record))
            }
            ours.append(own)
            peers.append(peer)
            ratios.append(own / peer)
        }
        let ratio = Samples(ratios)
        var measurement = Measurement(
            "record, \(points) points a commit\(waits ? ", each waited for" : "")", unit: "points/s",
            ours: Samples(ours).median,
            note: "\(batches) commits, medians of \(rounds) rounds, noise \(ResultTable.number(ratio.noise))"
        ).against("SQLite in C", Samples(peers).median)
        measurement.ratio = ratio.median
        guard let goal else { return measurement }
        return measurement.goal(">= \(goal)", isMet: ratio.median >= goal)
    }

    /// Records all batches, with `waits` each before the next is appended.
    ///
    /// Otherwise the recorder's thread writes while the next batch comes, as it does with a receiver; it commits as soon as a thousand wait, and no more can.
    ///
    /// - Throws: `BenchmarkError` when not all was kept.
    private func record(_ path: String, _ batches: Int, _ points: Int, waits: Bool) throws(BenchmarkError) {
        var configuration = TrackRecorder.Configuration()
        // Only what is asked for is committed.
        configuration.syncInterval = .seconds(3600)
        configuration.maximumPendingItems = waits ? 1_000_000 : 2 * points
        do throws(TrackError) {
            let recorder = try TrackRecorder(path: path, configuration: configuration)
            let count = batches * points
            if waits {
                for number in 1...count {
                    recorder.append(Self.fix(number))
                    if number % points == 0 { try recorder.flushAndWait() }
                }
            } else {
                let isAppended = DispatchSemaphore(value: 0)
                Task.detached {
                    for number in 1...count { await recorder.appendWaiting(Self.fix(number)) }
                    isAppended.signal()
                }
                isAppended.wait()
            }
            try recorder.finishAndWait()
            let kept = recorder.snapshot.pointCount
            guard kept == count else { throw TrackError(.system, "\(kept) of \(count) points were kept") }
        } catch { throw BenchmarkError(error.message) }
    }

    private static func fix(_ number: Int) -> Location {
        var location = Location(
            coordinate: Coordinate(latitude: 47, longitude: Double(number) / 1e4)!, source: .gpsd)
        location.timestamp = Date(timeIntervalSince1970: 1.79e9 + Double(number))
        location.altitude = 431.5
        location.horizontalAccuracy = Accuracy(radius: 4, estimator: .gst)
        location.verticalAccuracy = 7
        location.speed = 1.5
        location.course = 90
        location.verticalSpeed = 0.1
        location.fix = .threeDimensional
        location.satellites = .init(used: 9, visible: 14)
        location.horizontalDilution = 0.9
        location.device = "/dev/ttyACM0"
        return location
    }
}
