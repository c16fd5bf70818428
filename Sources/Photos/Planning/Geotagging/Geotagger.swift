import FoundationEssentials
import LKFormats
import LKGeo
import LKGeocoding
package import LKMetadata
package import LKPhotos
package import LKTracks

/// Derives where photos were taken from their times, using tracks and other photos.
///
/// ```swift
/// var tracks = TrackTimeline(maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800))
/// try tracks.append(contentsOf: TrackFile(URL(filePath: "hike.gpx")))
/// var geotagger = Geotagger(tracks: tracks, zones: TimeZones { try? world.timeZone(at: $0) })
/// for photo in photos { geotagger.learn(photo) }
/// geotagger.finishLearning()
/// for photo in photos { print(photo.url.filePath, geotagger.planned(photo).action) }
/// ```
///
/// Nothing is written: the plan says what to write to each photo, and why. The photos need not fit in memory together.
package struct Geotagger: Sendable {
    /// The tracks; replace them as more is recorded.
    package var tracks: TrackTimeline

    /// How photos are geotagged.
    package let configuration: Configuration

    /// The clock offsets of the cameras, known after ``finishLearning(isCanceled:)``.
    package private(set) var clocks: [ClockEstimate] = []

    /// Reasons to doubt the times of cameras, known after ``finishLearning(isCanceled:)``.
    package private(set) var hints: [ClockHint] = []

    let zones: TimeZones
    var cameras: [CameraKey: CameraKnowledge] = [:]
    var judgements: [CameraKey: ClockJudgement] = [:]
    private var photoTracks: PhotoTracks
    /// Photos with positions from outside the set.
    private var placedElsewhere = PlacedPhotos()
    /// Times and positions of photos that have both.
    private var placedPhotos: [CameraKey: Sample<StillnessProfile.OtherPhoto>] = [:]
    var zonesOnTheWay: [String]?
    var witnesses: [CameraKey: WitnessSample] = [:]

    /// Creates a geotagger.
    ///
    /// - Parameters:
    ///   - tracks: The tracks, with their limits for gaps and extrapolation; half an hour each is usual.
    ///   - zones: Looks up the time zone at a coordinate; none by default.
    ///   - configuration: How photos are geotagged.
    package init(tracks: TrackTimeline, zones: TimeZones = .none, configuration: Configuration = Configuration()) {
        self.tracks = tracks
        self.zones = zones
        self.configuration = configuration
        photoTracks = PhotoTracks(limitsOf: tracks)
    }

    /// Collects what a photo contributes to the others: evidence of its camera's clock and time zone, and its position.
    ///
    /// - Parameter photo: A photo of the set.
    package mutating func learn(_ photo: PhotoFacts) {
        let camera = CameraKey(photo.camera)
        let photo = placedTime.reconciled(photo.reading(videosAs: configuration.videoClock))
        let offsetThere = placedTime.offsets(of: photo)?.seconds.first
        cameras[camera, default: CameraKnowledge()].learn(photo, offsetThere: offsetThere)
        if let witness = PhotoWitness(photo, offsetThere: offsetThere) {
            witnesses[camera, default: WitnessSample()].add(witness)
        }
        guard configuration.usesPhotos || configuration.clock == .automatic,
            let location = PhotoTracks.location(of: photo, placedTime), let time = location.timestamp
        else { return }
        if configuration.usesPhotos { photoTracks.learn(location, camera) }
        if configuration.clock == .automatic {
            placedPhotos[camera, default: Sample()].add(
                StillnessProfile.OtherPhoto(time: time.timeIntervalSince1970, place: location.coordinate))
        }
    }

    /// Learns from a photo outside the set, which provides a position for others and is not geotagged itself.
    ///
    /// Photos taken within `TrackTimeline.maximumGap` of its time get its position unless a track covers them. Times
    /// are compared in UTC, or as local times if the UTC time of one of them is unknown.
    ///
    /// - Parameter photo: A photo, such as one from a phone; it is ignored if it has no position or one derived from a
    ///   track.
    /// - Returns: Whether its position can be used.
    @discardableResult package mutating func learn(placing photo: PhotoFacts) -> Bool {
        // The configured zone applies to the photos to geotag, not to this one.
        let times = PlacedTime(zones: zones, given: nil)
        let photo = times.reconciled(photo)
        guard let location = photo.location, !location.isVoid, !location.isDerived else { return false }
        if let sure = placedElsewhere.add(photo, times), let time = sure.timestamp, configuration.clock == .automatic {
            placedPhotos[CameraKey(photo.camera), default: Sample()].add(
                StillnessProfile.OtherPhoto(time: time.timeIntervalSince1970, place: location.coordinate))
        }
        return true
    }

    private var placedTime: PlacedTime { PlacedTime(zones: zones, given: configuration.timeZone) }

    /// The time zones that the tracks pass through, if a photo states none, in order of first entry.
    package var trackZones: [String] { zonesOnTheWay ?? [] }

    /// Whether the times of any camera are corrected.
    package var correctsClocks: Bool {
        switch configuration.clock {
        case .corrected(.constant(let seconds)): seconds != 0
        case .corrected(.drift): true
        case .automatic: clocks.contains { $0.isUsed && ($0.seconds != 0 || $0.secondsPerDay != 0) }
        }
    }

    /// Determines clock offsets and time zones once all photos have been learned.
    ///
    /// - Parameter isCanceled: Called now and then; once it returns `true`, the rest is left out, and nothing should be planned.
    package mutating func finishLearning(isCanceled: () -> Bool = { false }) {
        if isCanceled() { return }
        photoTracks.finish()
        placedElsewhere.finish()
        let needsZones = cameras.values.contains { $0.countWithOffset < $0.count }
        if needsZones, configuration.timeZone == nil { zonesOnTheWay = findZonesOnTheWay(isCanceled) }
        defer { if !isCanceled() { hints = findHints() } }
        guard configuration.clock == .automatic else { return }
        for (camera, knowledge) in cameras.sorted(by: { $0.key.name < $1.key.name }) where knowledge.count > 0 {
            // The photos of the other cameras.
            let others = placedPhotos.filter { $0.key != camera }.flatMap(\.value.values)
            let estimator = ClockEstimator(
                profile: StillnessProfile(tracks, photos: others, zones: zones, isCanceled: isCanceled),
                given: givenOffset, minimumConfidence: configuration.minimumConfidence)
            if isCanceled() { return }
            guard let judgement = estimator.judgement(camera, knowledge, isCanceled: isCanceled) else { continue }
            clocks.append(judgement.estimate)
            judgements[camera] = judgement
        }
    }

    /// Returns the UTC offset of the configured zone, in seconds, at a local time in seconds since 1970.
    private func givenOffset(_ wall: Int) -> Int? {
        configuration.timeZone.flatMap { zones.offsets(of: $0, atWallTime: wall)?.offsets.first }
    }

    /// Plans one photo.
    ///
    /// - Parameter photo: A photo of the set that was learned from.
    /// - Returns: Its part of a plan.
    package func planned(_ photo: PhotoFacts) -> PlannedPhoto {
        func result(
            _ action: PlannedPhoto.Action, _ moment: PhotoMoment? = nil, _ match: TrackMatch? = nil
        ) -> PlannedPhoto {
            PlannedPhoto(url: photo.url, action: action, moment: moment, match: match, stamp: photo.stamp)
        }
        let photo = placedTime.reconciled(photo.reading(videosAs: configuration.videoClock))
        let old = photo.location.flatMap { $0.isVoid ? nil : $0 }
        if old != nil, configuration.policy == .keep { return result(.keep(.hasPosition)) }
        guard let date = photo.date else { return result(.skip(.noTime)) }
        if date.rule == .fileTime { return result(.skip(.onlyFileTime)) }
        if date.wallTime.isDayOnly { return result(.skip(.onlyDay)) }
        // A photo is not matched with its own position.
        let find = { (moment: PhotoMoment) in self.match(moment, withPhotos: old == nil, of: photo.url) }
        var resolver = MomentResolver(
            date: date, zones: zones, match: find, zonesOnTheWay: zonesOnTheWay ?? [], configuration: configuration)
        let judgement = judgements[CameraKey(photo.camera)]
        resolver.estimate = judgement.flatMap { $0.estimate.isUsed ? $0.estimate : nil }
        // Photos without camera information may come from any number of cameras.
        let camera = CameraKey(photo.camera)
        resolver.usualOffset = camera.camera == nil ? nil : cameras[camera]?.usualOffset(on: date.wallTime)
        resolver.ownZone = placedTime.offsets(of: photo)?.name
        guard let found = resolver.resolved() else {
            if let match = matchByLocalTime(photo, date) {
                return result(.write(edit(nil, match)), nil, match)
            }
            return result(.skip(resolver.isNearInAnyZone ? .noZone : .noPosition))
        }
        if let doubt = doubt(of: found.moment, CameraKey(photo.camera)) { return result(.skip(doubt), found.moment) }
        guard var match = found.match else {
            var planned = result(.skip(.noPosition), found.moment)
            planned.secondsToTrack = tracks.secondsToNearest(found.moment.instant)
            return planned
        }
        let own = match.error
        if let judgement { match.error = error(of: match, at: found.moment, judgement, find) }
        if let maximumError = configuration.maximumError, match.error > maximumError {
            guard own <= maximumError, let clock = judgement?.estimate else {
                return result(.skip(.tooInaccurate(match.error)), found.moment, match)
            }
            let reason = PlannedPhoto.Reason.unprovenClock(
                seconds: clock.isUsed ? clock.seconds : 0, confidence: clock.confidence, error: match.error)
            return result(.skip(reason), found.moment, match)
        }
        if let old, configuration.policy == .replaceIfWorse {
            guard let accuracy = old.horizontalAccuracy else {
                return result(.keep(.accuracyUnknown), found.moment, match)
            }
            guard match.error < accuracy else {
                return result(.keep(.isAsAccurate(old: accuracy, new: match.error)), found.moment, match)
            }
        }
        return result(.write(edit(found.moment, match)), found.moment, match)
    }

    /// Plans a photo of a library and its companions.
    ///
    /// - Parameters:
    ///   - asset: A photo of the set that was learned from.
    ///   - reader: Reads its files, on this thread.
    /// - Returns: Its part of a plan, with ``PlannedPhoto/edits``.
    package func planned(_ asset: PhotoAsset, reader: MetadataReader) -> PlannedPhoto {
        PlannedPhoto(asset, reader: reader, policy: configuration.policy) { planned($0) }
    }

    /// Returns the reason to skip a photo if the estimated clock offset of its camera is too uncertain to use but
    /// differs from the offset assumed, so that a position would be a guess.
    private func doubt(of moment: PhotoMoment, _ camera: CameraKey) -> PlannedPhoto.Reason? {
        guard moment.date.rule != .gps, let unused = judgements[camera]?.estimate, !unused.isUsed else { return nil }
        let shown = moment.date.with(offset: unused.includesZone ? 0 : moment.offset)
        let difference = shown.addingTimeInterval(unused.seconds(at: shown)).timeIntervalSince(moment.instant)
        guard abs(difference) > unused.uncertainty + 30 else { return nil }
        return .unsureClock(seconds: difference, confidence: unused.confidence)
    }

    /// Returns the error of a position, widened to cover the positions under the other plausible clock offsets.
    private func error(
        of match: TrackMatch, at moment: PhotoMoment, _ judgement: ClockJudgement, _ find: (PhotoMoment) -> TrackMatch?
    ) -> Double {
        guard moment.date.rule != .gps else { return match.error }
        var error = match.error
        var asked: Set<Int> = [Int(moment.instant.timeIntervalSince1970.rounded())]
        for hypothesis in judgement.alternatives {
            for instant in moment.instants(hypothesis, judgement) where asked.insert(Int(instant.rounded())).inserted {
                var other = moment
                other.instant = Date(timeIntervalSince1970: instant)
                other.uncertainty = 0
                guard let there = find(other) else { continue }
                error = max(error, match.distance(covering: there) * judgement.spacing)
            }
        }
        return error
    }

    private func edit(_ moment: PhotoMoment?, _ match: TrackMatch) -> MetadataEdit {
        let location = match.position.location
        var result = PhotoLocation(coordinate: location.coordinate)
        result.altitude = location.altitude ?? location.ellipsoidalAltitude
        if location.altitude == nil, location.ellipsoidalAltitude != nil { result.altitudeReference = .ellipsoid }
        result.horizontalAccuracy = match.error
        result.speed = location.speed
        result.course = location.course
        result.timestamp = moment?.instant
        result.isDerived = true
        var edit = MetadataEdit()
        edit.location = .set(result)
        if let moment, configuration.writesOffset, moment.date.offset == nil, moment.zoneName != nil {
            edit.offset = moment.offset
        }
        return edit
    }
}

extension Geotagger {
    /// Returns the most accurate position for a time, from tracks or other photos.
    private func match(_ moment: PhotoMoment, withPhotos: Bool, of url: URL) -> TrackMatch? {
        var best: TrackMatch?
        func consider(_ timeline: TrackTimeline, _ source: (Int) -> TrackMatch.Source) {
            guard let position = timeline.position(at: moment.instant) else { return }
            let error = ErrorEstimate.radius(of: position, clock: moment.uncertainty)
            if error < best?.error ?? .infinity {
                best = TrackMatch(source: source(position.origin.track), position: position, error: error)
            }
        }
        consider(tracks) { .track(tracks.names[$0] ?? "track \($0 + 1)") }
        let isCovered = best != nil
        if withPhotos { consider(photoTracks.timeline) { .photos(photoTracks.names[$0]) } }
        guard !isCovered else { return best }
        let wall =
            Double(moment.date.wallTime.secondsSince1970) + Double(moment.date.wallTime.nanosecond) / 1e9
            + moment.correction
        let near = placedElsewhere.nearest(
            instant: moment.instant.timeIntervalSince1970, wall: wall, within: tracks.maximumGapSeconds, except: url)
        if let near {
            let match = Self.match(near, clock: moment.uncertainty)
            if match.error < best?.error ?? .infinity { best = match }
        }
        return best
    }

    private static func match(_ near: (photo: PlacedPhotos.Photo, gap: Double), clock: Double) -> TrackMatch {
        let position = TrackTimeline.Position(near: near.photo.location, gap: near.gap)
        return TrackMatch(
            source: .photo(near.photo.url), position: position,
            error: ErrorEstimate.radius(of: position, clock: clock))
    }

    /// Returns the position of a photo outside the set with the same local time, for a photo whose UTC offset is
    /// unknown.
    private func matchByLocalTime(_ photo: PhotoFacts, _ date: PhotoDate) -> TrackMatch? {
        guard !placedElsewhere.isEmpty, case .corrected(let clock) = configuration.clock,
            photo.location.map(\.isVoid) ?? true || configuration.policy == .replace
        else { return nil }
        let shown = date.with(offset: 0)
        let wall = shown.timeIntervalSince1970 + clock.seconds(at: shown)
        let near = placedElsewhere.nearest(
            instant: nil, wall: wall, within: tracks.maximumGapSeconds, except: photo.url)
        guard let match = near.map({ Self.match($0, clock: 0.5) }) else { return nil }
        if let maximumError = configuration.maximumError, match.error > maximumError { return nil }
        return match
    }

    /// Returns the time zones that the tracks pass through, in order of first entry.
    ///
    /// - Parameter isCanceled: Called before each look-up; once it returns `true`, the rest is left out.
    /// - Returns: The names of the zones.
    func findZonesOnTheWay(_ isCanceled: () -> Bool = { false }) -> [String] {
        var found: [String] = []
        var last: Coordinate?
        func pass(_ place: Coordinate) {
            // A zone skipped in between is still found when a photo was taken in it.
            if let last, last.sphericalDistance(to: place) < 20_000 { return }
            last = place
            if isCanceled() { return }
            if let name = zones.name(at: place), !found.contains(name) { found.append(name) }
        }
        for timeline in [tracks, photoTracks.timeline] { timeline.forEachPlace { _, place, _ in pass(place) } }
        placedElsewhere.forEachPlace(pass)
        return found
    }
}

extension Geotagger {
    /// How photos are geotagged.
    package struct Configuration: Sendable, Hashable {
        /// How clock offsets are determined.
        package enum Clock: Sendable, Hashable {
            /// All cameras have this clock offset.
            case corrected(ClockCorrection)
            /// The clock offset of each camera, beyond time zones and summer time, is estimated: from the GPS times in
            /// its photos, and from where each offset would place the photos, since people stand still to take them. A
            /// clock that may have been right is assumed to be right, and the errors of positions cover the other
            /// possibilities.
            case automatic
        }

        /// What happens to photos that have a position; by default they keep it.
        package var policy = GeotagPolicy.keep

        /// How clock offsets are determined; by default clocks are assumed to be right.
        package var clock = Clock.corrected(.none)

        /// The confidence from which an estimated clock offset is used, 0...1; 0.95 by default.
        package var minimumConfidence = 0.95

        /// The time zone of the cameras' clocks, for photos that record no UTC offset.
        ///
        /// It takes precedence over a derived zone: the camera may have stayed on home time during a journey.
        package var timeZone: ClockZone?

        /// Which time the headers of videos state; by default what the camera's maker is known to write, else UTC.
        package var videoClock: VideoClock?

        /// The largest error that a position may have, in metres; unlimited by default.
        package var maximumError: Double?

        /// Whether photos with positions provide them for photos taken at nearly the same time.
        package var usesPhotos = true

        /// Whether to write the UTC offset at its position to a photo that records none, if the time zone is known.
        ///
        /// The local time is not changed.
        package var writesOffset = false

        /// Creates the default configuration.
        package init() {}
    }
}
