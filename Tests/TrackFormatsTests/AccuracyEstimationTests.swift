import LKGeo
import Testing

@Suite("Accuracy, estimated") struct AccuracyEstimationTests {
    @Test("Equal one-sigma errors give 1.5096 times their value")
    func statistics() throws {
        let accuracy = try #require(Accuracy.gst(latitudeError: 2, longitudeError: 2))
        #expect(abs(accuracy.radius - 2 * 1.50959) < 1e-4)
        #expect(accuracy.estimator == .gst)
    }

    @Test("gpsd's 95 % become 68 %")
    func gpsd() throws {
        #expect(abs(try #require(Accuracy.eph(19)).radius - 19 * 0.61673) < 1e-3)
        let joined = try #require(Accuracy.epxEpy(x: 3, y: 4))
        #expect(abs(joined.radius - 5 * 0.61673) < 1e-3)
        #expect(joined.estimator == .epxEpy)
        #expect(abs(try #require(Accuracy.receiver(circularErrorProbable: 10)).radius - 12.821) < 1e-3)
        #expect(abs(try #require(Accuracy.vertical(epv: 19.6)) - 10) < 1e-9)
    }

    @Test("Zero, invalid values and the dilution of an impossible geometry give no accuracy")
    func rejected() {
        for value in [0, -1, .nan, .infinity, 949, 1898.1] {
            #expect(Accuracy.eph(value) == nil)
            #expect(Accuracy.epxEpy(x: value, y: value) == nil)
            #expect(Accuracy.gst(latitudeError: value, longitudeError: value) == nil)
            #expect(Accuracy.receiver(radius: value) == nil)
        }
        #expect(Accuracy.epxEpy(x: .nan, y: 3) == nil)
        #expect(Accuracy.gst(latitudeError: 1, longitudeError: .nan) == nil)
        #expect(Accuracy.eph(948.9) != nil)
        #expect(Accuracy.vertical(epv: 2297.7) == nil)
    }
}
