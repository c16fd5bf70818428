import LKFormats
import LKGeocoding
import TestSupport
import Testing

@testable import LKWebGeocoding

@Suite struct DamagedAnswerTests {
    @Test("Numbers are also read from JSON strings, and NaN and overflow are rejected")
    func numbersAreReadFromTextsToo() {
        #expect(Samples.json(#"{"lat":"47.25"}"#)["lat"]?.double == 47.25)
        #expect(Samples.json(#"{"id":9223372036854775807}"#)["id"]?.int == .max)
        #expect(Samples.json(#"{"id":1e999}"#)["id"]?.double == nil)
        #expect(Samples.json(#"{"id":"nan"}"#)["id"]?.double == nil)
    }

    @Test("Control and invisible formatting characters are removed from names")
    func aNameForATerminalHasNoControlCharacters() {
        #expect(JSONValue.string("  a\u{1B}[31mb\n\u{9B}c ").text == "a [31mb c")
        #expect(JSONValue.string(" \n").text == nil)
        #expect(JSONValue.string("\u{FEFF}New\u{200B} \u{61C}York\u{E0041}").text == "New York")
        #expect(JSONValue.string("می\u{200C}خواهم").text == "می\u{200C}خواهم")
    }

    /// Each prefix and seeded mutations of every shape: never a trap, and always a value or an error.
    @Test(
        "Truncated and damaged answers give a result or an error, and never trap",
        arguments: [
            Samples.house, Samples.sight, Samples.country, Samples.withoutAddress, Samples.unable,
            "[\(Samples.house),\(Samples.sight)]", Samples.collection(Samples.photonHouse, Samples.photonStreet),
            #"{"error":{"code":400,"message":"Parameter 'lat' missing."}}"#, #"{"title": "404 Not Found"}"#,
        ])
    func cutAndDamagedAnswersNeverTrap(_ text: String) {
        let bytes = Array(text.utf8)
        for length in Fixtures.cuts(0..<bytes.count) { #expect(!exercise(bytes[..<length])) }
        var random = SeededGenerator(seed: UInt64(bytes.count))
        var whole = 0
        for _ in 0..<Fixtures.rounds(20_000) {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) where !damaged.isEmpty {
                let index = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: damaged[index] = "\"\\{}[]:,-0e9\u{0}".utf8.randomElement(using: &random) ?? 0
                case 2: damaged.remove(at: index)
                default: damaged.insert(contentsOf: damaged[index...].prefix(9), at: index)
                }
            }
            if exercise(damaged[...]) { whole += 1 }
        }
        #expect(whole > 0)
        #expect(exercise(bytes[...]))
    }

    /// Reads it in every way that answers are read; returns whether it is JSON.
    private func exercise(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let document = try? JSONValue(parsing: bytes) else { return false }
        for asked in [Samples.point, nil] {
            let answer = WebAnswer(provider: "test", asked: asked, languages: [.english])
            _ = NominatimAnswer(answer).placemark(document)
            _ = NominatimAnswer(answer).placemarks(document)
            _ = PhotonAnswer(answer).placemarks(document)
            _ = PhotonAnswer(answer).nearest(document, reach: 1_000, maximumDistance: 50_000)
        }
        _ = ServiceReply.message(document)
        return true
    }
}
