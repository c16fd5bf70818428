import Foundation
import Geo
import Positioning

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
        let manager = LocationManager(source: GPSDSource(GPSDEndpoint(host: "127.0.0.1", port: daemon.port)))
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
