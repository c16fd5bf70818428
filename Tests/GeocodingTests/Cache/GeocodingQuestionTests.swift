import LKGeo
import Testing

@testable import LKGeocoding

@Suite("GeocodingQuestion") struct GeocodingQuestionTests {
    private func cell(_ latitude: Double, _ longitude: Double, _ size: Double = 1e-4) -> String {
        let subject = GeocodingQuestion.Subject.cell(of: .point(latitude, longitude), size: size)
        let languages = ["en", "ja"].compactMap { LanguageTag($0) }
        return GeocodingQuestion(provider: "p", languages: languages, subject: subject).line
    }

    @Test("Cells are counted from the south and west, on both sides of zero and to the ends") func cells() {
        #expect(cell(35.68125, 139.76125) == "p\nen,ja\ncell 356812 1397612 0.0001")
        #expect(cell(-0.00001, 0.00001) == "p\nen,ja\ncell -1 0 0.0001")
        #expect(cell(90, -180) == "p\nen,ja\ncell 900000 -1800000 0.0001")
    }

    @Test("Sizes that make no sense are brought into what does") func sizes() {
        #expect(cell(90, 179.9999999, 0) == "p\nen,ja\ncell 900000000 1799999999 1e-07")
        #expect(cell(1.5, 2.5, 1e300) == "p\nen,ja\ncell 1 2 1.0")
        #expect(cell(1, 1, .nan).hasSuffix("0.0001"))
    }

    @Test("Texts that differ in case and spaces are the same") func texts() {
        #expect(GeocodingQuestion.Subject.text(of: " A\n b ", limit: 1) == .text(of: "a B", limit: 1))
        #expect(GeocodingQuestion.Subject.text(of: "a", limit: 1) != .text(of: "a", limit: 2))
    }
}
