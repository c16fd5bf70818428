import FoundationEssentials
import Glibc
import LKGeo
import LKTracks

/// Made-up tracks for tests.
enum TestTracks {
    /// 2026-07-14 06:00 UTC.
    static let start = 1_784_008_800.0

    static func location(
        _ latitude: Double, _ longitude: Double, altitude: Double? = nil, seconds: Double? = nil
    ) -> Location {
        var location = Location(coordinate: TestPages.coordinate(latitude, longitude))
        location.altitude = altitude
        location.timestamp = seconds.map { Date(timeIntervalSince1970: start + $0) }
        return location
    }

    /// A walk of 10 km due north from Zermatt in 2 h: 400 m up over the first half, and down again, with a rest of 10 min at the
    /// top.
    static func hike(hasHeights: Bool = true, hasTimes: Bool = true, count: Int = 1000) -> [Location] {
        (0..<count).map { index in
            let share = Double(index) / Double(count - 1)
            let rest = share > 0.5 ? 600.0 : 0
            return location(
                46.02 + share * 10_030 / 111_160, 7.749,
                altitude: hasHeights ? 1600 + 400 * (1 - abs(2 * share - 1)) : nil,
                seconds: hasTimes ? share * 7200 + rest : nil)
        }
    }

    /// Its middle part rests on one spot: ten fixes a minute apart.
    static func rest(at location: Location, minutes: Int = 10) -> [Location] {
        (0..<minutes).map { minute in
            var fix = location
            fix.timestamp = location.timestamp?.addingTimeInterval(60 * Double(minute))
            return fix
        }
    }

    static func track(_ locations: [Location], name: String? = "Hike") -> Track {
        Track(name: name, segments: [Track.Segment(locations)])
    }
}
