import LKGeo
import Testing

@testable import LKCommandLine
@testable import LKPositionCommands
@testable import LKPositioning

@Suite("Words for outages") struct OutageTextTests {
    private let lost = LocationManager.NoFixReason.daemonUnreachable(
        endpoint: "localhost:2947", detail: "Connection refused")

    @Test("A loss has what to do with it, a return says so, and one outage in place of another is told as that")
    func news() {
        #expect(
            LocationManager.NoFixReason.news(of: lost, former: nil)?.hasPrefix(
                "gpsd cannot be reached at localhost:2947: Connection refused; start gpsd (") == true)
        #expect(
            LocationManager.NoFixReason.news(of: nil, former: lost) == "gpsd at localhost:2947 can be reached again")
        #expect(
            LocationManager.NoFixReason.news(of: .noDevice, former: lost)?.hasPrefix(
                "gpsd is running but has no receiver; ") == true)
        #expect(
            LocationManager.NoFixReason.news(of: nil, former: .deviceSilent(path: nil)) == "the receiver sends again")
        #expect(LocationManager.NoFixReason.news(of: nil, former: nil) == nil)
    }

    @Test("While watching, the line on a terminal says that there is no fix any more, and of a good one its accuracy")
    func stale() throws {
        let coordinate = try #require(Coordinate(latitude: 1, longitude: 2))
        var snapshot = LocationManager.Snapshot(
            status: .updating, location: Location(coordinate: coordinate, source: .gpsd))
        #expect(!snapshot.isStale)
        #expect(
            StatusLine.text(snapshot, elapsed: .seconds(9), timeout: nil) == "Searching: fix of unknown accuracy, 9 s")
        snapshot.reason = .stale(age: .seconds(7))
        #expect(snapshot.isStale)
        #expect(
            StatusLine.text(snapshot, elapsed: .seconds(9), timeout: nil) == "Searching: the newest fix is 7 s old, 9 s"
        )
    }

    @Test("A loss is an object with reason and error, a return one with what is over, in JSON and GeoJSON")
    func objects() {
        let loss = LocationReport(status: .updating, reason: lost.name, error: lost.description)
        #expect(
            loss.printed(as: .json) == #"{"status":"updating","reason":"daemon-unreachable","#
                + #""error":"gpsd cannot be reached at localhost:2947: Connection refused"}"#)
        let back = LocationReport(status: .updating, recovered: lost.name)
        #expect(back.printed(as: .json) == #"{"status":"updating","recovered":"daemon-unreachable"}"#)
        #expect(
            back.printed(as: .geojson) == #"{"type":"Feature","geometry":null,"#
                + #""properties":{"status":"updating","recovered":"daemon-unreachable"}}"#)
    }
}
