import Foundation
import LKGeo
import LKTrackFormats
import Testing

@Suite("TrackFormat.Hints") struct TrackHintsTests {
    private static func read(_ text: String, _ hints: TrackFormat.Hints, name: String = "in.csv") throws -> (
        locations: [Location], notes: [TrackWarnings.Note], warnings: Int
    ) {
        let reader = try TrackFormat.reader(detecting: FileChunks(bytes: Array(text.utf8), name: name), hints: hints)
        var locations: [Location] = []
        while let element = try reader.next() {
            if case .point(let point) = element { locations.append(point.location) }
        }
        return (locations, reader.notes, reader.warningCount)
    }

    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test("Columns under any names are read where the user says what they are, with the units in their names")
    func columns() throws {
        let text = "Breite;Länge;Tempo (km/h);Erfasst um\n48.1;11.5;18;2024-05-11T08:15:00Z\n"
        let hints = TrackFormat.Hints(columns: [
            .latitude: "Breite", .longitude: "länge", .speed: "tempo (km/h)", .time: "erfasst UM",
        ])
        let track = try Self.read(text, hints)
        let location = try #require(track.locations.first)
        #expect(location.coordinate == Coordinate(latitude: 48.1, longitude: 11.5))
        #expect(abs((location.speed ?? 0) - 5) < 1e-9)
        #expect(try location.timestamp == Self.date("2024-05-11T08:15:00Z"))
        #expect(track.notes.isEmpty && track.warnings == 0)
    }

    @Test("A stated column counts instead of those that are known by their names")
    func preference() throws {
        let text = "lat,lon,time,date,fixed at\n48.1,11.5,08:00:00,2020-01-01,2024-05-11T08:15:00Z\n"
        let track = try Self.read(text, TrackFormat.Hints(columns: [.time: "fixed at"]))
        #expect(try track.locations.first?.timestamp == Self.date("2024-05-11T08:15:00Z"))
    }

    @Test("A column that may be the time is named with what is missing, and so are those of a file without positions")
    func missing() throws {
        let track = try Self.read("lat,lon,Recorded timestamp\n48.1,11.5,2024-05-11T08:15:00Z\n", TrackFormat.Hints())
        #expect(track.locations.first?.timestamp == nil)
        #expect(track.notes.map(\.missing) == [.timeColumn])
        #expect(track.notes.first?.message.contains("\"Recorded timestamp\"") == true)
        let error = #expect(throws: TrackFormatError.self) {
            try Self.read("Breite,Hoehe\n48.1,500\n", TrackFormat.Hints())
        }
        #expect(error?.missing == .positionColumns && error?.message.contains("\"Breite\"") == true)
    }

    @Test("Times without a zone are taken as UTC with a remark, unless their column says so")
    func zones() throws {
        let local = try Self.read(
            "Date,Time,Latitude,Longitude\n11.05.2024,10:15:00,48.1,11.5\n11.05.2024,10:15:05,48.1,11.6\n",
            TrackFormat.Hints()
        )
        #expect(local.notes.count == 1 && local.notes.first?.message.contains("taken as UTC") == true)
        #expect(try local.locations.first?.timestamp == Self.date("2024-05-11T10:15:00Z"))
        let single = try Self.read("time,lat,lon\n2024-05-11 10:15:00,48.1,11.5\n", TrackFormat.Hints())
        #expect(single.notes.count == 1)
        for header in ["time (UTC),lat,lon", "utc_time,lat,lon"] {
            #expect(try Self.read(header + "\n2024-05-11 10:15:00,48.1,11.5\n", TrackFormat.Hints()).notes.isEmpty)
        }
        for value in ["2024-05-11T10:15:00Z", "2024-05-11T10:15:00+02:00", "1715422500", "2024-05-11T10:15:00-0700"] {
            #expect(try Self.read("time,lat,lon\n\(value),48.1,11.5\n", TrackFormat.Hints()).notes.isEmpty)
        }
    }

    @Test("A column that is not there, and hints about another format, are errors") func inapplicable() throws {
        let csv = "lat,lon\n48.1,11.5\n"
        let error = #expect(throws: TrackFormatError.self) {
            try Self.read(csv, TrackFormat.Hints(columns: [.time: "when"]))
        }
        #expect(error?.code == .inapplicable && error?.message.contains("no column \"when\"") == true)
        let gpx = "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"></gpx>"
        for (text, hints) in [
            (gpx, TrackFormat.Hints(columns: [.time: "when"])), (gpx, TrackFormat.Hints(startDate: .now)),
            (csv, TrackFormat.Hints(startDate: .now)),
        ] {
            let error = #expect(throws: TrackFormatError.self) { try Self.read(text, hints) }
            #expect(error?.code == .inapplicable)
        }
    }

    private static func recording(_ sentences: [String]) -> String {
        sentences.map { Sentences.sentence($0) + "\r\n" }.joined()
    }

    @Test("A stated day dates a recording without a date, also across midnight")
    func startDate() throws {
        let text = Self.recording([
            "GPGGA,235959.00,4806.0000,N,01130.0000,E,1,08,1.0,520.0,M,47.0,M,,",
            "GPGGA,000000.00,4806.0020,N,01130.0000,E,1,08,1.0,520.0,M,47.0,M,,",
        ])
        let without = try Self.read(text, TrackFormat.Hints(), name: "in.nmea")
        #expect(without.notes.map(\.missing) == [.startDate])
        let track = try Self.read(
            text, TrackFormat.Hints(startDate: Self.date("2024-05-11T15:00:00Z")), name: "in.nmea")
        #expect(
            try track.locations.map(\.timestamp)
                == [Self.date("2024-05-11T23:59:59Z"), Self.date("2024-05-12T00:00:00Z")])
        #expect(track.notes.isEmpty)
    }

    @Test("A stated day moves all dates of a recording, as those of a receiver whose week number has wrapped")
    func shift() throws {
        let text = Self.recording([
            "GPRMC,081500.00,A,4806.0000,N,01130.0000,E,7.0,0.0,250904,,,A",
            "GPRMC,081501.00,A,4806.0020,N,01130.0000,E,7.0,0.0,250904,,,A",
            "GPRMC,081500.00,A,4806.0040,N,01130.0000,E,7.0,0.0,260904,,,A",
        ])
        #expect(try Self.read(text, TrackFormat.Hints(), name: "in.nmea").notes.map(\.missing) == [.startDate])
        let track = try Self.read(
            text, TrackFormat.Hints(startDate: Self.date("2024-05-11T00:00:00Z")), name: "in.nmea")
        #expect(
            try track.locations.map(\.timestamp) == [
                Self.date("2024-05-11T08:15:00Z"), Self.date("2024-05-11T08:15:01Z"),
                Self.date("2024-05-12T08:15:00Z"),
            ])
        #expect(track.notes.isEmpty)
    }

    @Test("No day traps", arguments: [-1e300, -1e11, 1e11, 1e300, .infinity, .nan])
    func extremeDays(seconds: Double) throws {
        let text = Self.recording(["GPRMC,081500.00,A,4806.0000,N,01130.0000,E,7.0,0.0,250904,,,A"])
        let hints = TrackFormat.Hints(startDate: Date(timeIntervalSince1970: seconds))
        let error = #expect(throws: TrackFormatError.self) { try Self.read(text, hints, name: "in.nmea") }
        #expect(error?.code == .inapplicable)
    }
}
