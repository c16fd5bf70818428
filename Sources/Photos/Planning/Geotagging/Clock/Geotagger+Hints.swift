import FoundationEssentials
import LKFormats
import LKGeocoding
import LKMetadata
import LKTracks

extension Geotagger {
    /// Compares the clocks of the cameras with the tracks and with each other.
    func findHints() -> [ClockHint] {
        let covered = covered
        let times = witnesses.map { camera, sample in
            (key: camera, times: WitnessedTimes(sample.values.compactMap { entry($0, of: camera, covered) }))
        }
        let hasVideos = times.contains { !$0.times.videos.isEmpty }
        let names = zonesOnTheWay ?? (hasVideos ? findZonesOnTheWay() : [])
        let start = covered.intervals.first.flatMap { Int(exactly: $0.lowerBound.rounded(.down)) }
        let offsets = names.compactMap { name in start.flatMap { zones.file(name)?.offset(at: $0) } }
        return ClockHintFinder(
            covered: covered, offsets: offsets, cameras: times.sorted { $0.key.name < $1.key.name }
        ).hints
    }

    /// The times that the tracks cover; pauses of an hour are covered.
    private var covered: CoveredTimes {
        CoveredTimes(
            intervals: tracks.intervals(joiningGapsOf: 3600).map {
                $0.lowerBound.timeIntervalSince1970...$0.upperBound.timeIntervalSince1970
            })
    }

    /// Returns when a photo was taken by the first zone that is known, or `nil` without any.
    private func entry(
        _ witness: PhotoWitness, of camera: CameraKey, _ covered: CoveredTimes
    ) -> WitnessedTimes.Entry? {
        let wall = witness.date.wallTime.secondsSince1970
        let estimate = judgements[camera]?.estimate
        guard estimate?.isUsed != true || estimate?.includesZone != true else { return nil }
        func entry(_ offset: Int) -> WitnessedTimes.Entry {
            let shown = witness.date.with(offset: offset)
            var correction = 0.0
            switch configuration.clock {
            case .corrected(let clock): correction = clock.seconds(at: shown)
            case .automatic: if let estimate, estimate.isUsed { correction = estimate.seconds(at: shown) }
            }
            return WitnessedTimes.Entry(
                instant: shown.timeIntervalSince1970 + correction, offset: offset, witness: witness)
        }
        if let offset = witness.date.offset { return entry(offset) }
        if let zone = configuration.timeZone {
            return zones.offsets(of: zone, atWallTime: wall)?.offsets.first.map(entry)
        }
        if let there = witness.offsetThere { return entry(there) }
        let onTheWay = (zonesOnTheWay ?? []).compactMap {
            zones.offsets(of: .named($0), atWallTime: wall)?.offsets.first.map(entry)
        }
        return onTheWay.first { covered.contains($0.instant) } ?? onTheWay.first
            ?? cameras[camera]?.usualOffset(on: witness.date.wallTime).map(entry)
    }
}
