import LKGeo
import TestSupport
import Testing

@testable import LKGeocoding

@Suite("Which of several places a name means") struct ChoiceTests {
    /// A settlement, state or country, or a street.
    private func match(
        _ name: String, _ precision: Placemark.Precision = .locality, state: String = "S", country: String = "AA",
        people: Int = 0, at latitude: Double = 1, kind: PlaceMatch.NameMatch? = .whole, lacksNumber: Bool = false
    ) -> PlaceMatch {
        var placemark = Placemark(coordinate: .point(latitude, 1), provider: "x")
        (placemark.name, placemark.precision, placemark.isoCountryCode) = (name, precision, country)
        (placemark.administrativeArea, placemark.country) = (precision == .country ? nil : state, "Country \(country)")
        if precision == .locality {
            placemark.locality = name
            placemark.place = Placemark.Place(name: name, population: people, distance: 0)
        }
        if precision == .street { (placemark.thoroughfare, placemark.locality) = (name, "Town \(latitude)") }
        return PlaceMatch(placemark: placemark, matchedName: name, match: kind, lacksNumber: lacksNumber)
    }

    private func text(_ matches: [PlaceMatch], _ name: String, nearest: Bool = false) -> String {
        switch Geocoder.Choice(of: matches, named: name, takesNearest: nearest) {
        case .place(let match): "place \(match.placemark.coordinate.latitude)"
        case .ambiguous(let matches): "ambiguous \(matches.map(\.placemark.coordinate.latitude))"
        case .numberUnknown(let street): "number \(street.placemark.coordinate.latitude)"
        case .unknown(let similar): "unknown \(similar?.placemark.name ?? "-")"
        }
    }

    @Test("A place with ten times the population of its namesakes is meant, otherwise none") func population() {
        let (large, medium, small) = (
            match("A", people: 1_000), match("A", people: 200, at: 2), match("A", people: 100, at: 3)
        )
        #expect(text([large, small], "A") == "place 1.0")
        #expect(text([large, medium, small], "A") == "ambiguous [1.0, 2.0]")
        #expect(text([small, medium], "A", nearest: true) == "place 3.0")
        #expect(text([large], "A") == "place 1.0")
    }

    @Test("A city is meant rather than the state or country named after it, but not a village rather than a state")
    func areas() {
        let country = match("A", .country, at: 3)
        #expect(text([country, match("A", people: 500)], "A") == "place 1.0")
        let state = match("S", .region, at: 2)
        #expect(text([state, match("S", people: 20_000)], "S") == "place 1.0")
        #expect(text([state, match("S", state: "T", people: 9_000)], "S") == "place 2.0")
        // Of another name in the language asked for.
        #expect(text([match("Other", .country, at: 4), match("A", people: 5)], "A") == "place 1.0")
    }

    @Test("A beginning alone means nothing, nor does a street without the number, nor does no match") func unknown() {
        #expect(text([], "A") == "unknown -")
        #expect(text([match("Abc", kind: .letters)], "A") == "unknown Abc")
        #expect(text([match("Street", .street, at: 5, lacksNumber: true)], "Street 9") == "number 5.0")
        // First words do not compete with a whole name.
        #expect(
            text([match("A", people: 1), match("A on Sea", people: 9_000_000, at: 2, kind: .words)], "A") == "place 1.0"
        )
    }

    @Test("Matches of an address within 300 m are one place") func addresses() {
        let (here, beside, far) = (match("X", .street), match("X", .street, at: 1.002), match("X", .street, at: 1.1))
        #expect(text([here, beside], "X") == "place 1.0")
        #expect(text([here, beside, far], "X") == "ambiguous [1.0, 1.1]")
    }

    @Test("What a web service finds, without a word on how well the names match, is chosen among as well") func web() {
        let (one, two) = (match("A", people: 5, kind: nil), match("A", people: 4, at: 2, kind: nil))
        #expect(text([one], "A") == "place 1.0" && text([one, two], "A") == "ambiguous [1.0, 2.0]")
    }

    @Test("A geocoder chooses among what it finds, and names places in full") func geocoder() async throws {
        let city = match("A", state: "B", people: 5)
        let geocoder = Geocoder([ImmediateScript { _ in [city.placemark] }])
        guard case .place(let found) = try await geocoder.choice(named: "A") else {
            Issue.record("not chosen")
            return
        }
        #expect(found.fullName == "A, B, Country AA")
        guard case .unknown(nil) = try await Geocoder([ImmediateScript { _ in [] }]).choice(named: "A") else {
            Issue.record("chosen")
            return
        }
        await #expect(throws: GeocodingError.self) { try await geocoder.choice(named: " ") }
    }
}
