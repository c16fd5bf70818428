import Foundation
import LKPhotos
import LocationKitPhotos
import Synchronization

/// Ten thousand files that another program copies into a watched folder at once, and then removes.
struct PhotoEventBenchmark {
    var count = 10_000

    /// The changes reported so far.
    private final class Log: Sendable {
        struct State: Sendable {
            /// How often each photo was reported.
            var reported: [PhotoAsset.ID: Int] = [:]
            /// Milliseconds from the last change of the file to the news.
            var latencies: [Double] = []
            var updates = 0
            /// The photos as the news so far have left them.
            var rows: [PhotoAsset]
        }

        let state: Mutex<State>
        let isDone = DispatchSemaphore(value: 0)

        init(_ rows: [PhotoAsset]) { state = Mutex(State(rows: rows)) }
    }

    func run() throws(BenchmarkError) -> [Measurement] {
        let source = try PhotoFolder(count: count, isWhole: false)
        let watched = try TemporaryFolder()
        let cache = try TemporaryFolder()
        let library = PhotoLibrary(
            folders: [URL(filePath: watched.path)],
            configuration: .init(catalog: URL(filePath: cache.path + "/photos.sqlite")))
        try BlockingTask.run { _ = try await library.watch() }
        let copied = try burst(library, isRemoval: false, ["cp", "-r", source.path, watched.path + "/new"])
        let removed = try burst(library, isRemoval: true, ["rm", "-r", watched.path + "/new"])
        library.stopWatching()
        return copied + removed
    }

    private func burst(
        _ library: PhotoLibrary, isRemoval: Bool, _ command: [String]
    ) throws(BenchmarkError) -> [Measurement] {
        let log = Log(library.allPhotos.assets)
        let count = count
        let observer = NotificationCenter.default.addObserver(
            forName: PhotoLibrary.didReloadGroup, object: library, queue: nil
        ) { notification in
            guard let group = notification.photoGroups.first, group.id == .all,
                let difference = notification.photoDifference
            else { return }
            let now = Date().timeIntervalSince1970
            let isDone = log.state.withLock { state in
                state.updates += difference.updated.count
                if isRemoval {
                    for index in difference.removed { state.reported[state.rows[index].id, default: 0] += 1 }
                    difference.apply(to: &state.rows)
                } else {
                    for change in difference.inserted {
                        state.reported[change.element.id, default: 0] += 1
                        var status = stat()
                        guard stat(change.element.path, &status) == 0 else { continue }
                        let closed = Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) / 1e9
                        state.latencies.append((now - closed) * 1000)
                    }
                }
                return state.reported.count == count
            }
            if isDone { log.isDone.signal() }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let start = Clocks.monotonic
        _ = try Program(command).finish()
        let end = Clocks.monotonic
        let isInTime = log.isDone.wait(timeout: .now() + 60) == .success
        let checked = Clocks.monotonic
        // Wait for duplicate reports.
        Clocks.sleep(until: checked + 1_000_000_000)
        return results(log, isRemoval, Double(end - start) / 1e6, isInTime ? Double(checked - end) / 1e6 : .nan)
    }

    private func results(_ log: Log, _ isRemoval: Bool, _ burst: Double, _ delay: Double) -> [Measurement] {
        let name = isRemoval ? "photos.events.removed" : "photos.events.inserted"
        let state = log.state.withLock { $0 }
        let lost = count - state.reported.count
        let doubled = state.reported.values.reduce(0) { $0 + $1 - 1 } + state.updates
        let note =
            "\(count) files in \(ResultTable.number(burst)) ms, all reported \(ResultTable.number(delay)) ms later"
        var lines = [
            Measurement(name + ".lost", unit: "", ours: Double(lost), note: note).goal("none", isMet: lost == 0),
            Measurement(name + ".doubled", unit: "", ours: Double(doubled), note: "reported twice, or as changed")
                .goal("none", isMet: doubled == 0),
        ]
        if !state.latencies.isEmpty {
            let all = Samples(state.latencies)
            let slow = ResultTable.number(all.quantile(0.99))
            let note = "last change of the file to the news, median; p99 \(slow) ms"
            lines.append(Measurement(name + ".latency", unit: "ms", ours: all.median, note: note))
        }
        return lines
    }
}
