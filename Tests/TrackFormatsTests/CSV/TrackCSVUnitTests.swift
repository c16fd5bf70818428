import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("Units and columns of CSV files by loggers") struct TrackCSVUnitTests {
    private func points(_ text: String) throws -> [Location] {
        let reader = TrackCSVReader(FileChunks(bytes: Array(text.utf8), name: "in"))
        var locations: [Location] = []
        while let element = try reader.next() {
            if case .point(let point) = element { locations.append(point.location) }
        }
        #expect(reader.warnings == [])
        return locations
    }

    @Test(
        "A speed of 5 m/s is read from the unit in the column's name, in the cell, or from the program's columns",
        arguments: [
            "lat,lon,speed\n1,2,5\n", "lat,lon,SPEED(km/h)\n1,2,18\n", "lat,lon,speed_kmh\n1,2,18\n",
            "lat,lon,Speed [kph]\n1,2,18.0\n", "lat,lon,Speed (knots)\n1,2,9.719222\n",
            "lat,lon,Speed (mph)\n1,2,11.184681\n",
            "lat,lon,speed\n1,2,18.0 km/h\n", "lat,lon,speed\n1,2,9.719222 kn\n", "lat,lon,Velocity (m/s)\n1,2,5\n",
            "#time,trackpoint_type,latitude,longitude,speed\n2024-05-11T10:15:00Z,TRACKPOINT,1,2,18\n",
            "deviceTime,fixTime,valid,latitude,longitude,speed\n,2024-05-11T10:15:00Z,true,1,2,9.719222\n",
            "tst,lat,lon,vel\n1715415300,1,2,18\n",
            "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED\n1,T,240511,081500,1.0N,2.0E,5,18\n",
        ])
    func speeds(text: String) throws {
        let found = try points(text)
        #expect(found.count == 1 && abs((found.first?.speed ?? 0) - 5) < 1e-5)
        #expect(found.first?.coordinate == Coordinate(latitude: 1, longitude: 2))
    }

    @Test(
        "A height of 520 m is read in metres and in feet",
        arguments: [
            "HEIGHT(m)\n1,2,520", "Height (m)\n1,2,520", "altitude\n1,2,520.0 m", "Altitude (ft)\n1,2,1706.0367",
            "elevation [feet]\n1,2,1706.0367", "ele\n1,2,1706.0367 ft",
        ])
    func heights(rest: String) throws {
        let found = try points("lat,lon,\(rest)\n")
        #expect(found.count == 1 && abs((found.first?.altitude ?? 0) - 520) < 1e-3)
    }

    @Test(
        "A position is read from degrees with their sign, from whole ten-millionths and from hemispheres in the cell",
        arguments: [
            "Latitude (°),Longitude (°)\n-48.1,11.5\n", "latitudeE7,longitudeE7\n-481000000,115000000\n",
            "LATITUDE N/S,LONGITUDE E/W\n48.100000S,011.500000E\n", "Latitude [deg],Longitude [deg]\n-48.1,11.5\n",
        ])
    func positions(text: String) throws {
        #expect(try points(text).map(\.coordinate) == [Coordinate(latitude: -48.1, longitude: 11.5)])
    }

    @Test(
        "A time is read from the columns and in the forms of loggers",
        arguments: [
            "fixTime,lat,lon\n2024-05-11T08:15:00.000+00:00,1,2\n", "tst,lat,lon\n1715415300,1,2\n",
            "time,lat,lon\n1715415300000,1,2\n", "time,lat,lon\n1715415300000000,1,2\n",
            "time,lat,lon\n1715415300000000000,1,2\n", "Date,Time,lat,lon\n11.05.2024,08:15:00,1,2\n",
            "time,lat,lon\n11.05.2024 08:15:00,1,2\n", "date,time,lat,lon\n20240511,081500,1,2\n",
            "deviceTime,fixTime,lat,lon\n2024-05-11T09:00:00Z,2024-05-11T08:15:00Z,1,2\n",
            "time,timestamp_ms,lat,lon\n2024-05-11T08:15:00.200Z,1715415300000,1,2\n",
            "DATE,TIME,LATITUDE N/S,LONGITUDE E/W\n240511,081500,1.0N,2.0E\n",
        ])
    func times(text: String) throws {
        let times = try points(text).map(\.timestamp)
        #expect(times.count == 1)
        let time = try #require(times.first ?? nil)
        #expect(Int(time.timeIntervalSince1970) == 1_715_415_300)
    }

    @Test("Rows without a fix and rows that begin a segment are not points")
    func events() throws {
        #expect(try points("lat,lon,valid\n1,2,SPS\n0,0,No fix\n3,4,true\n5,6,false\n").count == 2)
        let text = """
            #time,trackpoint_type,latitude,longitude,speed
            2024-05-11T10:15:00Z,SEGMENT_START_MANUAL,,,
            2024-05-11T10:15:00Z,TRACKPOINT,1,2,18
            2024-05-11T10:16:00Z,SEGMENT_END_MANUAL,,,
            2024-05-11T10:18:00Z,SEGMENT_START_MANUAL,,,
            2024-05-11T10:18:00Z,TRACKPOINT,1.001,2,18

            """
        let found = Tracks.read(text.utf8, .csv)
        #expect(found.warnings.isEmpty)
        #expect(found.elements.filter { $0 == .segmentStart }.count == 2)
    }

    @Test("Two times that differ are one warning, and seconds since an unknown beginning a note")
    func doubtfulTimes() throws {
        let rows = (0..<3).map { "2024-05-11T08:15:0\($0)Z,2024-05-11T08:16:0\($0)Z,1,2\n" }.joined()
        let found = Tracks.read("time,utc,lat,lon\n\(rows)".utf8, .csv)
        #expect(found.warnings.map(\.line) == [2])
        let reader = TrackCSVReader(FileChunks(bytes: Array("Time (s),lat,lon\n0.0,1,2\n5.0,1,2\n".utf8), name: "in"))
        while try reader.next() != nil {}
        #expect(reader.warningCount == 0 && reader.notes.count == 1)
    }

    @Test("A header without a position is quoted")
    func header() {
        let found = Tracks.read("fix,breite,laenge\n1,2,3\n".utf8, .csv)
        #expect(found.error?.message.contains("\"breite\", \"laenge\"") == true)
    }
}
