import LKGeo
import Synchronization
import TestSupport
import Testing

@testable import LKGeocoding

@Suite("Names of a moving receiver", .timeLimit(.minutes(5))) struct MovingGeocoderTests {
    private let clock = ManualTimekeeper()
    private let events = EventLog<String>()
    private let refused = GeocodingError(.serviceUnreachable, "the service cannot be reached")

    /// A web service whose answer a test changes.
    private final class Service: Sendable {
        typealias Answer = Result<Placemark.Precision, GeocodingError>

        private final class Box: Sendable {
            let answer: Mutex<Answer>
            init(_ answer: Answer) { self.answer = Mutex(answer) }
        }

        private let box: Box
        let provider: ScriptedProvider

        init(_ answer: Answer = .success(.house), held: HeldTasks? = nil) {
            let box = Box(answer)
            self.box = box
            provider = ScriptedProvider("web", held: held) { coordinate throws(GeocodingError) in
                [.sample(coordinate, "web", try box.answer.withLock { $0 }.get())]
            }
        }

        func set(_ answer: Answer) { box.answer.withLock { $0 = answer } }
    }

    private func namer(
        _ providers: [any GeocodingProvider], _ policy: Geocoder.Policy = .webOnly,
        corrections: PlaceCorrections? = nil, _ change: (inout MovingGeocoder.Configuration) -> Void = { _ in }
    ) -> MovingGeocoder {
        var chain = Geocoder.Configuration(providers, policy: policy)
        (chain.cache, chain.corrections, chain.timeout) = (nil, corrections, .seconds(3600))
        var configuration = MovingGeocoder.Configuration()
        change(&configuration)
        return MovingGeocoder(
            Geocoder(configuration: chain, timekeeper: clock), languages: [.english], configuration: configuration,
            timekeeper: clock
        ) { [events] event in
            switch event {
            case .failed(let failure): events.append("\(failure.provider): \(failure.error.message)")
            case .recovered(let provider): events.append("\(provider) answers")
            case .late(let limit): events.append("late \(limit)")
            }
        }
    }

    private let world = ImmediateScript(name: "world") { [.sample($0, "world", .locality)] }

    private func point(_ metres: Double) -> Coordinate { .point(47.14 + metres / 111_200, 9.52) }

    @Test("An answer of a web service is reused within 25 m, or within the distance that is set")
    func reach() async {
        let service = Service()
        let namer = namer([service.provider, world])
        for metres in [0.0, 10, 24, -20] {
            #expect(await namer.placemark(at: point(metres))?.provider == "web")
        }
        #expect(service.provider.counts.asked == 1)
        #expect(await namer.placemark(at: Location(coordinate: point(30)))?.provider == "web")
        #expect(service.provider.counts.asked == 2)
        let near = self.namer([service.provider, world]) { $0.reach = 0 }
        for metres in [0.0, 0, 10] { #expect(await near.placemark(at: point(metres))?.provider == "web") }
        #expect(service.provider.counts.asked == 4 && events.events.isEmpty)
    }

    @Test("Providers that answer at once name each position itself") func immediate() async {
        let namer = namer([world], .finest)
        for metres in [0.0, 1, 2] { #expect(await namer.placemark(at: point(metres))?.coordinate == point(metres)) }
        #expect(await self.namer([ImmediateScript { _ in [] }], .finest).placemark(at: point(0)) == nil)
    }

    @Test("A failing service is reported once, left alone for the pause, and its return is reported")
    func failure() async {
        let service = Service(.failure(refused))
        let namer = namer([service.provider, world])
        for _ in 0..<5 { #expect(await namer.placemark(at: point(0))?.provider == "world") }
        #expect(service.provider.counts.asked == 1)
        #expect(events.events == ["web: the service cannot be reached"])
        clock.advance(by: .seconds(30))
        #expect(await namer.placemark(at: point(0))?.provider == "world")
        #expect(service.provider.counts.asked == 2 && events.count == 1)
        service.set(.success(.house))
        #expect(await namer.placemark(at: point(0))?.provider == "world")
        clock.advance(by: .seconds(30))
        #expect(await namer.placemark(at: point(0))?.provider == "web")
        #expect(events.events.last == "web answers" && events.count == 2)
    }

    @Test("A failure does not hide what other providers answered, in any policy", arguments: Geocoder.Policy.allCases)
    func others(policy: Geocoder.Policy) async {
        let service = Service(.failure(refused))
        let namer = namer([service.provider, world], policy)
        for _ in 0..<3 { #expect(await namer.placemark(at: point(0))?.provider == "world") }
        #expect(service.provider.counts.asked == (policy == .offlineOnly ? 0 : 1))
    }

    @Test("A service that answers names the place although another one fails, and only what was asked can recover")
    func otherService() async {
        let failing = ScriptedProvider("down") { [refused] _ throws(GeocodingError) in throw refused }
        let service = Service()
        let namer = namer([failing, service.provider, world], .finest)
        for metres in [0.0, 10, 40] { #expect(await namer.placemark(at: point(metres))?.provider == "web") }
        #expect(service.provider.counts.asked == 2)
        #expect(events.events == ["down: the service cannot be reached"])
        // In the order of the providers the first answer ends the question, so that the other one is not asked.
        let first = self.namer([service.provider, failing], .first)
        #expect(await first.placemark(at: point(0))?.provider == "web")
        #expect(events.events.count == 1)
    }

    @Test("Without an offline provider there is no name while the service fails, and a damaged one is reported")
    func nothing() async {
        let service = Service(.failure(refused))
        #expect(await namer([service.provider]).placemark(at: point(0)) == nil)
        let damaged = ImmediateScript(name: "world") { _ throws(GeocodingError) in
            throw GeocodingError(.dataDamaged, "the world is damaged")
        }
        let namer = namer([service.provider, damaged])
        for _ in 0..<3 { #expect(await namer.placemark(at: point(0)) == nil) }
        #expect(
            events.events == [
                "web: the service cannot be reached", "web: the service cannot be reached",
                "world: the world is damaged",
            ])
    }

    @Test("A place that the service has no name for gets the offline name, and the service is asked again")
    func unnamed() async {
        let service = Service(.success(.none))
        let namer = namer([service.provider, world])
        for _ in 0..<2 { #expect(await namer.placemark(at: point(0))?.provider == "world") }
        #expect(service.provider.counts.asked == 2 && events.events.isEmpty)
    }

    @Test("A late answer is waited for 2 s, and names the positions that follow when it comes")
    func late() async throws {
        let held = HeldTasks()
        let service = Service(held: held)
        let namer = namer([service.provider, world])
        async let first = namer.placemark(at: point(0))
        #expect(await service.provider.asked.reached())
        clock.advance(by: .seconds(2))
        #expect(await first?.provider == "world")
        #expect(events.events == ["late 2.0 seconds"])
        // Nothing more is asked, and nothing waited for, until that has its answer.
        #expect(await namer.placemark(at: point(100))?.provider == "world")
        #expect(service.provider.counts.asked == 1)
        held.letGo()
        while await namer.placemark(at: point(0))?.provider != "web" { await Task.yield() }
        #expect(service.provider.counts.asked == 1 && events.count == 1)
    }

    @Test("The user's own names hold at each position, also where an answer is reused or nothing is known")
    func corrections() async throws {
        let text =
            #"{"type":"Feature","properties":{"name":"garden","radius":10},"#
            + #""geometry":{"type":"Point","coordinates":[9.52,47.14]}}"#
        let corrections = try PlaceCorrections(geoJSON: Array(text.utf8))
        let service = Service()
        let namer = namer([service.provider, world], corrections: corrections)
        for (metres, expected) in [(0.0, "garden"), (9, "garden"), (15, "web house"), (-5, "garden")] {
            #expect(await namer.placemark(at: point(metres))?.name == expected)
        }
        #expect(service.provider.counts.asked == 1)
        let empty = self.namer([ImmediateScript { _ in [] }], .finest, corrections: corrections)
        #expect(await empty.placemark(at: point(0))?.name == "garden")
        #expect(await empty.placemark(at: point(50)) == nil)
    }

    @Test("Stop ends the wait, and no service is asked after it") func stop() async {
        let held = HeldTasks()
        let service = Service(held: held)
        let namer = namer([service.provider, world]) { $0.maximumWait = nil }
        async let first = namer.placemark(at: point(0))
        #expect(await service.provider.asked.reached())
        namer.stop()
        #expect(await first?.provider == "world")
        held.letGo()
        #expect(await namer.placemark(at: point(500))?.provider == "world")
        #expect(service.provider.counts.asked == 1 && events.events.isEmpty)
    }

    @Test("A cancelled task gets its answer at once, and its question is dropped") func canceled() async {
        let held = HeldTasks()
        let service = Service(held: held)
        let namer = namer([service.provider]) { $0.maximumWait = nil }
        let task = Task { await namer.placemark(at: point(0)) }
        #expect(await service.provider.asked.reached())
        task.cancel()
        #expect(await task.value == nil)
        held.letGo()
        #expect(await namer.placemark(at: point(0))?.provider == "web")
    }

    @Test("A stream has each location with its name, in order, and ends with the locations") func stream() async throws
    {
        let service = Service()
        let namer = namer([service.provider, world])
        let (stream, continuation) = AsyncStream.makeStream(of: Location.self)
        for metres in [0.0, 10, 40, 45] { continuation.yield(Location(coordinate: point(metres))) }
        continuation.finish()
        var found: [(Location, Placemark?)] = []
        for await (location, placemark) in namer.placemarks(along: stream) { found.append((location, placemark)) }
        #expect(found.map(\.0.coordinate) == [0.0, 10, 40, 45].map(point))
        #expect(found.map { $0.1?.coordinate } == [0.0, 0, 40, 40].map(point))
        #expect(service.provider.counts.asked == 2)
    }

    @Test("A stream throws the error of its locations") func streamFailure() async {
        struct Lost: Error {}
        let locations = AsyncThrowingStream<Location, any Error> { continuation in
            continuation.yield(Location(coordinate: point(0)))
            continuation.finish(throwing: Lost())
        }
        var count = 0
        await #expect(throws: Lost.self) {
            for try await named in namer([world], .finest).placemarks(along: locations) {
                count += named.placemark == nil ? 0 : 1
            }
        }
        #expect(count == 1)
    }
}
