import FoundationEssentials
import LKGeo
import LKTrackFormats
import Testing

@Suite("NMEADecoder, kinds of sentences") struct NMEASentenceKindsTests {
    private let rmc = "GPRMC,062950,A,3540.874,N,13946.027,E,1.0,90,211126,,,A"

    @Test("GNS: position, altitude, mode of the first system")
    func gns() throws {
        let fix = try #require(Sentences.fixes("GNGNS,062950,3540.874,N,13946.027,E,DA,12,0.7,40.0,36.7,,,S").last)
        #expect(fix.fix == .threeDimensional)
        #expect(fix.correction == .dgps)
        #expect(fix.altitude == 40)
        #expect(Sentences.fixes("GNGNS,062950,3540.874,N,13946.027,E,NN,12,0.7,40.0,36.7,,,S").isEmpty)
        #expect(Sentences.fixes("GNGNS,062950,3540.874,N,13946.027,E,AA,12,0.7,40.0,36.7,,,U").isEmpty)
    }

    @Test("GNS: V as navigational status means that the receiver does not determine it, and gpsd loses the fix")
    func undeterminedStatus() {
        let body = "GNGNS,062950,3540.874,N,13946.027,E,AA,12,0.7,40.0,36.7,,,V"
        #expect(Sentences.fixes(body).count == 1)
        var decoder = NMEADecoder(dateRule: .gpsd)
        let reports = decoder.decode(Array(Sentences.sentence(body).utf8))
        #expect(!reports.contains { if case .fix = $0 { true } else { false } })
    }

    @Test("GSA sets the mode, GSV the sky with what is used")
    func sky() throws {
        let reports = Sentences.reports([
            "GPGSA,A,3,10,28,09,13,,,,,,,,,3.4,1.7,3.0",
            "GPGSV,2,1,05,28,14,150,41,09,15,254,41,10,43,192,47,13,06,081,36",
            "GPGSV,2,2,05,02,56,323,",
        ])
        guard case .sky(let sky) = try #require(reports.last) else {
            Issue.record("the last report is no sky")
            return
        }
        #expect(sky.count == Location.SatelliteCount(used: 4, visible: 5))
        #expect(sky.satellites.map(\.id) == [28, 9, 10, 13, 2])
        #expect(sky.satellites.last == SkyView.Satellite(id: 2, elevation: 56, azimuth: 323, signal: 0))
        #expect([sky.positionDilution, sky.horizontalDilution, sky.verticalDilution] == [3.4, 1.7, 3.0])
    }

    @Test("Groups of several systems are joined to one sky")
    func systems() throws {
        let epoch = [
            "GNGSA,A,3,10,28,09,13,,,,,,,,,3.4,1.7,3.0", "GNGSA,A,3,76,65,,,,,,,,,,,3.4,1.7,3.0",
            "GPGSV,1,1,04,28,14,150,41,09,15,254,41,10,43,192,47,13,06,081,36",
            "GLGSV,1,1,02,76,08,007,30,65,10,040,31", "GAGSV,1,1,01,07,11,134,11,7", "GQGSV,1,1,01,02,80,134,40,1",
        ]
        guard case .sky(let sky) = try #require(Sentences.reports(epoch + epoch).last) else {
            Issue.record("the last report is no sky")
            return
        }
        #expect(sky.satellites.map(\.id) == [28, 9, 10, 13, 76, 65, 307, 194])
        #expect(sky.count.used == 6)
    }

    @Test("GST outranks the receiver's word, and this the dilution")
    func estimators() throws {
        let gga = "GPGGA,062950,3540.874,N,13946.027,E,1,09,0.8,40.0,M,36.7,M,,"
        let gst = try #require(
            Sentences.fixes(rmc, "PGRME,15.0,M,45.0,M,25.0,M", "GPGST,062950,,,,,3.0,4.0,5.0", gga).last)
        #expect(gst.horizontalAccuracy == Accuracy.gst(latitudeError: 3, longitudeError: 4))
        #expect(gst.verticalAccuracy == 5)
        let garmin = try #require(Sentences.fixes(rmc, "PGRME,15.0,M,45.0,M,25.0,M", gga).last)
        #expect(garmin.horizontalAccuracy == Accuracy.receiver(circularErrorProbable: 15))
        let ublox = try #require(
            Sentences.fixes(rmc, "PUBX,00,062950,3540.874,N,13946.027,E,40,G3,2.1,3.3,0,0,0,,1.1,1.2,0.8,9,0,0", gga)
                .last)
        #expect(ublox.horizontalAccuracy == Accuracy.receiver(radius: 2.1))
        #expect(ublox.verticalAccuracy == 3.3)
        let sirf = try #require(Sentences.fixes(rmc, "PSRFEPE,062950,A,0.7,6.82,10.69,0.0,180.0", gga).last)
        #expect(sirf.horizontalAccuracy == Accuracy.receiver(radius95: 6.82))
        let gbs = try #require(Sentences.fixes(rmc, "GPGBS,062950,3.0,4.0,5.0,,,,", gga).last)
        #expect(gbs.horizontalAccuracy?.estimator == .receiver)
        #expect(try #require(Sentences.fixes(rmc, gga).last).horizontalAccuracy?.estimator == .eph)
    }

    @Test("The dilution of the time without a fix is not believed for the first fix")
    func staleDilution() throws {
        let lost = ["GPGSA,A,1,,,,,,,,,,,,,5.0,4.0,3.0"]
        guard case .fix(let first) = try #require(Sentences.reports(lost + [rmc]).last) else {
            Issue.record("no fix")
            return
        }
        #expect(first.horizontalAccuracy == nil)
        #expect(first.horizontalDilution == nil)
        let found = ["GPGSA,A,3,10,28,09,13,,,,,,,,,3.4,1.7,3.0"]
        guard case .fix(let second) = try #require(Sentences.reports(lost + [rmc] + found).last) else {
            Issue.record("no fix")
            return
        }
        #expect(second.horizontalAccuracy == Accuracy.eph(1.7 * 19))
        #expect(
            Sentences.fixes("GPGGA,062951,3540.874,N,13946.027,E,1,09,99.9,40.0,M,36.7,M,,").last?.horizontalAccuracy
                == nil)
    }

    @Test("VTG gives course and speed")
    func vtg() throws {
        let fix = try #require(
            Sentences.fixes(
                "GPGGA,062950,3540.874,N,13946.027,E,1,09,0.8,40,M,36.7,M,,", "GPVTG,054.7,T,034.4,M,010.0,N,018.5,K,A",
                "GPGSA,A,3,1,2,3,4,,,,,,,,,1,1,1"
            ).last)
        #expect(fix.course == 54.7)
        #expect(abs((fix.speed ?? 0) - 5.144444) < 1e-6)
    }

    @Test("Garmin: PGRMZ is an altitude in feet, PGRMF a position")
    func garmin() throws {
        let altitude = try #require(Sentences.fixes(rmc, "PGRMZ,246,f,3").last)
        #expect(abs((altitude.altitude ?? 0) - 74.9808) < 1e-9)
        #expect(altitude.fix == .threeDimensional)
        let fix = try #require(
            Sentences.fixes("PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,36,226,2,1").last)
        #expect(fix.fix == .threeDimensional)
        #expect(fix.speed == 10)
        #expect(fix.timestamp?.timeIntervalSince1970 == 1_110_965_882)
    }

    @Test("Ashtech: PASHR,POS is a position, its height above the ellipsoid")
    func ashtech() throws {
        let position = "3540.874,N,13946.027,E,76.7,,90.0,36.0,-0.5,1.8,0.9,1.5,1.0,ABCD"
        let fix = try #require(
            Sentences.fixes("GPZDA,062951,21,11,2026,00,00", "PASHR,POS,1,09,062951.00," + position).last)
        #expect(fix.ellipsoidalAltitude == 76.7)
        #expect(fix.altitude == nil)
        #expect(fix.correction == .dgps)
        #expect(fix.speed == 10)
        #expect(fix.verticalSpeed == -0.5)
        #expect(fix.timestamp == Date(timeIntervalSince1970: 1_795_242_591))
    }

    @Test("SkyTraq: PSTI,030 is a position with velocities")
    func skytraq() throws {
        let fix = try #require(
            Sentences.fixes(
                "PSTI,030,062950.000,A,3540.8741600,N,13946.0275000,E,40.0,-3.00,-4.00,0.03,211126,R,1.0,4.0"
            ).last)
        #expect(fix.speed == 5)
        #expect(abs((fix.course ?? 0) - 216.869898) < 1e-6)
        #expect(fix.verticalSpeed == 0.03)
        #expect(fix.correction == .rtkFixed)
    }

    @Test("Magellan: PMGNST tells the mode")
    func magellan() {
        #expect(Sentences.reports([rmc, "PMGNST,01.75,3,F,816,11.1,-00496,00"]).count == 2)
        #expect(Sentences.fixes(rmc, "PMGNST,01.75,1,3,T,816,11.1,-00496,00").last?.fix == .threeDimensional)
    }

    @Test("Sentences of other instruments say nothing of a position")
    func others() {
        for body in [
            "HEHDT,341.8,T", "WIMWV,90,R,5,N,A", "WIMWD,90,T,80,M,5,N,2,M", "GPDTM,W84,,0,N,0,E,0,W84",
            "GPTXT,01,01,02,hello",
            "SDDBT,7.5,f,2.3,M,1.3,F", "HCHDG,234.6,,,1.3,E", "PGRMM,WGS 84", "PTNTHTM,14223,N,169,N,-43,N,13641,2454",
            "AIVDM,1",
            "PTNTA,20000102173852,1,T4,,,6,1,0", "GPXXX,1", "PXXXX,1",
        ] {
            #expect(Sentences.reports([body]).isEmpty, "\(body)")
        }
    }
}
