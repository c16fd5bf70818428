import Foundation
import LKGeo
import LKMetadata
import Testing

@testable import LKPhotos

@Suite("Filters as values") struct MatchingFilterTests {
    private static let tokyo = Coordinate(latitude: 35.68, longitude: 139.77)!
    private static let may = CalendarGrouping.Period(.month, wallSeconds: 1_398_902_400)
    private static let day = CalendarGrouping.Period(.day, wallSeconds: 1_402_000_000)
    private static let range = Date(timeIntervalSince1970: 1_398_902_400)..<Date(timeIntervalSince1970: 1_398_988_800.5)

    private static let filters: [MatchingFilter] = [
        .photo, .video, .jpeg, .png, .screenshot, .hasLocation, !.photo, .photo && .hasLocation, .video || .png,
        .near(tokyo, within: 500), .near(tokyo, within: 501), .taken(in: range),
        .taken(in: range, assuming: TimeZone(secondsFromGMT: 32_400)!), .taken(in: may), .taken(in: may, through: day),
        .taken(in: day), .photo && !.screenshot && (.near(tokyo, within: 500) || .taken(in: may)),
        !(.photo && .jpeg), .taken(in: CalendarGrouping.Period(.week, wallSeconds: -1)),
    ]

    @Test("A filter equals only the one that is made in the same way")
    func equality() {
        for (index, filter) in Self.filters.enumerated() {
            for (other, candidate) in Self.filters.enumerated() { #expect((filter == candidate) == (index == other)) }
        }
        #expect(Set(Self.filters + Self.filters).count == Self.filters.count)
        let (photo, jpeg, png): (MatchingFilter, MatchingFilter, MatchingFilter) = (.photo, .jpeg, .png)
        #expect(((photo && jpeg) && png) == (photo && (jpeg && png)))
        #expect(((photo || jpeg) || png) == (photo || (jpeg || png)))
        let twice: MatchingFilter = !(!photo)
        #expect(twice == photo)
        #expect((photo && jpeg) != (jpeg && photo))
    }

    @Test("A stored filter is read again and selects the same assets")
    func storage() throws {
        let assets = [
            Samples.asset("a", "2014-05-01T08:00:00", at: (35.68, 139.77)),
            Samples.asset("b", "2014-05-02", format: .mp4),
            Samples.asset("c", "2014-06-05T22:00:00", format: .png, size: PixelSize(width: 1920, height: 1080)),
            Samples.asset("d", "1969-12-31T23:00:00", at: (35.6845, 139.77)), Samples.asset("e"),
        ]
        for filter in Self.filters {
            let json = try JSONEncoder().encode(filter)
            let read = try JSONDecoder().decode(MatchingFilter.self, from: json)
            let list = try PropertyListDecoder().decode(
                [MatchingFilter].self, from: try PropertyListEncoder().encode([filter]))
            for other in [read, list[0]] {
                #expect(
                    assets.map(other.includes) == assets.map(filter.includes),
                    "\(String(decoding: json, as: UTF8.self))")
            }
            // Periods of two units are stored in seconds, which select the same.
            if filter != .taken(in: Self.may, through: Self.day) { #expect(read == filter) }
        }
    }

    @Test("The stored form is the documented one")
    func form() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func text(_ filter: MatchingFilter) throws -> String {
            String(decoding: try encoder.encode(filter), as: UTF8.self)
        }
        #expect(try text(.photo) == "\"photo\"")
        #expect(
            try text(.photo && !.screenshot && .near(Coordinate(latitude: 35.5, longitude: 139.75)!, within: 500))
                == #"{"all":["photo",{"not":"screenshot"},{"near":{"latitude":35.5,"longitude":139.75,"radius":500}}]}"#
        )
        #expect(
            try text(.taken(in: Self.may) || .png)
                == #"{"any":[{"periods":{"first":1398902400,"last":1398902400,"unit":"month"}},"png"]}"#)
        #expect(
            try text(.taken(in: Self.range))
                == #"{"taken":{"begin":1398902400,"end":1398988800.5,"zone":"GMT"}}"#)
    }

    @Test(
        "What is not a filter is refused",
        arguments: [
            "\"sepia\"", "5", "null", "[]", "{}", #"{"all":["photo"],"any":[]}"#, #"{"near":{}}"#, #"{"all":"photo"}"#,
            #"{"near":{"latitude":91,"longitude":0,"radius":1}}"#,
            #"{"near":{"latitude":1,"longitude":0,"radius":-1}}"#,
            #"{"near":{"latitude":1,"longitude":0,"radius":1},"newer":5}"#, #"{"not":"photo","newer":null}"#,
            #"{"near":{"latitude":1,"longitude":0,"radius":1,"height":5}}"#,
            #"{"taken":{"begin":2,"end":1,"zone":"GMT"}}"#, #"{"taken":{"begin":1,"end":2,"zone":"Mars/Base"}}"#,
            #"{"periods":{"unit":"decade","first":0,"last":0}}"#,
            #"{"periods":{"unit":"day","first":9223372036854775807,"last":0}}"#,
            #"{"periods":{"unit":"year","first":-9223372036854775808,"last":0}}"#,
            String(repeating: #"{"not":"#, count: 400) + "\"photo\"" + String(repeating: "}", count: 400),
        ])
    func refused(json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(MatchingFilter.self, from: Data(json.utf8)) }
    }

    @Test("A stored filter that is cut off or damaged is refused or another filter, and never traps")
    func damaged() throws {
        let whole = try JSONEncoder().encode(Self.filters[16])
        var random = SystemRandomNumberGenerator()
        for count in 0..<whole.count {
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(MatchingFilter.self, from: whole.prefix(count))
            }
            var data = whole
            data[count] = UInt8.random(in: 0x20...0x7E, using: &random)
            if let filter = try? JSONDecoder().decode(MatchingFilter.self, from: data) {
                _ = filter.includes(Samples.asset("a", "2014-05-01", at: (35.68, 139.77)))
            }
        }
    }

    @Test("A filter with a closure combines with others to one of its own type")
    func closures() {
        let early: MatchingFilter.Closure = .matching { $0.fileName < "b" }
        let (one, two) = (Samples.asset("a"), Samples.asset("b", format: .mp4))
        let filters: [(any PhotoFilter, [Bool])] = [
            (early, [true, false]), (!early, [false, true]), (early && .photo, [true, false]),
            (MatchingFilter.video && early, [false, false]), (early || .video, [true, true]),
            (MatchingFilter.photo || early, [true, false]), (early && early, [true, false]),
            (early || !early, [true, true]),
        ]
        for (filter, expected) in filters {
            #expect([filter.includes(one), filter.includes(two)] == expected)
            #expect(!(filter is any Codable) && !(filter is any Equatable))
        }
    }
}
