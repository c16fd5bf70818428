import TestSupport
import Testing

@testable import LKGeocoding

/// What holds for every country, whatever is known of an address.
@Suite("Addresses of all territories")
struct AddressPropertyTests {
    private typealias Component = PostalAddress.Component

    private static let territories = AddressData.embedded.keys.filter { $0.count == 2 } + ["ZZ"]
    private static let names = [
        "attention", "house", "house_number", "road", "neighbourhood", "quarter", "suburb", "city_district", "borough",
        "hamlet", "village", "town", "city", "postal_city", "municipality", "county", "state_district", "state",
        "region",
        "island", "postcode", "country",
    ]

    /// An address of some of the components, each with a value of its own.
    private static func address(
        in code: String, of names: [String], _ scripts: [String: String] = [:]
    ) -> PostalAddress {
        var address = PostalAddress()
        for name in names {
            let value = name == "house_number" ? "17" : name == "postcode" ? postcode(code) : "X\(name)".folded
            address[Component(name)] = scripts[name] ?? value
        }
        address[.countryCode] = code
        return address
    }

    private static func postcode(_ code: String) -> String {
        AddressData.embedded.rules(code)?.postcodeExamples.first ?? "12345"
    }

    @Test("No line is empty, untidy or there twice, and nothing comes from nowhere") func tidy() {
        var generator = SeededGenerator(seed: 7)
        var failures: [String] = []
        for code in Self.territories {
            for round in 0..<Fixtures.rounds(60) {
                let known = Self.names.filter { _ in
                    Int.random(in: 0..<20, using: &generator) < 6 + (Fixtures.isThorough ? round / 5 : round)
                }
                let address = Self.address(in: code, of: known)
                for style in AddressFormatter.Style.allCases {
                    let formatter = AddressFormatter(style: style, includesCountry: round % 3 > 0)
                    let lines = formatter.lines(for: address)
                    if let problem = Self.problem(lines, address, style) {
                        failures.append("\(code) \(style): \(problem) in \(lines) of \(known)")
                    }
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(40).joined(separator: "\n"))")
    }

    private static func problem(
        _ lines: [String], _ address: PostalAddress, _ style: AddressFormatter.Style
    ) -> String? {
        for line in lines {
            if !line.isTidy { return "untidy \(line)" }
            if line.contains("--") || line.contains(", -") || line.contains("- ,") { return "separators in \(line)" }
        }
        if Set(lines).count < lines.count { return "a line twice" }
        let given = Set(address.entries.map { $0.value.uppercased() })
        let words = lines.joined(separator: " ").split { " ,-/".contains($0) }
        for word in words where word.hasPrefix("X") {
            if !given.contains(word.uppercased()) { return "\(word) from nowhere" }
        }
        return nil
    }

    @Test("The place is printed, whatever kind of place it is") func place() {
        let settlements = ["city", "town", "village", "hamlet", "municipality", "postal_city"]
        let others = [
            "suburb", "city_district", "borough", "quarter", "neighbourhood", "county", "state_district", "region",
            "island",
        ]
        var failures: [String] = []
        for code in Self.territories {
            let rules = AddressData.embedded.rules(code)
            // In a city state the country is the place; territories of a state are its states.
            let used = rules?.usedCountry.flatMap { AddressData.embedded.rules($0) } ?? rules
            let isPlace = used?.display?.isOfCityState == true || rules?.addedComponent != nil
            for kind in settlements + (isPlace ? [] : others) {
                for rest in [
                    ["road", "house_number", "postcode", "state", "country"], ["road", "country"], ["country"],
                ]
                where (settlements.contains(kind) || !rest.contains("state")) && !isPlace {
                    let lines = AddressFormatter().lines(for: Self.address(in: code, of: rest + [kind]))
                    if !lines.joined(separator: "\n").contains("X\(kind)".folded) {
                        failures.append("\(code) \(kind) \(lines)")
                    }
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(60).joined(separator: "\n"))")
    }

    @Test("The postcode is printed where the country's form has a place for one") func postcodes() {
        // Maps show none there; letters have one.
        let without: Set<String> = ["AF", "BB", "EH", "GI", "NE", "NI", "PN", "SO", "VC"]
        var failures: [String] = []
        for code in Self.territories {
            guard let rules = AddressData.embedded.rules(code), rules.postcodePattern != nil else { continue }
            let address = Self.address(in: code, of: ["road", "house_number", "postcode", "city", "state", "country"])
            for style in AddressFormatter.Style.allCases where style == .postal || !without.contains(code) {
                let lines = AddressFormatter(style: style).lines(for: address)
                let wanted = Self.postcode(code).filter { !$0.isWhitespace }
                if !lines.contains(where: { $0.filter { !$0.isWhitespace }.contains(wanted) }) {
                    failures.append("\(code) \(style) \(wanted) \(lines)")
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.joined(separator: "\n"))")
    }
}

extension String {
    /// The text without underscores: a name as places have it.
    fileprivate var folded: String { replacing("_", with: "") }
}
