import FoundationEssentials
import LKGeo
import LKTrackFormats
import Testing

@Suite("NMEADecoder") struct NMEADecoderTests {
    static let rmc = "GPRMC,062950.25,A,3540.87416,N,13946.02750,E,1.944,359.5,211126,,,A"
    static let gga = "GPGGA,062950.25,3540.87416,N,13946.02750,E,1,09,0.8,40.0,M,36.7,M,,"

    @Test("RMC gives position, speed, course and time")
    func recommendedMinimum() throws {
        let fix = try #require(Sentences.fixes(Self.rmc).last)
        #expect(abs(fix.coordinate.latitude - 35.681236) < 1e-9)
        #expect(abs(fix.coordinate.longitude - 139.767125) < 1e-9)
        #expect(abs((fix.speed ?? 0) - 1.944 * 1852 / 3600) < 1e-12)
        #expect(fix.course == 359.5)
        #expect(abs((fix.timestamp?.timeIntervalSince1970 ?? 0) - 1_795_242_590.25) < 1e-6)
        #expect(fix.fix == .twoDimensional)
        #expect(fix.altitude == nil)
        #expect(fix.timestampDoubt == nil)
    }

    @Test("GGA gives altitudes, quality and an accuracy from its dilution")
    func fixData() throws {
        let fix = try #require(Sentences.fixes(Self.rmc, Self.gga).last)
        #expect(fix.altitude == 40)
        #expect(abs((fix.ellipsoidalAltitude ?? 0) - 76.7) < 1e-9)
        #expect(fix.fix == .threeDimensional)
        #expect(fix.horizontalDilution == 0.8)
        #expect(fix.horizontalAccuracy == Accuracy.eph(0.8 * 19))
    }

    @Test(
        "GGA's quality becomes the correction",
        arguments: [
            (1, nil), (2, .dgps), (3, .precise), (4, .rtkFixed), (5, .rtkFloat), (6, .deadReckoning), (7, .surveyed),
            (8, .simulated),
        ] as [(Int, Location.Correction?)])
    func quality(digit: Int, correction: Location.Correction?) throws {
        let fix = try #require(
            Sentences.fixes("GPGGA,062950,3540.87416,N,13946.02750,E,\(digit),09,1.0,40.0,M,36.7,M,,").last)
        #expect(fix.correction == correction)
        #expect(fix.horizontalAccuracy == Accuracy.eph(digit == 2 ? 4.75 : 19))
    }

    @Test("South and west are negative")
    func southWest() throws {
        let fix = try #require(Sentences.fixes("GPGLL,3352.5,S,07040.5,W,062950,A,A").last)
        #expect(abs(fix.coordinate.latitude + 33.875) < 1e-12)
        #expect(abs(fix.coordinate.longitude + 70.675) < 1e-12)
        #expect(fix.timestamp == nil)
    }

    @Test("A time counts only when a date is known, and midnight begins the next day")
    func dates() {
        let gll = "GPGLL,3540.87416,N,13946.02750,E,"
        let fixes = Sentences.fixes(
            gll + "235959,A,A", "GPZDA,235959,31,12,2026,00,00", gll + "235959,A,A", gll + "000001,A,A")
        #expect(fixes.first?.timestamp == nil)
        #expect(fixes.last?.timestamp == Date(timeIntervalSince1970: 1_798_761_601))
    }

    @Test("An invalid RMC is the absence of a fix, with the time that is known")
    func noFix() {
        #expect(Sentences.reports(["GPRMC,062950,V,,,,,,,211126,,,N"]) == [.noFix(time: nil)])
        let reports = Sentences.reports([Self.rmc, "GPGGA,062950.25,,,,,0,00,99.9,,,,,,"])
        #expect(reports.last == .noFix(time: Date(timeIntervalSince1970: 1_795_242_590.25)))
    }

    @Test("Positions outside the Earth are no fix")
    func impossible() {
        #expect(Sentences.fixes("GPGLL,9100.5,N,13946.0,E,062950,A,A").isEmpty)
        #expect(Sentences.fixes("GPGLL,3500.5,N,18100.5,E,062950,A,A").isEmpty)
        #expect(Sentences.fixes("GPGLL,3540,N,13946,E,062950,A,A").isEmpty)
    }

    @Test("After the end of an epoch is learned there is one report an epoch")
    func cycle() {
        var bodies: [String] = []
        for second in 10..<20 {
            bodies.append("GPGGA,0629\(second),3540.874,N,13946.027,E,1,09,0.8,40.0,M,36.7,M,,")
            bodies.append("GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.5,0.8,1.2")
            bodies.append("GPRMC,0629\(second),A,3540.874,N,13946.027,E,1.0,90,211126,,,A")
        }
        let times = Sentences.reports(bodies).compactMap { report -> Date? in
            guard case .fix(let location) = report else { return nil }
            return location.timestamp
        }
        let seconds = times.map { Int($0.timeIntervalSince1970) % 60 }
        #expect(seconds.suffix(8) == [12, 13, 14, 15, 16, 17, 18, 19])
    }

    @Test("gpsd's rule moves dates before 2017 by 1024 weeks and says so")
    func weekRollover() throws {
        let old = "GPRMC,120000,A,3540.874,N,13946.027,E,1.0,90,311216,,,A"
        let asWritten = try #require(Sentences.fixes(old).last)
        #expect(asWritten.timestamp == Date(timeIntervalSince1970: 1_483_185_600))
        #expect(asWritten.timestampDoubt == nil)
        let moved = try #require(Sentences.fixes(old, dateRule: .gpsd).last)
        #expect(moved.timestamp == Date(timeIntervalSince1970: 1_483_185_600 + 7168 * 86_400))
        #expect(moved.timestampDoubt == .weekRollover)
        let new = try #require(Sentences.fixes(Self.rmc, dateRule: .gpsd).last)
        #expect(new.timestampDoubt == nil)
    }

    @Test("Years of two digits from 80 are those of the last century")
    func centuries() throws {
        let fix = try #require(Sentences.fixes("GPRMC,225446,A,4916.45,N,12311.12,W,0.5,54.7,191194,,,A").last)
        #expect(fix.timestamp == Date(timeIntervalSince1970: 785_285_686))
    }

    @Test("Sentences with a wrong checksum are dropped, those without one are read")
    func checksums() {
        var decoder = NMEADecoder()
        #expect(decoder.decode("$\(Self.rmc)*00".utf8).isEmpty)
        #expect(decoder.statistics.wrongChecksums == 1)
        #expect(decoder.decode("$\(Self.rmc)\r\n".utf8).count == 1)
        #expect(decoder.decode((Sentences.sentence(Self.rmc) + "\r\n").utf8).count == 1)
    }

    @Test("A line that is not a sentence is counted and otherwise ignored")
    func junk() {
        var decoder = NMEADecoder()
        for text in [
            "", "$", "hello", "$GP", "$$$$$$$$", "$gprmc,1,2*00", "#comment", "$" + String(repeating: "A", count: 200),
        ] {
            #expect(decoder.decode(text.utf8).isEmpty)
        }
        #expect(decoder.statistics.sentences == 8)
        #expect(decoder.statistics.malformed + decoder.statistics.wrongChecksums == 8)
    }

    @Test("A span of bytes is decoded like text")
    func span() {
        var decoder = NMEADecoder()
        let bytes = Array(Sentences.sentence(Self.rmc).utf8)
        #expect(decoder.decode(bytes.span) == Sentences.reports([Self.rmc]))
    }
}
