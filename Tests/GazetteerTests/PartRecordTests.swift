import Testing

@testable import LKGazetteer

@Suite("PartRecord")
struct PartRecordTests {
    @Test("Comes back from its number", arguments: [(nil, 0), (nil, 97), (0, 50), (234_907, 100)])
    func roundTrip(city: Int?, confidence: Int) {
        let record = PartRecord(city: city, confidence: confidence)
        #expect(PartRecord(rawValue: record.rawValue) == record)
        #expect(record.city == city && record.confidence == confidence)
    }

    @Test("Keeps to its bits")
    func limits() {
        #expect(PartRecord(city: 0xFF_FFFF, confidence: 101) == PartRecord(city: nil, confidence: 100))
        #expect(PartRecord(rawValue: .max) == PartRecord(city: nil, confidence: 100))
    }
}
