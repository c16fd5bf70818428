import Foundation
import LKGeocoding
import LKPhotos
import LKPlanning

/// What it costs to put 100,000 photos into weeks, beside months, and into the places of their positions.
struct PhotoGroupingBenchmark {
    var count = 100_000
    var runs = 9

    func run() throws(BenchmarkError) -> [Measurement] {
        let folder = try PhotoFolder(count: count, perFolder: 1000, isWhole: false)
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: folder.path)], configuration: configuration)
        let assets = try BlockingTask.run {
            _ = try await library.reload()
            return library.allPhotos.assets
        }
        guard assets.count == count else { throw BenchmarkError("\(assets.count) photos of \(count) were found") }
        let groupings: [(name: String, grouping: any PhotoGrouping)] = [
            ("month", .month), ("week", .week), ("day", .day), ("moment", .moment),
            ("place", PlaceGrouping(naming: nil)),
            // Each round of it names all positions anew.
            ("positions", FreshWorld()),
        ]
        var times: [String: [Double]] = [:]
        for _ in 0..<runs {
            for (name, grouping) in groupings {
                let start = Clocks.monotonic
                let entries = grouping.entries(of: assets)
                times[name, default: []].append(Double(Clocks.monotonic - start) / 1e6)
                guard !entries.isEmpty else { throw BenchmarkError("there are no entries by \(name)") }
            }
        }
        let month = Samples(times["month"] ?? []).median
        return groupings.map { name, _ in
            let all = Samples(times[name] ?? [])
            let note = "\(count) photos, median of \(runs), noise \(ResultTable.number(all.noise * 100)) %"
            let line = Measurement("photos.grouping.\(name)", unit: "ms", ours: all.median, note: note)
            if name == "month" { return line }
            let beside = line.against("by month", month)
            return name == "week" ? beside.goal("ratio at most 2", isMet: all.median <= month * 2) : beside
        }
    }
}

/// By places, of which nothing is remembered.
private struct FreshWorld: PhotoGrouping {
    func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
        PlaceGrouping(languages: [.english]).entries(of: assets)
    }
}
