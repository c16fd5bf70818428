import LKGeo
import TestSupport
import Testing

@testable import LKGeocoding

@Suite("Geocoder: whose answer counts") struct GeocoderTests {
    private let here = Coordinate.point(35.68, 139.76)

    private func geocoder(
        _ providers: [any GeocodingProvider], _ policy: Geocoder.Policy = .finest
    ) -> Geocoder {
        var configuration = Geocoder.Configuration(providers, policy: policy)
        configuration.cache = nil
        return Geocoder(configuration: configuration, timekeeper: ManualTimekeeper())
    }

    private func provider(
        _ name: String, _ precision: Placemark.Precision = .house, isOffline: Bool = false
    ) -> ScriptedProvider {
        ScriptedProvider(name, isOffline: isOffline, attribution: "© \(name)") { [.sample($0, name, precision)] }
    }

    private func failing(_ name: String, isOffline: Bool = false) -> ScriptedProvider {
        ScriptedProvider(name, isOffline: isOffline) { _ throws(GeocodingError) in
            throw GeocodingError(.serviceUnreachable, "\(name) is away")
        }
    }

    @Test("The finest wins, the others follow, each with its provider's words") func finest() async throws {
        let (web, world) = (provider("web", .street), provider("world", .locality, isOffline: true))
        let placemarks = try await geocoder([web, world]).reverseGeocode(here)
        #expect(placemarks.map(\.provider) == ["web", "world"])
        #expect(placemarks.map(\.attribution) == ["© web", "© world"])
    }

    @Test("The web is not asked for what this machine knows to the house") func houseOffline() async throws {
        let (web, street) = (provider("web"), provider("street", isOffline: true))
        #expect(try await geocoder([web, street]).reverseGeocode(here).map(\.provider) == ["street"])
        #expect(web.counts.asked == 0)
    }

    @Test("Among equals the provider on this machine comes first") func equals() async throws {
        let geocoder = geocoder([provider("web", .locality), provider("world", .locality, isOffline: true)])
        #expect(try await geocoder.reverseGeocode(here).map(\.provider) == ["world", "web"])
    }

    @Test("First takes the first answer that is one, in the order given") func first() async throws {
        let empty = ScriptedProvider("empty") { _ in [] }
        let (one, two) = (provider("one", .country), provider("two"))
        #expect(
            try await geocoder([empty, failing("away"), one, two], .first).reverseGeocode(here).map(\.provider) == [
                "one"
            ])
        #expect(empty.counts.asked == 1 && two.counts.asked == 0)
    }

    @Test("offlineOnly asks no provider on the web, and fails if there is no other") func offlineOnly() async throws {
        let (web, world) = (provider("web"), provider("world", .locality, isOffline: true))
        #expect(try await geocoder([web, world], .offlineOnly).reverseGeocode(here).map(\.provider) == ["world"])
        #expect(web.counts.asked == 0)
        #expect(await code { try await geocoder([web], .offlineOnly).reverseGeocode(here) } == .requestInvalid)
        #expect(await code { try await geocoder([]).reverseGeocode(here) } == .requestInvalid)
    }

    @Test("webOnly asks only providers on the web, and the offline ones check the country") func webOnly() async throws
    {
        let world = ImmediateScript(name: "world") { [.sample($0, "world", .locality, country: "JP")] }
        let (one, two) = (provider("one", .country), provider("two"))
        let empty = ScriptedProvider("empty") { _ in [] }
        let found = try await geocoder([world, empty, one, two], .webOnly).reverseGeocode(here)
        #expect(found.map(\.provider) == ["one"] && two.counts.asked == 0)
        let wrong = ScriptedProvider("wrong") { [.sample($0, "wrong", .house, country: "CN")] }
        let marked = try await geocoder([world, wrong], .webOnly).reverseGeocode(here)
        #expect(marked.map(\.provider) == ["wrong"] && marked.map(\.conflictingCountryCode) == ["JP"])
        #expect(try await geocoder([world, empty], .webOnly).reverseGeocode(here).isEmpty)
        #expect(try await geocoder([world, empty], .webOnly).search("A").isEmpty)
        #expect(await code { try await geocoder([world], .webOnly).reverseGeocode(here) } == .requestInvalid)
        #expect(
            await code { try await geocoder([world, failing("away")], .webOnly).reverseGeocode(here) }
                == .serviceUnreachable)
    }

    @Test("A location is asked for as its coordinate is, alone, in a batch and with a handler", .timeLimit(.minutes(5)))
    func locations() async throws {
        let web = ScriptedProvider("web") { [.sample($0, "web")] }
        let geocoder = geocoder([web])
        var location = Location(coordinate: here)
        // It names the point, however little is known of where that is.
        location.horizontalAccuracy = Accuracy(radius: 90_000, estimator: .receiver)
        let placemarks = try await geocoder.reverseGeocode(location)
        #expect(try await geocoder.reverseGeocode(here) == placemarks && placemarks.map(\.coordinate) == [here])
        #expect(try await geocoder.answer(location, languages: [.english]).placemarks == placemarks)
        let other = Location(coordinate: .point(1, 2))
        var found: [Coordinate] = []
        for await (_, result) in geocoder.reverseGeocode([location, other, location]) {
            found += try result.get().map(\.coordinate)
        }
        #expect(found == [here, .point(1, 2), here])
        let called = Gate()
        geocoder.reverseGeocode(other) { placemarks, text, dictionary, error in
            #expect(placemarks.map(\.coordinate) == [.point(1, 2)] && text != nil && dictionary != nil && error == nil)
            called.open()
        }
        #expect(await called.reached())
    }

    @Test("A failure is shown, and is the outcome only when no provider has a placemark") func failures() async throws {
        let away = failing("away")
        let answer = try await geocoder([away, provider("world", .locality, isOffline: true)]).answer(here)
        #expect(answer.placemarks.map(\.provider) == ["world"])
        #expect(answer.failures.map(\.provider) == ["away"] && answer.failures[0].error.code == .serviceUnreachable)
        #expect(!answer.isFromCache)
        let empty = ScriptedProvider("empty", isOffline: true) { _ in [] }
        #expect(await code { try await geocoder([away, empty]).reverseGeocode(here) } == .serviceUnreachable)
        #expect(try await geocoder([empty]).reverseGeocode(here).isEmpty)
    }

    /// What the world on this machine says, with or without doubt.
    private func world(_ country: String, isCertain: Bool, claims: [String] = []) -> ImmediateScript {
        ImmediateScript(name: "world") { point in
            var placemark = Placemark.sample(point, "world", .locality, country: country)
            placemark.timeZone = "Europe/Zurich"
            placemark.border = .init(distance: 900, isoCountryCode: "IT", country: "Italy", isCertain: isCertain)
            placemark.claims = claims
            return [placemark]
        }
    }

    private func web(_ country: String?) -> ScriptedProvider {
        ScriptedProvider("web") { [.sample($0, "web", .house, country: country)] }
    }

    @Test("A country that contradicts certain borders is marked and stands behind", arguments: ["finest", "first"])
    func conflict(policy: String) async throws {
        let policy = try #require(Geocoder.Policy(rawValue: policy))
        let placemarks = try await geocoder([web("it"), world("CH", isCertain: true)], policy).reverseGeocode(here)
        #expect(placemarks.map(\.provider) == ["world", "web"])
        #expect(placemarks.map(\.conflictingCountryCode) == [nil, "CH"])
        #expect(placemarks[1].timeZone == nil)
    }

    @Test("Doubtful borders and claims contradict no answer") func doubt() async throws {
        for world in [world("CH", isCertain: false), world("CH", isCertain: true, claims: ["IT"])] {
            let placemarks = try await geocoder([web("IT"), world]).reverseGeocode(here)
            #expect(placemarks.map(\.provider) == ["web", "world"])
            #expect(placemarks[0].conflictingCountryCode == nil && placemarks[0].border == nil)
        }
        #expect(try await geocoder([web(nil), world("CH", isCertain: true)]).reverseGeocode(here)[0].provider == "web")
    }

    @Test("Where the countries agree the web's placemark gets zone and border, but no names", arguments: ["CH", "ch"])
    func agreement(country: String) async throws {
        let placemark = try await geocoder([web(country), world("CH", isCertain: false, claims: ["XX"])])
            .reverseGeocode(here)[0]
        #expect(placemark.provider == "web" && placemark.timeZone == "Europe/Zurich")
        #expect(placemark.border?.distance == 900 && placemark.claims == ["XX"])
        #expect(placemark.locality == nil && placemark.conflictingCountryCode == nil)
    }

    @Test("A territory and the country it belongs to are not a contradiction") func territories() async throws {
        #expect(
            try await geocoder([web("US"), world("PR", isCertain: true)]).reverseGeocode(here)[0].provider == "web")
        #expect(
            try await geocoder([web("GP"), world("FR", isCertain: true)]).reverseGeocode(here)[0].provider == "web")
        #expect(
            try await geocoder([web("GP"), world("US", isCertain: true)]).reverseGeocode(here)[0].provider == "world")
    }

    @Test("A place that several know is told once, houses by number, places by name") func search() async throws {
        @Sendable func found(
            _ name: String, _ precision: Placemark.Precision, _ latitude: Double, number: String? = nil
        )
            -> Placemark
        {
            var placemark = Placemark.sample(.point(latitude, 0), "x", precision)
            (placemark.name, placemark.subThoroughfare) = (name, number)
            return placemark
        }
        let world = ScriptedProvider("world", isOffline: true) { _ in [found("Paris", .locality, 10)] }
        let web = ScriptedProvider("web") { _ in
            [
                found("paris", .locality, 10.04), found("Paris", .locality, 10.06), found("A", .house, 10, number: "5"),
                found("B", .house, 10.0005, number: "5"), found("C", .house, 10.0005, number: "7"),
            ]
        }
        let geocoder = geocoder([web, world])
        let names = try await geocoder.search("Paris").map {
            "\($0.placemark.name ?? "") \($0.placemark.coordinate.latitude)"
        }
        #expect(names == ["Paris 10.0", "Paris 10.06", "A 10.0", "C 10.0005"])
        #expect(try await geocoder.search("Paris", limit: 1).count == 1)
        #expect(web.counts.asked == 1)
        #expect(await code { try await geocoder.search(" \n") } == .requestInvalid)
        #expect(await code { try await geocoder.search("a", limit: 0) } == .requestInvalid)
    }
}

/// The kind of error that something ends with; `nil` when it succeeds.
func code<Result>(_ body: () async throws -> Result) async -> GeocodingError.Code? {
    do {
        _ = try await body()
        return nil
    } catch { return (error as? GeocodingError)?.code }
}
