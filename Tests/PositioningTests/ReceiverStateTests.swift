import LKGeo
import LKThreads
import Testing

@testable import LKPositioning

@Suite struct ReceiverStateTests {
    private let now = MonotonicInstant.now
    private var state = ReceiverState()

    private func fix(time: Double = 1, eph: Double = .nan, epx: Double = .nan, epy: Double = .nan) -> GPSDFix {
        GPSDFix(mode: 3, location: .sample(accuracy: nil), time: time, eph: eph, epx: epx, epy: epy, device: nil)
    }

    private mutating func accuracy(_ fix: GPSDFix) -> Accuracy? { state.location(of: fix, at: now)?.horizontalAccuracy }

    @Test("The best estimator there is counts")
    mutating func hierarchy() {
        #expect(accuracy(fix(eph: 19))?.estimator == .eph)
        #expect(accuracy(fix(eph: 19, epx: 3, epy: 4))?.estimator == .epxEpy)
        state.note(GPSDErrorStatistics(time: 1, latitudeError: 0.8, longitudeError: 0.7, device: nil), at: now)
        #expect(accuracy(fix(eph: 19, epx: 3, epy: 4))?.estimator == .gst)
        // Statistics of another epoch say nothing about this one.
        #expect(accuracy(fix(time: 9, eph: 19, epx: 3, epy: 4))?.estimator == .epxEpy)
    }

    @Test("The numbers are 68 % radii")
    mutating func radii() {
        // Rayleigh: the 68 % radius is 0.6167 of the 95 % radius.
        #expect(abs((accuracy(fix(eph: 19))?.radius ?? 0) - 11.72) < 0.01)
        #expect(abs((accuracy(fix(eph: 19, epx: 3, epy: 4))?.radius ?? 0) - 3.084) < 0.01)
    }

    @Test("Unknown, zero and no-geometry values are unknown", arguments: [Double.nan, 0, -1, 1898.1, .infinity])
    mutating func disbelief(eph: Double) { #expect(accuracy(fix(eph: eph)) == nil) }

    @Test("The first epoch of a fix is not believed, however many reports it has; the second is")
    mutating func firstEpoch() {
        state.noteNoFix()
        #expect(accuracy(fix(time: 5, eph: 47)) == nil)
        #expect(accuracy(fix(time: 5, eph: 47)) == nil)
        #expect(accuracy(fix(time: 6, eph: 47)) != nil)
        state.noteNoFix()
        #expect(accuracy(fix(time: 0, eph: 47)) == nil)
        #expect(accuracy(fix(time: 0, eph: 47)) == nil)
        state.note(SkyView(satellites: [SkyView.Satellite(id: 1, isUsed: true)]))
        #expect(accuracy(fix(time: 0, eph: 47)) != nil)
    }

    @Test("An error that the receiver states itself is told from gpsd's model")
    mutating func receiversOwn() {
        state.driver = "u-blox"
        var view = SkyView(satellites: [SkyView.Satellite(id: 1, isUsed: true)])
        view.horizontalDilution = 1.0
        state.note(view)
        #expect(accuracy(fix(eph: 1.132)) == Accuracy(radius: 1.132, estimator: .receiver))
        #expect(accuracy(fix(eph: 19.0))?.estimator == .eph)
        state.driver = "NMEA0183"
        #expect(accuracy(fix(eph: 1.132))?.estimator == .eph)
    }

    @Test("A view of dilutions alone keeps the satellites")
    mutating func dilutionsAlone() {
        state.note(SkyView(satellites: [SkyView.Satellite(id: 1, isUsed: true), SkyView.Satellite(id: 2)]))
        var dilutions = SkyView()
        dilutions.horizontalDilution = 2.5
        state.note(dilutions)
        let location = state.location(of: fix(), at: now)
        #expect(location?.satellites == .init(used: 1, visible: 2))
        #expect(location?.horizontalDilution == 2.5)
    }
}
