import FoundationEssentials
import LKMetadata

/// Finds clocks that seem to be wrong by whole hours: compared with the tracks, with other cameras, and photos with videos
/// of the same camera.
struct ClockHintFinder {
    /// The times that the tracks cover.
    let covered: CoveredTimes
    /// The UTC offsets along the tracks, in seconds.
    let offsets: [Int]
    /// The times of each camera.
    let cameras: [(key: CameraKey, times: WitnessedTimes)]

    /// How far beyond the tracks a photo may be to be compared with them, in seconds: the widest difference of time zones
    /// and summer time.
    private static let reach = 15.0 * 3600
    /// How near in time photos of the same moment are, in seconds.
    private static let together = 120.0
    /// How near in time photos and videos of the same occasion are, in seconds.
    private static let sameOccasion = 900.0
    /// Maximum number of cameras that are compared with each other.
    private static let maximumCameras = 20

    /// The hints, by camera.
    var hints: [ClockHint] {
        var hints: [ClockHint] = []
        for (key, times) in cameras {
            hints += videoHints(key, times)
            if let hint = apart(key, times) ?? outside(key, times) { hints.append(hint) }
        }
        return hints
    }

    // MARK: Tracks

    /// Returns whether a track covers a time, within a minute.
    private func isCovered(_ time: Double) -> Bool { covered.contains(time, within: 60) }

    private func outside(_ key: CameraKey, _ times: WitnessedTimes) -> ClockHint? {
        guard let first = covered.intervals.first?.lowerBound, let last = covered.intervals.last?.upperBound,
            !times.isSure
        else { return nil }
        let near = times.unplaced.map(\.instant).filter { covered.contains($0, within: Self.reach) }
        let outside = near.count { !isCovered($0) }
        guard outside * 2 > near.count else { return nil }
        // Whole hours come from zones and summer time, quarters from a few zones only.
        let steps = near.count >= 3 ? [3600.0, 900] : [3600]
        var shift: Double?
        for step in steps where shift == nil {
            let tries = Self.shifts(of: step).map { shift in
                (shift: shift, count: near.count { isCovered($0 + shift) })
            }
            shift = tries.filter { Double($0.count) >= 0.8 * Double(near.count) }.max { $0.count < $1.count }?.shift
        }
        guard shift != nil || outside == near.count else { return nil }
        return .outsideTracks(
            camera: key.camera, outside: outside, of: near.count,
            covered: Date(timeIntervalSince1970: first)...Date(timeIntervalSince1970: last), shift: shift)
    }

    /// Returns the multiples of a step within the range of time zones, starting with the smallest, which is preferred.
    private static func shifts(of step: Double) -> [Double] {
        let count = Int(14 * 3600 / step)
        return (1...count).map { Double($0) * step }.flatMap { [$0, -$0] }
    }

    // MARK: Other cameras

    /// Returns the hint that a camera's times match those of another one only after a shift.
    private func apart(_ key: CameraKey, _ times: WitnessedTimes) -> ClockHint? {
        guard !times.isSure, key.camera != nil, cameras.count <= Self.maximumCameras else { return nil }
        let own = SortedTimes(times.stills.map(\.instant)).thinned(to: 60)
        guard own.count >= 2 else { return nil }
        var best: (hint: ClockHint, count: Int)?
        for (other, theirs) in cameras where other != key && other.camera != nil {
            // Where neither is sure, one of the two is enough to be named.
            guard theirs.isSure || key.name < other.name else { continue }
            let stills = SortedTimes(theirs.stills.map(\.instant))
            guard stills.times.count >= 2, let (shift, count) = Self.shift(of: own, to: stills),
                count > best?.count ?? 0
            else { continue }
            best = (
                .apart(camera: key.camera, other: other.camera, shift: shift, isOtherSure: theirs.isSure), count
            )
        }
        return best?.hint
    }

    /// Returns the only shift by whole hours or quarters with which most times coincide with others, if few do without
    /// it.
    private static func shift(of own: [Double], to others: SortedTimes) -> (shift: Double, count: Int)? {
        func count(_ shift: Double) -> Int { others.matches(of: own, shiftedBy: shift, within: together) }
        let unshifted = count(0)
        guard unshifted * 4 <= own.count else { return nil }
        let counts = shifts(of: 900).map { ($0, count($0)) }
        guard let best = counts.max(by: { $0.1 < $1.1 }), best.1 >= 2, best.1 * 10 >= own.count * 6,
            // Photos taken all day long fit with any shift.
            counts.allSatisfy({ $0.0 == best.0 || $0.1 * 2 <= best.1 }), unshifted * 2 < best.1,
            best.0.remainder(dividingBy: 3600) == 0 || best.1 >= 4
        else { return nil }
        return best
    }

    // MARK: Videos

    private func videoHints(_ key: CameraKey, _ times: WitnessedTimes) -> [ClockHint] {
        let videos = times.videos.filter { !$0.witness.isPlaced }
        guard !videos.isEmpty else { return [] }
        let stills = stills(sameAs: key)
        let sorted = SortedTimes(stills.map(\.instant))
        let zones = Set(stills.map(\.offset) + offsets).subtracting([0])
        if let hint = reading(key, videos, sorted, zones) { return [hint] }
        if let hint = shifted(key, videos, sorted) { return [hint] }
        guard VideoClock(key.camera) == nil else { return [] }
        let unsure = videos.filter { video in
            guard video.witness.date.offset != nil else { return false }
            // Being covered by the tracks or beside photos in only one of the readings confirms it.
            let isNear = sorted.contains(near: video.instant, within: Self.sameOccasion)
            let other = Self.otherReadings(of: video, zones)
            return !isNear && (other.isEmpty || !isCovered(video.instant) || other.contains(where: isCovered))
        }
        return unsure.isEmpty ? [] : [.videosReadAsUTC(camera: key.camera, count: unsure.count)]
    }

    /// Returns the photos of a camera; a video may name less of it.
    private func stills(sameAs key: CameraKey) -> [WitnessedTimes.Entry] {
        cameras.filter { other, _ in
            if other == key { return true }
            guard let make = key.make?.lowercased().split(separator: " ").first,
                other.make?.lowercased().hasPrefix(make) == true
            else { return false }
            return key.model == nil || key.model == other.model
        }.flatMap(\.times.stills)
    }

    /// Returns the instants of a video if its header is read as the other clock, by other UTC offsets or at its own.
    private static func otherReadings(of video: WitnessedTimes.Entry, _ zones: Set<Int>) -> [Double] {
        guard video.witness.date.offset != nil else { return [video.instant + Double(video.offset)] }
        return zones.map { video.instant - Double($0) }
    }

    /// Returns a hint that the videos' time has to be read the other way, if only that fits the photos of the camera or
    /// the tracks.
    private func reading(
        _ key: CameraKey, _ videos: [WitnessedTimes.Entry], _ times: SortedTimes, _ zones: Set<Int>
    ) -> ClockHint? {
        let other: VideoClock = videos.allSatisfy { $0.witness.date.offset == nil } ? .utc : .local
        // Phones know their zone, and a photo near the wrong reading is chance.
        guard VideoClock(key.camera) != .utc || other == .utc else { return nil }
        func isNear(_ time: Double) -> Bool { times.contains(near: time, within: Self.sameOccasion) }
        for fits in [isNear, isCovered] {
            var (asRead, otherwise) = (0, 0)
            for video in videos {
                let readings = Self.otherReadings(of: video, zones)
                if fits(video.instant) { asRead += 1 } else if readings.contains(where: fits) { otherwise += 1 }
            }
            // Photos decide where they can, since a track may cover much of the day.
            if asRead > 0 { return nil }
            if otherwise > 0, otherwise * 2 >= videos.count {
                return .videosShow(camera: key.camera, count: videos.count, clock: other)
            }
        }
        return nil
    }

    /// Returns a shift by quarters of an hour with which all videos are close in time to photos of the camera, if none
    /// is without it.
    private func shifted(_ key: CameraKey, _ videos: [WitnessedTimes.Entry], _ times: SortedTimes) -> ClockHint? {
        guard videos.count >= 3,
            times.matches(of: videos.map(\.instant), shiftedBy: 0, within: Self.sameOccasion) == 0,
            let found = Self.shift(of: videos.map(\.instant), to: times)
        else { return nil }
        return .videosApart(camera: key.camera, count: videos.count, shift: found.shift)
    }
}
