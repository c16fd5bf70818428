import Foundation
import LKGeo
import LKGeocoding
import Synchronization
import TestSupport
import Testing

@testable import LocateTool

@Suite("Addresses of fixes by a service on the web", .timeLimit(.minutes(5))) struct FixPlacesTests {
    /// A service that answers when and as a test says.
    private final class Service: Sendable {
        let asked = EventLog<Coordinate>()
        let answer: Mutex<Result<String, GeocodingError>>
        /// Questions wait until something is in it.
        let released = EventLog<Bool>()

        init(_ answer: Result<String, GeocodingError> = .success("house"), isHeld: Bool = false) {
            self.answer = Mutex(answer)
            if !isHeld { released.append(true) }
        }

        func place(at coordinate: Coordinate) async throws(GeocodingError) -> Placemark {
            asked.append(coordinate)
            _ = try? await released.first { $0 }
            var placemark = Placemark(coordinate: coordinate, provider: "nominatim")
            placemark.name = try answer.withLock { $0 }.get()
            placemark.precision = placemark.name == "" ? .none : .house
            return placemark
        }
    }

    private let clock = ManualTimekeeper()
    private let notes = EventLog<String>()
    private let refused = GeocodingError(.serviceUnreachable, "Nominatim cannot be reached")

    private func places(
        _ service: Service, corrections: PlaceCorrections? = nil, watches: Bool = true
    ) -> FixPlaces {
        FixPlaces(
            offline: { coordinate in
                var placemark = Placemark(coordinate: coordinate, provider: "world")
                placemark.name = "town"
                return placemark
            },
            ask: { coordinate async throws(GeocodingError) in try await service.place(at: coordinate) },
            corrections: corrections, limit: .seconds(10), watches: watches, clock: clock,
            note: { [notes] in notes.append($0) })
    }

    @Test("the user's own names count for the place itself, also where the answer is that of a place beside it")
    func corrections() async throws {
        let service = Service()
        let text =
            #"{"type":"Feature","properties":{"name":"garden","radius":10},"#
            + #""geometry":{"type":"Point","coordinates":[9.52,47.14]}}"#
        let places = places(service, corrections: try PlaceCorrections(geoJSON: Array(text.utf8)))
        for (metres, expected) in [(0.0, "garden"), (9, "garden"), (15, "house"), (-5, "garden"), (20, "house")] {
            #expect(try await name(metres, places) == expected)
        }
        #expect(service.asked.count == 1)
        service.answer.withLock { $0 = .failure(refused) }
        #expect(try await name(40, places) == "town")
    }

    /// The name of a place some metres north of Vaduz, asked for on a thread of its own, since the asking waits.
    ///
    /// - Parameters:
    ///   - metres: How far north.
    ///   - places: What is asked.
    ///   - body: What happens meanwhile.
    /// - Returns: The name.
    /// - Throws: What `body` throws.
    private func name(
        _ metres: Double = 0, _ places: FixPlaces, while body: () async throws -> Void = {}
    ) async throws -> String? {
        let coordinate = try #require(Coordinate(latitude: 47.14 + metres / 111_200, longitude: 9.52))
        let outcome = EventLog<String?>()
        Thread { @Sendable in outcome.append(places.place(at: coordinate)?.name) }.start()
        try await body()
        return try await outcome.first { Optional($0) }
    }

    @Test("an answer counts for 25 m around while watching, and for its point alone otherwise")
    func reach() async throws {
        let service = Service()
        let places = places(service)
        for metres in [0.0, 10, 24, -20] { #expect(try await name(metres, places) == "house") }
        #expect(service.asked.count == 1)
        #expect(try await name(30, places) == "house")
        #expect(service.asked.count == 2)
        let once = self.places(service, watches: false)
        for metres in [0.0, 10] { #expect(try await name(metres, once) == "house") }
        #expect(service.asked.count == 4)
        #expect(notes.events.isEmpty)
    }

    @Test("a service that fails costs no fix, is told of once, left alone for 30 s, and its return is told")
    func failure() async throws {
        let service = Service(.failure(refused))
        let places = places(service)
        for _ in 0..<5 { #expect(try await name(0, places) == "town") }
        #expect(service.asked.count == 1)
        #expect(notes.events == ["Nominatim cannot be reached; printed with the built-in address"])
        clock.advance(by: .seconds(30))
        #expect(try await name(0, places) == "town")
        #expect(service.asked.count == 2)
        #expect(notes.count == 1)
        service.answer.withLock { $0 = .success("house") }
        #expect(try await name(0, places) == "town")
        clock.advance(by: .seconds(30))
        #expect(try await name(0, places) == "house")
        #expect(notes.events.last == "the service answers again")
    }

    @Test("a place that the service has no name for has the built-in one")
    func nothing() async throws {
        #expect(try await name(0, places(Service(.success("")))) == "town")
        #expect(notes.events.isEmpty)
    }

    @Test("an answer that is late is waited for 2 s while watching, and taken when it comes")
    func late() async throws {
        let service = Service(isHeld: true)
        let places = places(service)
        let first = try await name(0, places) {
            _ = try await service.asked.first { $0 }
            clock.advance(by: .seconds(2))
        }
        #expect(first == "town")
        // Nothing more is asked, and nothing waited for, until that has its answer.
        #expect(try await name(100, places) == "town")
        #expect(service.asked.count == 1)
        service.released.append(true)
        while try await name(0, places) != "house" { await Task.yield() }
        #expect(service.asked.count == 1)
        #expect(notes.events.isEmpty)
    }

    @Test("a single fix waits for as long as was said, and says so")
    func limit() async throws {
        let service = Service(isHeld: true)
        let name = try await name(0, places(service, watches: false)) {
            _ = try await service.asked.first { $0 }
            clock.advance(by: .seconds(10))
        }
        #expect(name == "town")
        #expect(notes.events == ["the service has not answered within 10 s; printed with the built-in address"])
        service.released.append(true)
    }

    @Test("a stop ends the wait, and nothing is asked after it")
    func stop() async throws {
        let service = Service(isHeld: true)
        let places = places(service, watches: false)
        let first = try await name(0, places) {
            _ = try await service.asked.first { $0 }
            places.stop()
        }
        #expect(first == "town" && notes.events.isEmpty)
        service.released.append(true)
        #expect(try await name(500, places) == "town")
        #expect(service.asked.count == 1)
    }
}
