import Foundation
import LKGeo
import LKPositioning
import LocationKit
import Synchronization

/// How long after a receiver's sentence a program has the position: our notification against a line of `gpspipe -w`.
struct LatencyBenchmark {
    /// Pairs of rounds; in each pair the clients connect once in one order and once in the other.
    var pairs = 2

    func run() throws(BenchmarkError) -> [Measurement] {
        var delays: [LatencyRound.Delay] = []
        var expected = 0
        for number in 0..<(2 * pairs) {
            let round = LatencyRound(isPeerFirst: number % 2 == 0)
            delays += try round.run()
            expected += round.epochs
        }
        // Both must have seen nearly all: a client that loses epochs could be as fast as it likes.
        guard delays.count * 100 >= expected * 95 else {
            throw BenchmarkError("only \(delays.count) of \(expected) epochs reached both clients")
        }
        let ours = Samples(delays.map(\.ours))
        let peer = Samples(delays.map(\.peer))
        let beyond = Samples(delays.map { $0.ours - $0.peer })
        let note =
            "\(delays.count) of \(expected) epochs; beyond gpspipe on the same epoch: median "
            + "\(ResultTable.number(beyond.median)) ms, p99 \(ResultTable.number(beyond.quantile(0.99))) ms"
        return [
            Measurement("latency.median", unit: "ms", ours: ours.median, note: note).against("gpspipe -w", peer.median),
            // The stricter reading of "2 ms and gpspipe's own p99 beyond gpspipe".
            Measurement(
                "latency.p99", unit: "ms", ours: ours.quantile(0.99),
                note: "noise \(ResultTable.number(ours.noise * 100)) %"
            )
            .against("gpspipe -w", peer.quantile(0.99))
            .goal("at most 2 ms above", isMet: ours.quantile(0.99) <= peer.quantile(0.99) + 2),
        ]
    }
}

/// Some hundred epochs through one gpsd to both of its clients at once.
struct LatencyRound {
    /// How long after the last sentence of an epoch was sent each client had it, in milliseconds.
    struct Delay {
        var ours: Double
        var peer: Double
    }

    /// Epochs that count, and those before them in which gpsd learns the receiver's rhythm.
    var epochs = 150
    var warmUp = 40
    /// Milliseconds between epochs.
    var interval = 50
    /// Which client connects first: gpsd serves them in that order.
    var isPeerFirst: Bool

    func run() throws(BenchmarkError) -> [Delay] {
        let daemon = try PrivateGPSD()
        let manager = LocationManager(source: GPSDSource(GPSDSource.Endpoint(host: "127.0.0.1", port: daemon.port)))
        manager.desiredAccuracy = 0
        manager.timeout = nil
        let arrivals = ArrivalTimes()
        let observer = NotificationCenter.default.addObserver(
            forName: LocationManager.didUpdateLocation, object: manager, queue: nil
        ) { notification in
            let now = Clocks.monotonic
            guard let time = notification.locationSnapshot?.location?.timestamp else { return }
            arrivals.note(Int((time.timeIntervalSince1970 * 1000).rounded()) % 86_400_000, at: now)
        }
        defer {
            manager.stopUpdating()
            NotificationCenter.default.removeObserver(observer)
        }
        if !isPeerFirst { manager.startUpdating() }
        usleep(300_000)
        let pipe = try Program(["gpspipe", "-w", "127.0.0.1:\(daemon.port)"])
        defer { pipe.end() }
        let follower = PipeFollower()
        follower.follow(pipe.output)
        usleep(300_000)
        if isPeerFirst { manager.startUpdating() }
        usleep(300_000)
        let sent = send(to: daemon.feed)
        usleep(500_000)
        return delays(sent, arrivals.all, follower.arrivals.all)
    }

    /// Sends the epochs and tells when the last sentence of each that counts was sent.
    private func send(to feed: Int32) -> [Int: Int64] {
        var sent: [Int: Int64] = [:]
        let begin = Int(Date().timeIntervalSince1970 * 100) * 10
        let start = Clocks.monotonic
        for number in 0..<(warmUp + epochs) {
            let epoch = NMEAEpoch(milliseconds: begin + number * interval)
            Clocks.sleep(until: start + Int64(number * interval) * 1_000_000)
            for sentence in epoch.sentences.dropLast() { _ = Glibc.send(feed, sentence, sentence.count, 0) }
            let last = epoch.sentences.last ?? []
            if number >= warmUp { sent[epoch.key] = Clocks.monotonic }
            _ = Glibc.send(feed, last, last.count, 0)
        }
        return sent
    }

    private func delays(_ sent: [Int: Int64], _ ours: [Int: Int64], _ peers: [Int: Int64]) -> [Delay] {
        sent.compactMap { key, time in
            guard let our = ours[key], let peer = peers[key] else { return nil }
            return Delay(ours: Double(our - time) / 1e6, peer: Double(peer - time) / 1e6)
        }
    }
}

/// When reports of epochs first arrived somewhere, on the monotonic clock.
final class ArrivalTimes: Sendable {
    private let times = Mutex<[Int: Int64]>([:])

    /// Notes that a report of an epoch has come; later ones of the same epoch do not count.
    func note(_ key: Int, at time: Int64) { times.withLock { if $0[key] == nil { $0[key] = time } } }

    /// All that was noted, by the epoch's key.
    var all: [Int: Int64] { times.withLock { $0 } }
}
