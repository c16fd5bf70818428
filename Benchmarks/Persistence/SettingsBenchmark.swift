import Foundation
import LKPersistence
import Synchronization

/// Reading a setting: against a dictionary under a mutex, which keeps nothing, and against Foundation's UserDefaults.
struct SettingsBenchmark {
    private final class Player: Settings, @unchecked Sendable { @Setting var volume = 0.25 }

    /// How often each is read in a round.
    var reads = 200_000
    /// How often each takes its turn.
    var rounds = 20

    func run() throws(BenchmarkError) -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let player = Player(store: SettingsStore(path: folder + "/settings.plist"))
        let dictionary = Mutex(["volume": 0.5, "mute": 1, "balance": 0])
        guard let defaults = UserDefaults(suiteName: "locationkit-benchmark") else {
            throw BenchmarkError("there are no UserDefaults")
        }
        // Registered only, so that nothing is written.
        defaults.register(defaults: ["volume": 0.5])
        player.volume = 0.5
        do { try player.synchronize() } catch { throw BenchmarkError("\(error)") }
        var (ours, bare, theirs, ratios): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<rounds {
            let our = try nanoseconds(reads) { player.volume }
            let plain = try nanoseconds(reads) { dictionary.withLock { $0["volume"] ?? 0 } }
            ours.append(our)
            bare.append(plain)
            ratios.append(our / plain)
            theirs.append(try nanoseconds(reads / 100) { defaults.double(forKey: "volume") })
        }
        let spread = Samples(ratios)
        let note =
            "per read; \(rounds) rounds, ratios \(ResultTable.number(spread.quantile(0)))..."
            + ResultTable.number(spread.quantile(1))
        var first = Measurement("settings.read", unit: "ns", ours: Samples(ours).median, note: note)
            .against("dictionary under a Mutex", Samples(bare).median)
            .goal("ratio at most 2", isMet: spread.median <= 2)
        // The median of the rounds' ratios: both halves of a round suffer the same neighbours.
        first.ratio = spread.median
        let second = Measurement("settings.peer", unit: "ns", ours: Samples(ours).median, note: "per read")
            .against("UserDefaults", Samples(theirs).median)
        return [first, second]
    }

    /// Time per call, with a check that all calls gave the right value.
    private func nanoseconds(_ count: Int, _ read: () -> Double) throws(BenchmarkError) -> Double {
        var sum = 0.0
        let start = Clocks.monotonic
        for _ in 0..<count { sum += read() }
        let end = Clocks.monotonic
        guard sum == 0.5 * Double(count) else { throw BenchmarkError("a setting was read wrong") }
        return Double(end - start) / Double(count)
    }
}
