import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("CSV of tracks") struct TrackCSVTests {
    private func points(_ text: String) -> [TrackPoint] {
        TrackRoundTripTests.points(Tracks.read(text.utf8, .csv).elements)
    }

    @Test(
        "Columns may have any order and the usual names",
        arguments: [
            "lat,lon,ele,time,speed,course,accuracy\n1.5,2.5,10,2026-11-21T06:29:50Z,3,90,4\n",
            "accuracy;Course;SPEED;Timestamp;Altitude;Longitude;Latitude\n4;90;3;1795242590;10;2,5;1,5\n",
            "\u{FEFF}\"Latitude\"\t\"Longitude\"\televation_m\ttime\tspeed_ms\tbearing\thorizontal_accuracy\r\n1.5\t2.5\t10\t1795242590000\t3\t90\t4",
            "id,y,x,alt,date,time,speed (m/s),heading,hAcc\n7,1.5,2.5,10,2026/11/21,06:29:50,3,90,4\n",
        ])
    func names(text: String) throws {
        let found = Tracks.read(text.utf8, .csv)
        #expect(found.warnings.isEmpty && found.error == nil)
        let location = try #require(points(text).first).location
        #expect(location.coordinate == Coordinate(latitude: 1.5, longitude: 2.5))
        #expect(location.altitude == 10 && location.speed == 3 && location.course == 90)
        #expect(location.timestamp == Date(timeIntervalSince1970: 1_795_242_590))
        #expect(location.horizontalAccuracy == Accuracy(radius: 4, estimator: .receiver))
        #expect(TrackFormat(beginning: text.utf8) == .csv)
    }

    @Test("Without a header the columns are latitude, longitude and altitude") func bare() {
        #expect(points("1,2,3\n4,5,6\n").map(\.location.altitude) == [3, 6])
    }

    @Test(
        "Decimal commas stand where other separators part the fields, with and without a header",
        arguments: [
            "lat;lon;ele\n48,5;2,25;35,5\n", "48,5;2,25;35,5\n", "48,5\t2,25\t35,5\n",
            "lat\tlon\tele\n48.5\t2,25\t35,5\n",
            "lat;lon;ele\n48°30'N;2°15'E;35,5\n", "48°30'N;2°15,0'E;35,5\n", "N48 30,E2 15,35.5\n",
            "lat,lon,ele\n48 30 0 N,2 15 0 E,35.5\n",
        ])
    func decimalCommas(text: String) throws {
        let found = Tracks.read(text.utf8, .csv)
        #expect(found.warnings.isEmpty && found.error == nil)
        let location = try #require(points(text).first).location
        #expect(location.coordinate == Coordinate(latitude: 48.5, longitude: 2.25) && location.altitude == 35.5)
        #expect(TrackFormat(beginning: text.utf8) == .csv)
    }

    @Test("Each beginning of such a file gives points or an error, and what is wrong is a warning")
    func damagedAngles() {
        let text = "lat;lon\n48°30'N;2°15'E\n48°60'N;2°15'E\n2°E;48°N\n-48,5;+2,5\n"
        #expect(points(text).count == 2)
        #expect(Tracks.read(text.utf8, .csv).warnings.map(\.line) == [3, 4])
        for length in 0...text.utf8.count {
            let found = Tracks.read(text.utf8.prefix(length), .csv)
            #expect(found.error != nil || TrackRoundTripTests.points(found.elements).count <= 3)
        }
        #expect(TrackFormat(beginning: "10:30,11:45\n".utf8) == nil)
    }

    @Test(
        "A hemisphere may have a column of its own",
        arguments: [
            "TIME,LATITUDE,N/S,LONGITUDE,E/W\n2020-01-15T10:00:00Z,22.5,S,43.25,W\n",
            "lat;lat_dir;lon;lon_dir\n22,5;s;43,25; w \n",
            "Lat hemisphere,lat,lon hemisphere,lon\nSouth,22.5,west,43.25\n",
            "lat,lat_ref,lon,lon_ref\n-22.5,S,-43.25,W\n", "lat,lon,latref,lonref\n22.5S,43.25W,S,W\n",
            "Latitude,Latitude Ref,Longitude,Longitude Ref\n22 30 0,S,43 15 0,W\n", "ns,lat,ew,lon\nS,22.5,W,43.25\n",
            "lat,lon,GPSLatitudeRef,GPS Longitude Ref\n22.5,43.25,S,W\n", "lat,lon,ns\n-22.5,-43.25,120\n",
        ])
    func hemispheres(text: String) throws {
        let found = Tracks.read(text.utf8, .csv)
        #expect(found.warnings.isEmpty && found.error == nil)
        #expect(points(text).map(\.location.coordinate) == [Coordinate(latitude: -22.5, longitude: -43.25)])
    }

    @Test(
        "A hemisphere that is none, or contradicts the number, is a warning and makes no point",
        arguments: [
            "-22.5,N,43.25,E", "+22.5,S,43.25,E", "22.5N,S,43.25,E", "22.5,E,43.25,W", "22.5,S,43.25,?",
            "22.5,,43.25,W",
        ])
    func wrongHemispheres(row: String) {
        let text = "lat,N/S,lon,E/W\n1,N,2,E\n\(row)\n"
        #expect(points(text).map(\.location.coordinate) == [Coordinate(latitude: 1, longitude: 2)])
        #expect(Tracks.read(text.utf8, .csv).warnings.map(\.line) == [3])
    }

    @Test(
        "Dates and times in UTC come before others",
        arguments: [
            "LOCAL DATE,LOCAL TIME,UTC DATE,UTC TIME,LAT,LON\n2020/01/15,09:04:05,2020/01/14,22:04:05,48.1,11.5\n",
            "UTC DATE,UTC TIME,LOCAL DATE,LOCAL TIME,LAT,LON\n2020/01/14,22:04:05,2020/01/15,09:04:05,48.1,11.5\n",
            "Date (UTC),Time (UTC),lat,lon\n2020-01-14,22:04:05,48.1,11.5\n",
            "Time (UTC),lat,lon\n2020-01-14T22:04:05Z,48.1,11.5\n",
            "local date,local time,lat,lon\n2020-01-15,09:04:05+11:00,48.1,11.5\n",
            "date,lat,lon\n2020-01-14T22:04:05Z,48.1,11.5\n",
            "local time,lat,lon\n2020-01-15T09:04:05+11:00,48.1,11.5\n",
            "local time,time,lat,lon\n2020-01-15T09:04:05,2020-01-14T22:04:05Z,48.1,11.5\n",
            "utc date,time,lat,lon\n2020/01/14,22:04:05,48.1,11.5\n",
        ])
    func times(text: String) {
        #expect(Tracks.read(text.utf8, .csv).warnings.isEmpty)
        #expect(points(text).map(\.location.timestamp) == [Date(timeIntervalSince1970: 1_579_039_445)])
    }

    @Test(
        "A date without a clock, a local time without a zone, and a local date beside a time in UTC are no time",
        arguments: [
            ("date,lat,lon", "2020-01-15"), ("Date,Hour,lat,lon", "2020-01-15,14:04:05"),
            ("Date,Heure,lat,lon", "2020-01-15,14:04:05"), ("LOCAL DATE,LOCAL TIME,LAT,LON", "2020/01/15,09:04:05"),
            ("LOCAL DATE,UTC TIME,LAT,LON", "2020/01/15,22:04:05"),
            ("UTC DATE,LOCAL TIME,LAT,LON", "2020/01/15,22:04:05"),
            ("local date,time,lat,lon", "2020/01/15,22:04:05"), ("local time,lat,lon", "2020-01-15T14:04:05"),
            ("local date,local time,utc time,lat,lon", "2020/01/15,09:04:05,22:04:05"),
            ("local date,lat,lon", "2020-01-15"),
        ])
    func noTimes(header: String, fields: String) {
        let text = "\(header)\n\(fields),1,2\n\(fields),3,4\n"
        #expect(points(text).map(\.location.timestamp) == [nil, nil])
        #expect(Tracks.read(text.utf8, .csv).warnings.map(\.line) == [2])
        #expect(Tracks.read(text.utf8, .csv).warnings.first?.message.hasSuffix(": such points get no time") == true)
    }

    @Test("A row without a clock has no time, and says so") func missingClock() {
        let text = "date,time,lat,lon\n2020-01-15,,1,2\n2020-01-15,10:00:00,3,4\n"
        #expect(points(text).map { $0.location.timestamp == nil } == [true, false])
        #expect(Tracks.read(text.utf8, .csv).warnings.map(\.line) == [2])
    }

    @Test("Rows that end in CR alone are an error, or a warning among others", arguments: [1, 7, 4096])
    func returns(size: Int) {
        let row = "2020-01-15T10:00:00Z,1,2"
        for text in [
            "time,lat,lon,name\r\(row),a\r\n\(row),b\r\n", "time,lat,\"lon\"\r\(row)\r\n",
            "lat,lon,name\r1,2,a\r3,4,b\r",
        ] {
            let found = Tracks.read(text.utf8, .csv, chunkSize: size)
            #expect(found.error?.code == .malformed && found.elements.isEmpty)
            #expect(found.error?.message.hasPrefix("test:1: the first row ends in CR alone; ") == true)
        }
        let among = Tracks.read(
            "lat,lon,name\r\n1,2,a\r\n3,4,b\r5,6,c\r\n7,8,d\r\n9,10,e\r\r\n".utf8, .csv, chunkSize: size)
        #expect(TrackRoundTripTests.points(among.elements).map(\.location.coordinate.latitude) == [1, 7, 9])
        #expect(among.error == nil && among.warnings.map(\.line) == [3])
    }

    @Test("The columns for track and segment separate tracks and segments") func segments() {
        let text =
            "lat,lon,track,segment,kind\n1,1,a,1,\n1,2,a,1,\n1,3,a,2,\n1,4,b,2,\n1,5,,,waypoint\n1,6,b,2,\n1,7,r,,route\n"
        let found = Tracks.read(text.utf8, .csv).elements
        #expect(found.filter { $0 == .segmentStart }.count == 3)
        #expect(found.filter { $0 == .trackStart(TrackMetadata()) }.count == 2)
        #expect(found.contains(.routeStart(TrackMetadata())))
    }

    @Test("Quotes, doubled quotes and ends of lines within them") func quotes() {
        let text = "name,lat,lon\r\n\"a \"\"b\"\",\nc\",1,2\r\n plain ,3,4\r\n\r\n\"\",5,6"
        #expect(points(text).map(\.name) == ["a \"b\",\nc", " plain ", nil])
        #expect(points(text).map(\.line) == [2, 4, 6])
    }

    @Test("Values that are none are warnings with their line, points stay") func warnings() {
        let found = Tracks.read("lat,lon,ele,time\n1,2,high,then\n91,2,,\n,,,\n3,4,,\n".utf8, .csv)
        #expect(TrackRoundTripTests.points(found.elements).count == 2)
        #expect(found.warnings.map(\.line) == [2, 2, 3, 4])
        #expect(found.warnings.first?.message == "\"high\" is not a valid altitude")
    }

    @Test("A file without latitude and longitude, and a quote without end, are errors") func errors() {
        #expect(Tracks.read("a,b\n1,2\n".utf8, .csv).error?.code == .malformed)
        let open = Tracks.read("lat,lon\n1,2\n\"3,4\n".utf8, .csv)
        #expect(
            open.error?.message.hasPrefix("test:3:") == true && TrackRoundTripTests.points(open.elements).count == 1)
    }

    @Test("A file without points has its header") func empty() throws {
        #expect(
            try Tracks.text([], .csv).hasPrefix(
                "kind,track,segment,timestamp,latitude,longitude,ellipsoidal_altitude,altitude,"))
    }
}
