import LKGeo
import LKGeocoding
import LKThreads
import TestSupport
import Testing

@testable import LKPositionCommands
@testable import LKSharedOptions

@Suite("Addresses of fixes by a service on the web", .timeLimit(.minutes(5))) struct FixNamesTests {
    /// A service whose name the tool knows.
    private struct Service: GeocodingProvider {
        let name = WebService.all[0].name
        let attribution: String? = nil
        let isOffline = false
        let asked = EventLog<Coordinate>()
        var answer: Result<Placemark.Precision, GeocodingError> = .success(.house)

        func reverseGeocode(
            _ coordinate: Coordinate, languages: [LanguageTag]
        ) async throws(GeocodingError) -> [Placemark] {
            asked.append(coordinate)
            var placemark = Placemark(coordinate: coordinate, provider: name)
            placemark.precision = try answer.get()
            placemark.name = "house"
            return [placemark]
        }
    }

    private let notes = EventLog<String>()

    private func names(
        _ service: Service, watches: Bool = true, corrections: PlaceCorrections? = nil
    ) throws -> FixNames {
        let offline = try ToolGeocoder(languages: [.english])
        var chain = Geocoder.Configuration([service, offline.offline], policy: .webOnly)
        chain.cache = nil
        let note = { @Sendable [notes] in notes.append($0) }
        return FixNames(
            offline,
            MovingGeocoder(
                Geocoder(configuration: chain), languages: [.english],
                configuration: FixNames.configuration(timeout: .seconds(10), watches: watches),
                onEvent: FixNames.handler(watches: watches, note: note)),
            corrections: corrections, note: note)
    }

    /// The place some metres north of a village, asked for on a thread of its own, since the asking waits.
    private func place(_ metres: Double, _ names: FixNames) async throws -> Placemark? {
        let coordinate = try #require(Coordinate(latitude: 47.14 + metres / 111_200, longitude: 9.52))
        let outcome = EventLog<Placemark?>()
        #expect(SystemThread.start("tests.fix", { outcome.append(names.place(at: coordinate)) }) == 0)
        return try await outcome.first { Optional($0) }
    }

    @Test("An answer is used within 25 m while watching, and for its point alone otherwise") func reach() async throws {
        let service = Service()
        let watching = try names(service)
        for metres in [0.0, 10, 24] { #expect(try await place(metres, watching)?.name == "house") }
        #expect(service.asked.count == 1)
        let once = try names(service, watches: false)
        for metres in [0.0, 10] { #expect(try await place(metres, once)?.name == "house") }
        #expect(service.asked.count == 3 && notes.events.isEmpty)
    }

    @Test("A failing service is named once, and the built-in world answers") func failure() async throws {
        var service = Service()
        service.answer = .failure(GeocodingError(.serviceUnreachable, "Nominatim cannot be reached"))
        let names = try names(service)
        for _ in 0..<3 { #expect(try await place(0, names)?.provider == "world") }
        #expect(notes.events == ["Nominatim cannot be reached; printed with the built-in address"])
    }

    @Test("A late answer and a recovered service are reported in words, a late one only for a single fix")
    func sentences() {
        let note = { @Sendable [notes] in notes.append($0) }
        let (once, watching) = (
            FixNames.handler(watches: false, note: note), FixNames.handler(watches: true, note: note)
        )
        once(.late(.seconds(10)))
        watching(.late(.seconds(2)))
        watching(.recovered(provider: WebService.all[0].name))
        watching(.recovered(provider: "offline"))
        #expect(
            notes.events == [
                "the service has not answered within 10 s; printed with the built-in address",
                "the service answers again",
            ])
        #expect(FixNames.configuration(timeout: .seconds(1), watches: true).maximumWait == .seconds(1))
        #expect(FixNames.configuration(timeout: .seconds(9), watches: true).maximumWait == .seconds(2))
        #expect(FixNames.configuration(timeout: .seconds(9), watches: false).maximumWait == .seconds(9))
    }

    @Test("A point without a name keeps its time zone, and the user's own names hold there") func nowhere() async throws
    {
        var service = Service()
        service.answer = .success(.none)
        let sea = try #require(Coordinate(latitude: 0, longitude: -30))
        let text =
            #"{"type":"Feature","properties":{"name":"buoy","radius":10},"#
            + #""geometry":{"type":"Point","coordinates":[-30,0]}}"#
        let corrections = try PlaceCorrections(geoJSON: Array(text.utf8))
        for corrected in [false, true] {
            let names = try names(service, corrections: corrected ? corrections : nil)
            let outcome = EventLog<Placemark?>()
            #expect(SystemThread.start("tests.fix", { outcome.append(names.place(at: sea)) }) == 0)
            let place = try #require(try await outcome.first { Optional($0) })
            let expected: Placemark = try ToolGeocoder(languages: [.english]).place(at: sea, withBorder: true)
            #expect(place == (corrected ? corrections.corrected(expected) : expected))
            #expect(place.provider == "world" && (place.name == "buoy") == corrected)
        }
    }

    @Test("After stop no service is asked") func stop() async throws {
        let service = Service()
        let names = try names(service)
        names.stop()
        #expect(try await place(0, names)?.provider == "world")
        #expect(service.asked.count == 0)
    }
}
