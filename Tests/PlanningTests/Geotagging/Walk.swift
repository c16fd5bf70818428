import Foundation
import LKGeo
import LKMetadata
import LKPlanning
import LKTracks

/// Tracks, photos and zones as the tests of geotagging need them.
enum Walk {
    /// Seconds since 1970 of a time in UTC.
    static func utc(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
    ) -> Double {
        Double(
            PhotoDate.WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)!
                .secondsSince1970)
    }

    static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)!
    }

    static func fix(_ time: Double, _ place: Coordinate, radius: Double? = 5) -> Location {
        var location = Location(coordinate: place, source: .track)
        location.timestamp = Date(timeIntervalSince1970: time)
        location.horizontalAccuracy = radius.flatMap { Accuracy(radius: $0, estimator: .receiver) }
        return location
    }

    /// A track with a fix each minute on the way from one place to another.
    static func track(
        _ name: String, from start: Double, to end: Double, _ first: Coordinate, _ last: Coordinate
    ) -> Track {
        let steps = max(1, Int((end - start) / 60))
        let fixes = (0...steps).map { step in
            let part = Double(step) / Double(steps)
            return fix(start + (end - start) * part, first.interpolated(to: last, fraction: part) ?? first)
        }
        return Track(name: name, segments: [.init(fixes)])
    }

    static func timeline(_ tracks: Track...) -> TrackTimeline {
        TrackTimeline(tracks, maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800))
    }

    /// What a camera's clock shows.
    static func wall(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0,
        nanosecond: Int = 0
    ) -> PhotoDate.WallTime {
        PhotoDate.WallTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond)!
    }

    static func photo(
        _ wall: PhotoDate.WallTime?, offset: Int? = nil, model: String? = "Camera", name: String = "a.jpg",
        rule: PhotoDate.Rule = .original, offsetRule: PhotoDate.OffsetRule = .offsetField,
        at location: PhotoLocation? = nil
    ) -> PhotoFacts {
        var camera = Camera()
        camera.model = model
        return PhotoFacts(
            url: URL(filePath: "/photos/\(name)"),
            date: wall.map { PhotoDate(wallTime: $0, offset: offset, rule: rule, offsetRule: offsetRule) },
            location: location, camera: model == nil ? nil : camera,
            stamp: PhotoStamp(device: 1, inode: 2, size: 3, modified: 4, changed: 5))
    }

    /// Zones by rough longitudes: enough for the tests.
    static let zones = TimeZones { place in
        switch place.longitude {
        case -10 ..< -1: "Europe/London"
        case -1..<20: "Europe/Berlin"
        case 20..<30: "Europe/Helsinki"
        case 130..<150: "Asia/Tokyo"
        case 150...180: "Pacific/Auckland"
        case -180 ..< -165: "Pacific/Pago_Pago"
        default: nil
        }
    }

    static let tokyo = place(35.68, 139.77)
    static let berlin = place(52.52, 13.4)
}

extension PlannedPhoto {
    /// The position that is to be written.
    var written: PhotoLocation? {
        guard case .write(let edit) = action, case .set(let location) = edit.location else { return nil }
        return location
    }

    var reason: Reason? {
        switch action {
        case .keep(let reason), .skip(let reason): reason
        case .write, .fail: nil
        }
    }
}

/// A set of photos planned together.
struct PlannedSet: Equatable {
    var photos: [PlannedPhoto]
    var clocks: [ClockEstimate]
    var written: [PlannedPhoto] { photos.filter { $0.written != nil } }
}

extension Geotagger {
    /// Learns from all photos, and then plans each.
    mutating func plan(for photos: [PhotoFacts]) -> PlannedSet {
        for photo in photos { learn(photo) }
        finishLearning()
        return PlannedSet(photos: photos.map { planned($0) }, clocks: clocks)
    }
}
