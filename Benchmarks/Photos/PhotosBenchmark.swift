/// What is measured of photos: lists, small pictures, news of folders, entries of collections, positions and names of places.
struct PhotosBenchmark {
    /// What to measure.
    enum Part: String, CaseIterable { case list, thumbnails, events, grouping, tag }

    /// The tool, built in release.
    let tool: String

    /// - Throws: `BenchmarkError` when a single part fails; of several, those that fail are reported and skipped.
    func run(_ parts: [Part] = Part.allCases) throws(BenchmarkError) -> [Measurement] {
        if parts.count == 1 { return try measure(parts[0]) }
        var lines = [MachineLoad.measurement("photos.load.before")]
        for part in parts {
            do throws(BenchmarkError) { lines += try measure(part) } catch {
                BenchmarkCommand.say("photos, \(part.rawValue): \(error.message)")
            }
        }
        return lines + [MachineLoad.measurement("photos.load.after")]
    }

    private func measure(_ part: Part) throws(BenchmarkError) -> [Measurement] {
        switch part {
        case .list: try PhotoListBenchmark(tool: tool).run()
        case .thumbnails: try PhotoThumbnailBenchmark().run()
        case .events: try PhotoEventBenchmark().run()
        case .grouping: try PhotoGroupingBenchmark().run()
        case .tag: try PhotoTagBenchmark(tool: tool).run()
        }
    }
}
