import Foundation
import LKFormats
import LKGeo
import LKGeocoding
import LKMetadata
import LKTracks
import TestSupport
import Testing

@testable import LKPlanning

/// How often an automatic clock offset writes a wrong position, over seeded trips whose truth is known.
@Suite(
    .serialized, .enabled(if: TimeZones.exists("Asia/Tokyo"), "the package tzdata is not installed"))
struct ClockStudyTests {
    @Test("No position is wrong by more than 100 m and by more than its stated error")
    func wrongPositions() {
        var outcome = StudyOutcome()
        let trips: UInt64 = Fixtures.isThorough ? 3000 : 36
        for seed in 1...trips { outcome.add(StudyTrip(seed: seed), automatic: true) }
        if Fixtures.isThorough { print("automatic: \(outcome)") }
        // Of 36 trips none; of 3,000 the few that 99.8 % leave out.
        #expect(outcome.wrong * 5000 <= outcome.count, "\(outcome)")
        #expect(outcome.near * 2 > outcome.reachable, "\(outcome)")
    }

    @Test("The same trips without correction, for comparison", .enabled(if: Fixtures.isThorough, "\(Fixtures.absence)"))
    func comparison() {
        var all = StudyOutcome()
        var right = StudyOutcome()
        for seed in 1...UInt64(3000) {
            let trip = StudyTrip(seed: seed)
            all.add(trip, automatic: false)
            if trip.clock == .right { right.add(trip, automatic: false) }
        }
        print("no correction: \(all)\nno correction, clock right: \(right)")
    }
}

/// A trip of one to three stays with tracks, and the photos of a camera whose clock may be wrong; perhaps also those of a phone.
struct StudyTrip {
    /// What is wrong with the camera's clock.
    enum Clock: String, CaseIterable { case right, hours, minutes, anything, home, drift }

    private struct Stay {
        var place: Coordinate
        var zone: String
        var date: Double
    }

    /// A point of the true way, each 20 seconds.
    private struct Node {
        var time: Double
        var latitude: Double
        var longitude: Double
    }

    let seed: UInt64
    private(set) var clock = Clock.right
    private(set) var tracks: [Track] = []
    private(set) var photos: [PhotoFacts] = []
    private(set) var phone: [PhotoFacts] = []
    /// The true moments of `photos`, in seconds since 1970.
    private(set) var moments: [Double] = []
    /// The ways of all days, and which part of each was recorded.
    private var ways: [[Node]] = []
    private var recorded: [ClosedRange<Double>] = []
    private var stops: [ClosedRange<Double>] = []
    private let zones: [(Coordinate, String)] = [
        (Walk.berlin, "Europe/Berlin"), (Walk.place(51.5, -1.5), "Europe/London"),
        (Walk.place(60.2, 25), "Europe/Helsinki"), (Walk.tokyo, "Asia/Tokyo"),
        (Walk.place(-36.8, 174.7), "Pacific/Auckland"),
    ]

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed &* 7919)
        let stays = makeStays(&random)
        for stay in stays {
            for day in 0..<Int.random(in: 1...2, using: &random) {
                addDay(stay, day, &random)
            }
        }
        takePhotos(stays, &random)
        if Int.random(in: 0..<3, using: &random) == 0 { takePhonePhotos(&random) }
    }

    private func makeStays(_ random: inout SeededGenerator) -> [Stay] {
        // Any day of the year, and often one near a change of the clocks.
        let changes = [Walk.utc(2026, 3, 28), Walk.utc(2026, 10, 24), Walk.utc(2026, 4, 4), Walk.utc(2026, 9, 26)]
        var date =
            Bool.random(using: &random)
            ? Walk.utc(2026, 1, 1) + Double(Int.random(in: 0..<330, using: &random)) * 86_400
            : changes.randomElement(using: &random)! - Double(Int.random(in: 0...2, using: &random)) * 86_400
        var place = Int.random(in: 0..<zones.count, using: &random)
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let stay = Stay(place: zones[place].0, zone: zones[place].1, date: date)
            date += Double([2, 3, 5, 120].randomElement(using: &random)!) * 86_400
            if Bool.random(using: &random) { place = Int.random(in: 0..<zones.count, using: &random) }
            return stay
        }
    }

    private mutating func addDay(_ stay: Stay, _ day: Int, _ random: inout SeededGenerator) {
        let offset = Walk.zones.file(stay.zone)?.offset(at: Int(stay.date)) ?? 0
        var time =
            stay.date + Double(day) * 86_400 - Double(offset) + Double(Int.random(in: 7...11, using: &random)) * 3600
        let end = time + Double.random(in: 3...7, using: &random) * 3600
        // Nobody is in two places at once, wherever the day is longer.
        if let last = ways.last?.last?.time, last + 3600 > time { return }
        let isDrive = Int.random(in: 0..<5, using: &random) == 0
        var (latitude, longitude) = (stay.place.latitude, stay.place.longitude)
        var way: [Node] = []
        while time < end {
            let isStop = Int.random(in: 0..<3, using: &random) == 0
            let length = Int.random(in: isStop ? 6...25 : 10...60, using: &random)
            let course = Double.random(in: 0..<2 * .pi, using: &random)
            let speed = isStop ? 0 : isDrive ? Double.random(in: 8...15, using: &random) : 1.3
            if isStop { stops.append(time...time + Double(length) * 20) }
            for _ in 0..<length {
                way.append(Node(time: time, latitude: latitude, longitude: longitude))
                latitude += speed * 20 * cos(course) / 111_195
                longitude += speed * 20 * sin(course) / 111_195 / cos(latitude * .pi / 180)
                time += 20
            }
        }
        ways.append(way)
        // The receiver is switched on later and off earlier, and stays off on some days.
        guard let first = way.first?.time, let last = way.last?.time,
            isDrive || Int.random(in: 0..<6, using: &random) > 0
        else {
            return
        }
        // Beside a drive nothing is said of where it went on to.
        let length = isDrive ? 0 : last - first
        let part =
            first + length * Double.random(in: 0...0.25, using: &random)...last
            - length * Double.random(in: 0...0.25, using: &random)
        recorded.append(part)
        let fixes = way.filter { part.contains($0.time) }.map { node in
            Walk.fix(
                node.time,
                Walk.place(
                    node.latitude + Double.random(in: -2e-5...2e-5, using: &random),
                    node.longitude + Double.random(in: -2e-5...2e-5, using: &random)))
        }
        tracks.append(Track(name: "Day \(ways.count)", segments: [.init(fixes)]))
    }

    private mutating func takePhotos(_ stays: [Stay], _ random: inout SeededGenerator) {
        let counts = [1, 2, 3, 3, 4, 6, 8, 12, 20, 30, 50, 80]
        let count = counts.randomElement(using: &random)!
        let standing = [0, 0.3, 0.7, 0.9].randomElement(using: &random)!
        let away = [0, 0, 0.2, 0.6, 1].randomElement(using: &random)!
        moments = takeMoments(count, standing: standing, away: away, &random)
        clock = [.right, .right, .right, .right, .hours, .minutes, .anything, .home, .drift].randomElement(
            using: &random)!
        var error = Double.random(in: -2...2, using: &random)
        var drift = 0.0
        switch clock {
        case .right, .home: break
        case .hours: error += Double([-9, -7, -2, -1, -1, 1, 1, 2, 8, 12].randomElement(using: &random)!) * 3600
        case .minutes: error += Double.random(in: -900...900, using: &random)
        case .anything: error += Double.random(in: -70_000...70_000, using: &random)
        case .drift: drift = Double.random(in: -5...5, using: &random)
        }
        let home = zones.randomElement(using: &random)!.1
        let statesOffset = Int.random(in: 0..<3, using: &random) == 0
        let start = moments.first ?? 0
        photos = moments.map { moment in
            let zone = clock == .home ? home : self.zone(at: moment, stays)
            // A camera that was left at home's time was not set to summer time on the way either.
            let asked = clock == .home ? start : moment
            let offset = Walk.zones.file(zone)?.offset(at: Int(asked)) ?? 0
            let shown = moment + error + drift * (moment - start) / 86_400 + Double(offset)
            return Walk.photo(
                PhotoDate.WallTime(secondsSince1970: Int(shown.rounded(.down))), offset: statesOffset ? offset : nil)
        }
    }

    private func takeMoments(
        _ count: Int, standing: Double, away: Double, _ random: inout SeededGenerator
    ) -> [Double] {
        var moments: [Double] = []
        while moments.count < count {
            if let last = moments.last, Int.random(in: 0..<5, using: &random) == 0 {
                // Another one of the same thing.
                moments.append(last + Double.random(in: 2...40, using: &random))
                continue
            }
            let isAway = Double.random(in: 0..<1, using: &random) < away
            let way = ways.randomElement(using: &random)!
            let stands = Double.random(in: 0..<1, using: &random) < standing
            let any = Double.random(in: way.first!.time...way.last!.time, using: &random)
            let moment =
                stands ? stops.randomElement(using: &random).map { Double.random(in: $0, using: &random) } ?? any : any
            if place(at: moment) != nil, isAway || recorded.isEmpty || recorded.contains(where: { $0.contains(moment) })
            {
                moments.append(moment)
            }
        }
        return moments.sorted()
    }

    private mutating func takePhonePhotos(_ random: inout SeededGenerator) {
        let statesOffset = Bool.random(using: &random)
        for moment in moments where Int.random(in: 0..<3, using: &random) == 0 {
            let own = moment + Double.random(in: -20...20, using: &random)
            guard let truth = place(at: own), let zone = Walk.zones.name(at: truth) else { continue }
            let offset = Walk.zones.file(zone)?.offset(at: Int(own)) ?? 0
            var location = PhotoLocation(coordinate: truth)
            location.horizontalAccuracy = 8
            if statesOffset { location.timestamp = Date(timeIntervalSince1970: own.rounded(.down)) }
            phone.append(
                Walk.photo(
                    PhotoDate.WallTime(secondsSince1970: Int(own.rounded(.down)) + offset),
                    offset: statesOffset ? offset : nil,
                    model: "Phone", at: location))
        }
    }

    private func zone(at moment: Double, _ stays: [Stay]) -> String {
        place(at: moment).flatMap { Walk.zones.name(at: $0) } ?? stays[0].zone
    }

    /// Where the camera was; `nil` where the trip says nothing.
    func place(at moment: Double) -> Coordinate? {
        for way in ways {
            guard let first = way.first, let last = way.last, moment >= first.time, moment <= last.time else {
                continue
            }
            let number = min(Int((moment - first.time) / 20), way.count - 2)
            let (from, to) = (way[number], way[number + 1])
            let part = (moment - from.time) / 20
            return Walk.place(
                from.latitude + (to.latitude - from.latitude) * part,
                from.longitude + (to.longitude - from.longitude) * part)
        }
        return nil
    }

    func isRecorded(_ moment: Double) -> Bool { recorded.contains { $0.contains(moment) } }

    /// What would be planned for a photo if its camera's clock were right and stated its offset.
    func planWithRightClock(_ number: Int) -> PlannedPhoto? {
        let wall = PhotoDate.WallTime(secondsSince1970: Int(moments[number].rounded(.down)))
        var geotagger = Geotagger(
            tracks: TrackTimeline(tracks, maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)),
            zones: Walk.zones)
        return geotagger.plan(for: [Walk.photo(wall, offset: 0)] + phone).photos.first
    }

    /// Plans the camera's photos.
    func plan(automatic: Bool) -> PlannedSet {
        var configuration = Geotagger.Configuration()
        if automatic { configuration.clock = .automatic }
        var geotagger = Geotagger(
            tracks: TrackTimeline(tracks, maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800)),
            zones: Walk.zones,
            configuration: configuration)
        var plan = geotagger.plan(for: photos + phone)
        plan.photos.removeLast(phone.count)
        return plan
    }
}

/// How positions compare with the truth.
struct StudyOutcome: CustomStringConvertible {
    /// Written and more than 100 m and more than the stated error off.
    private(set) var wrong = 0
    /// The same, but a right clock would have made it so too: the error is a radius that holds 68 % of what was not recorded.
    private(set) var unrecorded = 0
    /// Written within 100 m.
    private(set) var near = 0
    /// Written farther off, as the stated error says.
    private(set) var covered = 0
    private(set) var skipped = 0
    private(set) var count = 0
    /// How many were taken while a track was recorded.
    private(set) var reachable = 0
    /// Written within 100 m with a stated error of at most 100 m.
    private(set) var precise = 0
    private var wrongTrips: [UInt64: String] = [:]
    private var byClock: [StudyTrip.Clock: [Int]] = [:]

    mutating func add(_ trip: StudyTrip, automatic: Bool) {
        let plan = trip.plan(automatic: automatic)
        for (number, (planned, moment)) in zip(plan.photos, trip.moments).enumerated() {
            count += 1
            if trip.isRecorded(moment) { reachable += 1 }
            guard let written = planned.written, let truth = trip.place(at: moment) else {
                skipped += 1
                byClock[trip.clock, default: [0, 0, 0, 0]][3] += 1
                continue
            }
            let distance = written.coordinate.distance(to: truth)
            let stated = written.horizontalAccuracy ?? 0
            if distance <= 100 {
                near += 1
                if stated <= 100 { precise += 1 }
                byClock[trip.clock, default: [0, 0, 0, 0]][0] += 1
            } else if distance <= stated {
                covered += 1
                byClock[trip.clock, default: [0, 0, 0, 0]][1] += 1
            } else if let right = trip.planWithRightClock(number)?.written, isWrong(right, truth) {
                unrecorded += 1
            } else {
                wrong += 1
                byClock[trip.clock, default: [0, 0, 0, 0]][2] += 1
                wrongTrips[trip.seed] =
                    "\(trip.clock) \(Int(distance)) m, stated \(Int(stated)) m, \(planned.match?.position.kind as Any), "
                    + "\(trip.isRecorded(moment) ? "recorded" : "away"), \(plan.photos.count) photos, \(plan.clocks.map { ($0.seconds, $0.includesZone, $0.confidence, $0.uncertainty, $0.isUsed) })"
            }
        }
    }

    private func isWrong(_ written: PhotoLocation, _ truth: Coordinate) -> Bool {
        written.coordinate.distance(to: truth) > max(100, written.horizontalAccuracy ?? 0)
    }

    var description: String {
        let worst = wrongTrips.sorted { $0.key < $1.key }.prefix(12).map { "\n  \($0.key): \($0.value)" }.joined()
        return
            "\(count) photos, \(reachable) on tracks: \(near) near (\(precise) also stated), \(covered) off as stated, "
            + "\(wrong) wrong in \(wrongTrips.count) trips, \(unrecorded) with a right clock too, \(skipped) skipped; \(byClock)\(worst)"
    }
}
