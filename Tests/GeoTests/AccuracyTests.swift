import Foundation
import LKGeo
import Testing

@Suite struct AccuracyTests {
    @Test(
        "A radius that says nothing makes no accuracy",
        arguments: [0, -0.0, -1, .nan, .infinity, -.infinity] as [Double])
    func refuses(radius: Double) {
        #expect(Accuracy(radius: radius, estimator: .gst) == nil)
    }

    @Test("A radius above zero is kept with its estimator", arguments: Accuracy.Estimator.allCases)
    func keeps(estimator: Accuracy.Estimator) throws {
        let accuracy = try #require(Accuracy(radius: .leastNonzeroMagnitude, estimator: estimator))
        #expect(accuracy.radius == .leastNonzeroMagnitude)
        #expect(accuracy.estimator == estimator)
    }

    @Test("Decoding refuses the radii that the initializer refuses", arguments: ["0", "-1", "-0.0"])
    func decodingFails(radius: String) {
        let data = Data(#"{"radius":\#(radius),"estimator":"gst"}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Accuracy.self, from: data) }
    }

    @Test("Coding keeps radius and estimator")
    func codes() throws {
        let accuracy = try #require(Accuracy(radius: 4.25, estimator: .epxEpy))
        let data = try JSONEncoder().encode(accuracy)
        #expect(try JSONDecoder().decode(Accuracy.self, from: data) == accuracy)
    }
}
