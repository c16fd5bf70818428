import FoundationEssentials
import LKFormats
import LKGeo
import LKGeocoding
import LKPositioning
import Testing

@testable import LKCommandLine
@testable import LKPositionCommands
@testable import LKSharedOptions

@Suite struct LocationReportTests {
    private func report() throws -> LocationReport {
        var location = Location(coordinate: try #require(Coordinate(latitude: 35.681236, longitude: 139.767125)))
        location.fix = .threeDimensional
        location.altitude = 40.1
        location.horizontalAccuracy = Accuracy(radius: 4.2, estimator: .epxEpy)
        location.verticalAccuracy = 8
        location.speed = 0.1
        location.course = 12.5
        location.timestamp = Date(timeIntervalSince1970: 1_795_242_600)
        location.satellites = .init(used: 9, visible: 14)
        location.device = "/dev/ttyACM0"
        let address = AddressReport(
            string: "Chiyoda, Tokyo, Japan", lines: ["Chiyoda", "Tokyo", "Japan"],
            dictionary: [.init(key: "City", value: "Chiyoda"), .init(key: "CountryCode", value: "JP")])
        return LocationReport(
            status: .updated, finishReason: .accuracy, location: location, timeZone: "Asia/Tokyo", address: address)
    }

    @Test("A location is the contract's object, in its order")
    func json() throws {
        #expect(
            try report().printed(as: .json)
                == #"{"status":"updated","finishReason":"accuracy","fix":"3d","latitude":35.681236,"#
                + #""longitude":139.767125,"altitude":40.1,"horizontalAccuracy":4.2,"accuracyEstimator":"epx-epy","#
                + #""verticalAccuracy":8,"speed":0.1,"course":12.5,"timestamp":"2026-11-21T06:30:00.000Z","#
                + #""satellites":{"used":9,"visible":14},"device":"/dev/ttyACM0","timeZone":"Asia/Tokyo","#
                + #""address":{"string":"Chiyoda, Tokyo, Japan","lines":["Chiyoda","Tokyo","Japan"],"dictionary":"#
                + #"{"City":"Chiyoda","CountryCode":"JP","FormattedAddressLines":["Chiyoda","Tokyo","Japan"]}}}"#)
    }

    @Test("What is unknown is absent, what is labelled is said")
    func sparse() throws {
        var location = Location(coordinate: try #require(Coordinate(latitude: -1, longitude: 0)), isSimulated: true)
        location.correction = .rtkFixed
        location.ellipsoidalAltitude = -5
        location.timestampDoubt = .backwards
        #expect(
            LocationReport(status: .updating, location: location).printed(as: .json)
                == #"{"status":"updating","latitude":-1,"longitude":0,"ellipsoidalAltitude":-5,"#
                + #""timestampDoubt":"backwards","correction":"rtk-fixed","simulated":true}"#)
    }

    @Test("Without a location there is the reason and the sentence")
    func failed() {
        let report = LocationReport(status: .failed, finishReason: .timeout, reason: "no-device", error: "No receiver.")
        #expect(
            report.printed(as: .json)
                == #"{"status":"failed","finishReason":"timeout","reason":"no-device","error":"No receiver."}"#)
        #expect(report.text == nil)
        #expect(report.printed(as: .csv).isEmpty)
        #expect(
            report.printed(as: .geojson).hasPrefix(
                #"{"type":"Feature","geometry":null,"properties":{"status":"failed""#))
    }

    @Test("GeoJSON has longitude first, and as third number only a height above the ellipsoid")
    func geoJSON() throws {
        var report = try report()
        #expect(
            report.printed(as: .geojson).contains(#""geometry":{"type":"Point","coordinates":[139.767125,35.681236]}"#))
        report.location?.ellipsoidalAltitude = 77.25
        #expect(report.printed(as: .geojson).contains(#""coordinates":[139.767125,35.681236,77.25]"#))
    }

    @Test("CSV has as many values as columns")
    func csv() throws {
        let row = try report().printed(as: .csv)
        #expect(
            row == "2026-11-21T06:30:00.000Z,35.681236,139.767125,40.1,4.2,8,0.1,12.5,3d,9,14,/dev/ttyACM0,Asia/Tokyo,"
                + "JP,,,Chiyoda,,\"Chiyoda, Tokyo, Japan\"")
        #expect(CSVRow.texts(of: Array(row.utf8)[...]).count == LocationReport.table.columns.count)
    }

    @Test("Text is made for a person, and speed is only said of what moves")
    func text() throws {
        var report = try report()
        let time = ZoneFile(named: "Asia/Tokyo") == nil ? "06:30:00 +00:00" : "15:30:00 +09:00"
        #expect(
            report.text == """
                Position    35.681236, 139.767125 ± 4.2 m
                Altitude    40 m above sea level ± 8 m
                Satellites  9 of 14 in use
                Time        2026-11-21 \(time) (Asia/Tokyo)
                Address     Chiyoda, Tokyo, Japan
                """)
        report.location?.speed = 10
        report.location?.course = 359.9
        #expect(report.text?.contains("Movement    10.0 m/s (36 km/h), 0° N") == true)
        #expect(report.textLine?.contains("35.681236, 139.767125 ± 4.2 m  40 m  10.0 m/s") == true)
        // The movement goes first, then the altitude; the address stays.
        #expect(report.textLine(columns: 70)?.hasSuffix("9.767125 ± 4.2 m  40 m  Chiyoda, Tokyo, Japan") == true)
        #expect(report.textLine(columns: 40)?.hasSuffix("9.767125 ± 4.2 m  Chiyoda, Tokyo, Japan") == true)
        #expect(report.textLine(columns: 200) == report.textLine)
    }

    @Test("Every keyword of the list is known to the template and answered")
    func template() throws {
        let template = try OutputTemplate(
            "%latitude %longitude %accuracy %fix %satellites/%visible %time %addr.City %addr.State!"
                + "%horizontalAccuracy %satellites.used/%satellites.visible %timestamp %address.dictionary.City %localTime",
            keys: LocationReport.table.templateKeys, of: "locate")
        #expect(
            try report().printed(as: .template(template))
                == "35.681236 139.767125 4.2 3d 9/14 2026-11-21T06:30:00.000Z Chiyoda !"
                + "4.2 9/14 2026-11-21T06:30:00.000Z Chiyoda 2026-11-21 15:30:00 +09:00")
    }
}
