import LKGeo
import TestSupport
import Testing

@Suite struct CoordinateParserTests {
    private static let paris = (latitude: 48 + 51.4 / 60, longitude: 2 + 21.1 / 60)

    @Test(
        "Sixty seconds or minutes that were rounded are a whole one more",
        arguments: [
            "48°59'60.0\"N 2°0'0\"E", "48°60.000'N 2°00.000'E", "48 59 60.00 N 2 0 0.00 E",
        ])
    func rounded(text: String) throws {
        let point = try Coordinate.Parser().coordinate(text)
        #expect(abs(point.latitude - 49) < 1e-12 && point.longitude == 2)
    }

    @Test(
        "Degrees, minutes and seconds are read however they are written",
        arguments: [
            "48°51'24\"N 2°21'06\"E", "48°51′24″N, 2°21′06″E", "48 51 24 N, 2 21 6 E", "N48 51.4 E002 21.1",
            "48°51.4' N 2°21.1' E", "N 48° 51' 24.0\" E 2° 21' 6.0\"", "48 deg 51' 24.00\" N, 2 deg 21' 6.00\" E",
            "48d51'24\"N2d21'6\"E", "48:51:24N,2:21:06E", "48:51:24, 2:21:06", "+48 51 24 +2 21 6", "48 51 24 2 21 6",
            "48 51.4, 2 21.1", "48°51'24\" 2°21'6\"", "48°51’24”N 2°21’06”E", "48º51'24''N 2º21'06''E",
            "2°21'06\"E 48°51'24\"N", "E2 21 6, N48 51 24", "48° 51′ 24″ nord, 2° 21′ 06″ est",
            "48°51'24\" North 2°21'6\" East", "北緯48度51分24秒東経2度21分6秒", "北緯48度51分24秒 東経2度21分6秒",
            "48°51,4'N;2°21,1'E", "48°51,4'N\t2°21,1'E", "48.8566666666666667,2.3516666666666667",
            "48.8566666666666667 2.3516666666666667", "48,8566666666666667;2,3516666666666667",
            "48.8566666666666667N2.3516666666666667E", "48.8566666666666667° 2.3516666666666667°",
            "  48 51 24 n ,2 21 6 e ", "48°51'24\"N\u{00A0}2°21'6\"E",
        ])
    func forms(text: String) throws {
        let point = try Coordinate.Parser().coordinate(text)
        #expect(abs(point.latitude - Self.paris.latitude) < 1e-12, "\(text): \(point)")
        #expect(abs(point.longitude - Self.paris.longitude) < 1e-12, "\(text): \(point)")
    }

    @Test(
        "South and west are negative, by letter, word or sign",
        arguments: [
            "33°51'24\"S 151°12'36\"W", "S33 51.4 W151 12.6", "-33 51 24 -151 12 36", "−33°51′24″ −151°12′36″",
            "-33 51 24, -151 12 36", "33°51'24\" sud 151°12'36\" ouest", "-33.85666666666666667-151.21",
            "151.21 oeste, 33.85666666666666667 sur", "南緯33度51分24秒 西経151度12分36秒",
        ])
    func negative(text: String) throws {
        let point = try Coordinate.Parser().coordinate(text)
        #expect(abs(point.latitude + (33 + 51.4 / 60)) < 1e-12, "\(text): \(point)")
        #expect(abs(point.longitude + 151.21) < 1e-12, "\(text): \(point)")
    }

    @Test("The limits are points, and a longitude of 180 degrees is one of -180")
    func limits() throws {
        let parser = Coordinate.Parser()
        #expect(try parser.coordinate("90°N 180°E") == Coordinate(latitude: 90, longitude: -180))
        #expect(try parser.coordinate("89 59 59.999 S, 179 59 59.999 W").latitude > -90)
        #expect(try parser.coordinate("0 0") == Coordinate(latitude: 0, longitude: 0))
        #expect(try parser.coordinate("0°0'0\"S 0°0'0\"W") == Coordinate(latitude: 0, longitude: 0))
        #expect(try parser.coordinate("0°30'S 0°30'W") == Coordinate(latitude: -0.5, longitude: -0.5))
        #expect(try parser.coordinate("-0 30, -0 30") == Coordinate(latitude: -0.5, longitude: -0.5))
    }

    private static let wrong: [(String, Coordinate.TextError.Code, String)] = [
        ("48°60'N 2°E", .outOfRange, "the minutes of \"48°60'N 2°E\" are not less than 60"),
        ("48 51 60 N 2 21 0 E", .outOfRange, "the seconds of \"48 51 60 N 2 21 0 E\" are not less than 60"),
        ("91°N 2°E", .outOfRange, "the latitude of \"91°N 2°E\" is not within -90 to 90"),
        ("90°00'01\"N 2°E", .outOfRange, "the latitude of"),
        ("48°N 181°E", .outOfRange, "the longitude of \"48°N 181°E\" is not within -180 to 180"),
        ("139°46' 35°41'", .outOfRange, "; latitude comes first"),
        ("48°51'N 2°21'", .incomplete, "has neither E nor W"),
        ("48°51', 2°21'E", .incomplete, "has neither N nor S"),
        ("48.85N, 2.35", .incomplete, "has neither E nor W"),
        ("48°N 2°S", .contradictory, "both angles of \"48°N 2°S\" are latitudes"),
        ("2°E 2°W", .contradictory, "are longitudes"),
        ("-48°N 2°E", .contradictory, "has both a minus sign and N"),
        ("N48°S E2°", .unrecognized, ""),
        ("N48S, E2", .contradictory, "has both N and S"),
        ("48.5°30'N 2°E", .contradictory, "degrees of \"48.5°30'N 2°E\" have a fraction"),
        ("48°51.5'24\"N 2°E", .contradictory, "minutes of"),
        ("48°51'N 2°21'O", .ambiguous, "O, which is west in French and Spanish, and east in German; write W or E"),
        ("", .unrecognized, "\"\" is not a latitude and longitude"), ("Paris", .unrecognized, "Paris"),
        ("48", .unrecognized, ""), ("48 2 3", .unrecognized, ""), ("1,2,3", .unrecognized, ""),
        ("35,5 139,5", .unrecognized, ""), ("1 2 3 4 5 6 7", .unrecognized, ""), ("48°°N 2°E", .unrecognized, ""),
        ("48'N 2°E", .unrecognized, ""), ("48.N 2E", .unrecognized, ""), ("48 2 %", .unrecognized, ""),
        (",", .unrecognized, ""), ("N E", .unrecognized, ""), ("48:N 2E", .unrecognized, ""),
        ("48°51'24\"30 N, 2°E", .unrecognized, ""), ("1;2;3", .unrecognized, ""),
        ("nan, inf", .unrecognized, ""), ("48 N 2 E " + String(repeating: " ", count: 200), .unrecognized, ""),
    ]

    @Test("What is wrong is said, with the text", arguments: wrong)
    func errors(text: String, code: Coordinate.TextError.Code, message: String) {
        #expect {
            try Coordinate.Parser().coordinate(text)
        } throws: { error in
            guard let error = error as? Coordinate.TextError else { return false }
            return error.code == code && (message.isEmpty || error.message.contains(message))
                && "\(error)" == error.message
        }
    }

    @Test("An angle alone is read for its column, and one of the other kind refused")
    func columns() throws {
        let parser = Coordinate.Parser()
        #expect(try parser.latitude("48°30'N") == 48.5)
        #expect(try parser.latitude(" -48 30 ") == -48.5)
        #expect(try parser.longitude("E002 30") == 2.5)
        #expect(try parser.longitude("2.5 W") == -2.5)
        #expect(try Coordinate.Parser(allowsDecimalComma: true).latitude("48,5") == 48.5)
        #expect(throws: Coordinate.TextError.self) { try parser.latitude("48,5") }
        for text in ["2°21'E", "91", "", "x", "48 60", "48N 2E", "48, 2"] {
            #expect(throws: Coordinate.TextError.self, "\(text)") { try parser.latitude(text) }
        }
        #expect {
            try parser.latitude("2°21'E")
        } throws: {
            ($0 as? Coordinate.TextError)?.message == "latitude \"2°21'E\" has E, which is for longitudes"
        }
        #expect(throws: Coordinate.TextError.self) { try parser.longitude("48°30'S") }
    }

    @Test("Every angle in seconds is read back, whatever its form")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 60)
        for _ in 0..<2000 {
            let (north, east) = (
                Int.random(in: -324_000...324_000, using: &random), Int.random(in: -647_999...647_999, using: &random)
            )
            func parts(_ seconds: Int) -> [Int] { [abs(seconds) / 3600, abs(seconds) / 60 % 60, abs(seconds) % 60] }
            let (n, e) = (parts(north), parts(east))
            let (ns, ew) = (north < 0 ? "S" : "N", east < 0 ? "W" : "E")
            for text in [
                "\(n[0])°\(n[1])'\(n[2])\"\(ns) \(e[0])°\(e[1])'\(e[2])\"\(ew)",
                "\(ns)\(n[0]) \(n[1]) \(n[2]) \(ew)\(e[0]) \(e[1]) \(e[2])",
                "\(e[0]):\(e[1]):\(e[2]) \(ew), \(n[0]):\(n[1]):\(n[2]) \(ns)",
                "\(north < 0 ? "-" : "")\(n[0]) \(n[1]) \(n[2]), \(east < 0 ? "-" : "")\(e[0]) \(e[1]) \(e[2])",
            ] {
                let point = try Coordinate.Parser().coordinate(text)
                #expect(abs(point.latitude * 3600 - Double(north)) < 1e-6, "\(text)")
                #expect(abs(point.longitude * 3600 - Double(east)) < 1e-6, "\(text)")
            }
        }
    }

    @Test("Each beginning and each damage of a text gives a point of the Earth or an error")
    func damaged() {
        let texts = ["48°51'24.5\"N, 2°21′08″E", "N48 51.4 E002 21.1", "北緯48度51分24秒 東経2度21分6秒", "-48,5;+2:30:10 W"]
        var random = SeededGenerator(seed: 4)
        var whole = 0
        for text in texts {
            for length in 0...text.unicodeScalars.count {
                let part = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
                if (try? Coordinate.Parser().coordinate(part)) != nil { whole += 1 }
            }
            for _ in 0..<Fixtures.rounds(4000) {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let damaged = String(decoding: bytes, as: UTF8.self)
                for comma in [false, true] {
                    let parser = Coordinate.Parser(allowsDecimalComma: comma)
                    if let point = try? parser.coordinate(damaged) {
                        #expect((-90...90).contains(point.latitude) && (-180..<180).contains(point.longitude))
                    }
                    if let north = try? parser.latitude(damaged) { #expect((-90...90).contains(north)) }
                }
            }
        }
        #expect(whole >= 3)
    }
}
