import Foundation
import LKGeo
import LKTracks

/// Places and tracks for plans.
enum Walk {
    static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)!
    }

    /// A track with a fix each minute on the way from one place to another.
    ///
    /// - Parameters:
    ///   - start: The time of its first fix, in seconds since 1970.
    ///   - minutes: How long it takes.
    ///   - first: Where it begins.
    ///   - last: Where it ends.
    /// - Returns: The track.
    static func timeline(
        from start: Double, minutes: Int, _ first: Coordinate, _ last: Coordinate
    ) -> TrackTimeline {
        let fixes = (0...minutes).map { minute in
            let place = first.interpolated(to: last, fraction: Double(minute) / Double(minutes)) ?? first
            var fix = Location(coordinate: place, source: .track)
            fix.timestamp = Date(timeIntervalSince1970: start + Double(minute) * 60)
            fix.horizontalAccuracy = Accuracy(radius: 5, estimator: .receiver)
            return fix
        }
        let track = Track(name: "walk", segments: [.init(fixes)])
        return TrackTimeline([track], maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800))
    }
}
