import FoundationEssentials
import LKGeo
import LKTrackFormats
import TestSupport
import Testing

@Suite("NMEAWriter") struct NMEAWriterTests {
    /// The last report of two epochs, decoded: the second has the end of the epoch learned.
    private func decoded(_ location: Location, _ sky: SkyView? = nil) -> (fix: Location?, sky: SkyView?) {
        var decoder = NMEADecoder()
        var fix: Location?
        var view: SkyView?
        for sentence in NMEAWriter().sentences(for: location, sky: sky) {
            #expect(sentence.hasSuffix("\r\n"))
            #expect(sentence.utf8.count <= 102)
            for report in decoder.decode(sentence.utf8) {
                if case .fix(let location) = report { fix = location }
                if case .sky(let sky) = report { view = sky }
            }
        }
        #expect(decoder.statistics.wrongChecksums + decoder.statistics.malformed == 0)
        return (fix, view)
    }

    private func location(_ latitude: Double, _ longitude: Double) throws -> Location {
        Location(coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test("Everything comes back")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            var original = try location(
                .random(in: -90...90, using: &generator), .random(in: -180..<180, using: &generator))
            original.timestamp = Date(
                timeIntervalSince1970: Double(Int.random(in: 500_000_000_000...3_400_000_000_000, using: &generator))
                    / 1000)
            original.fix = .threeDimensional
            original.altitude = .random(in: -400...9000, using: &generator)
            original.ellipsoidalAltitude = original.altitude.map { $0 + 36.7 }
            original.speed = .random(in: 0...300, using: &generator)
            original.course = .random(in: 0..<360, using: &generator)
            original.horizontalDilution = 1.25
            original.horizontalAccuracy = Accuracy(radius: .random(in: 0.5...300, using: &generator), estimator: .gst)
            original.verticalAccuracy = 7.5
            let fix = try #require(decoded(original).fix)
            #expect(abs(fix.coordinate.latitude - original.coordinate.latitude) < 1e-9)
            #expect(abs(fix.coordinate.longitude - original.coordinate.longitude) < 1e-9)
            #expect(abs(try #require(fix.timestamp).timeIntervalSince(try #require(original.timestamp))) < 1e-6)
            #expect(fix.fix == .threeDimensional)
            #expect(abs(try #require(fix.altitude) - (try #require(original.altitude))) < 0.001)
            #expect(abs(try #require(fix.ellipsoidalAltitude) - (try #require(original.ellipsoidalAltitude))) < 0.002)
            #expect(abs(try #require(fix.speed) - (try #require(original.speed))) < 0.0001)
            let turn = abs(try #require(fix.course) - (try #require(original.course)))
            #expect(min(turn, 360 - turn) < 0.001)
            #expect(
                abs(try #require(fix.horizontalAccuracy).radius - (try #require(original.horizontalAccuracy)).radius)
                    < 0.001)
            #expect(fix.horizontalAccuracy?.estimator == .gst)
            #expect(fix.verticalAccuracy == 7.5)
            #expect(fix.horizontalDilution == 1.25)
        }
    }

    @Test("A fix of two dimensions stays one")
    func twoDimensions() throws {
        var original = try location(35.681236, 139.767125)
        original.fix = .twoDimensional
        let sky = SkyView(
            satellites: (1...8).map {
                SkyView.Satellite(id: $0, elevation: 40, azimuth: Double($0) * 40, signal: 30, isUsed: true)
            })
        #expect(decoded(original, sky).fix?.fix == .twoDimensional)
        #expect(decoded(original).fix?.fix == .twoDimensional)
    }

    @Test("What is not known stays unknown")
    func unknown() throws {
        let fix = try #require(decoded(try location(-0.0001, -179.9999999)).fix)
        #expect(fix.timestamp == nil && fix.speed == nil && fix.course == nil && fix.altitude == nil)
        #expect(fix.horizontalAccuracy == nil && fix.horizontalDilution == nil)
        #expect(fix.correction == nil)
    }

    @Test(
        "Minutes carry into degrees at the ends of the ranges",
        arguments: [(0.99999999999, 0.99999999999), (90, 179.99999999999), (-90, -180), (0, 0)] as [(Double, Double)])
    func carries(latitude: Double, longitude: Double) throws {
        let fix = try #require(decoded(try location(latitude, longitude)).fix)
        #expect(abs(fix.coordinate.latitude - latitude) < 1e-9)
        let turn = abs(fix.coordinate.longitude - longitude)
        #expect(min(turn, 360 - turn) < 1e-9)
    }

    @Test("A sky view of any satellite systems survives a round trip")
    func sky() throws {
        var sky = SkyView(satellites: [
            SkyView.Satellite(id: 3, elevation: 62, azimuth: 41, signal: 44, isUsed: true),
            SkyView.Satellite(id: 7, elevation: 5, azimuth: 200, signal: 0),
            SkyView.Satellite(id: 71, elevation: 30, azimuth: 359, signal: 31, isUsed: true),
            SkyView.Satellite(id: 305, elevation: 33, azimuth: 120, signal: 35, isUsed: true),
            SkyView.Satellite(id: 412, elevation: 70, azimuth: 10, signal: 38, isUsed: true),
            SkyView.Satellite(id: 194, elevation: 85, azimuth: 77, signal: 42, isUsed: true),
        ])
        sky.horizontalDilution = 0.9
        sky.verticalDilution = 1.4
        sky.positionDilution = 1.7
        var original = try location(35.681236, 139.767125)
        original.altitude = 40
        original.timestamp = Date(timeIntervalSince1970: 1_795_242_590)
        let found = try #require(decoded(original, sky).sky)
        #expect(found.satellites == sky.satellites)
        #expect(found.horizontalDilution == 0.9 && found.verticalDilution == 1.4 && found.positionDilution == 1.7)
    }

    @Test(
        "Corrections come back",
        arguments: [nil, .dgps, .rtkFixed, .rtkFloat, .deadReckoning, .surveyed, .simulated, .precise]
            as [Location.Correction?])
    func corrections(correction: Location.Correction?) throws {
        var original = try location(35.681236, 139.767125)
        original.altitude = 40
        // Readers take two GGA with the same time, or both without, for a receiver that stands still.
        original.timestamp = Date(timeIntervalSince1970: 1_795_242_590)
        original.correction = correction
        #expect(decoded(original).fix?.correction == correction)
    }

    @Test("Sentences without a fix are the absence of one, with time and sky")
    func withoutFix() {
        var decoder = NMEADecoder()
        let time = Date(timeIntervalSince1970: 1_795_242_590)
        let sky = SkyView(satellites: [SkyView.Satellite(id: 5, elevation: 10, azimuth: 20, signal: 12)])
        var reports: [PositionReport] = []
        for sentence in NMEAWriter().sentencesWithoutFix(at: time, sky: sky) {
            reports += decoder.decode(sentence.utf8)
        }
        #expect(reports.contains { if case .sky(let view) = $0 { view.satellites == sky.satellites } else { false } })
        #expect(reports.last == .noFix(time: nil))
        #expect(!reports.contains { if case .fix = $0 { true } else { false } })
    }
}
