import FoundationEssentials
import TestSupport
import Testing

@testable import LKGeocoding

@Suite("AddressData")
struct AddressDataTests {
    private func bytes() throws -> [UInt8] {
        try [UInt8](Data(contentsOf: Fixtures.package.appending(path: "Data/addresses/world.addresses")))
    }

    @Test("Is whole, and every country has a form") func whole() throws {
        let data = try AddressData(bytes: bytes())
        let codes = data.keys.filter { $0.count == 2 }
        #expect(codes.count > 240)
        #expect(data.rules("*")?.display != nil && data.rules("*")?.fallback != nil)
        for code in codes {
            let rules = try #require(data.rules(code))
            if let used = rules.usedCountry { #expect(data.rules(used)?.display != nil, "\(code)") }
        }
        for code in ["XK", "XC", "US", "JP", "JP_ja"] { #expect(data.rules(code)?.display != nil) }
        #expect(data.rules("QQ") == nil && data.rules("") == nil && data.rules("a long key") == nil)
    }

    @Test("Cut anywhere is an error") func truncated() throws {
        let bytes = try bytes()
        for length in Array(0..<64) + stride(from: 64, to: bytes.count, by: 97) {
            #expect(throws: GeocodingError.self) { try AddressData(bytes: Array(bytes.prefix(length))) }
        }
    }

    @Test("With flipped bits is an error or gives lines, and never traps") func flipped() throws {
        let whole = try bytes()
        var random = SeededGenerator(seed: 5)
        let address = address(
            "house_number=5;road=Street;suburb=Part;city=Town;state=State;postcode=12345;country=Land;cafe=X")
        for _ in 0..<Fixtures.rounds(300) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                // Half of them in the table of records, where they do most harm.
                let end = Bool.random(using: &random) ? bytes.count : 16 + 16 * 350
                bytes[Int.random(in: 0..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            guard let data = try? AddressData(bytes: bytes) else { continue }
            for code in ["US", "GB", "JP", "BR", "PR"] {
                var here = address
                here[.countryCode] = code
                _ = DisplayForm(data: data).lines(here)
                _ = PostalForm(data: data).lines(here)
                _ = PostalForm(data: data).problems(here)
            }
        }
    }

    @Test("Of another version says so") func version() throws {
        var bytes = try bytes()
        bytes[6] = 9
        do {
            _ = try AddressData(bytes: bytes)
            Issue.record("no error")
        } catch {
            #expect(error.code == .dataUnsupported)
        }
    }
}
