public import Foundation
public import Geo
import Metadata

/// Tells which assets are wanted.
///
/// ```swift
/// collection.filter = .photo && !.screenshot && .near(station, within: 500)
/// collection.filter = .jpeg.or(.png)
/// collection.filter = .matching { $0.camera?.model == "X100V" }
/// ```
public protocol PhotoFilter: Sendable {
    /// Whether an asset is wanted.
    func includes(_ asset: PhotoAsset) -> Bool
}

/// The assets for which a closure says so; the standard filters are of this type.
public struct MatchingFilter: PhotoFilter {
    private let matches: @Sendable (PhotoAsset) -> Bool

    /// Makes a filter of a closure.
    public init(_ matches: @escaping @Sendable (PhotoAsset) -> Bool) { self.matches = matches }

    /// Whether the closure says so.
    public func includes(_ asset: PhotoAsset) -> Bool { matches(asset) }
}

extension PhotoFilter {
    /// What both filters want.
    public func and(_ other: some PhotoFilter) -> MatchingFilter {
        MatchingFilter { self.includes($0) && other.includes($0) }
    }

    /// What one of the filters wants, or both.
    public func or(_ other: some PhotoFilter) -> MatchingFilter {
        MatchingFilter { self.includes($0) || other.includes($0) }
    }

    /// What this filter does not want.
    public var inverted: MatchingFilter { MatchingFilter { !self.includes($0) } }
}

extension MatchingFilter {
    /// What both filters want.
    public static func && (left: MatchingFilter, right: MatchingFilter) -> MatchingFilter { left.and(right) }
    /// What one of the filters wants, or both.
    public static func || (left: MatchingFilter, right: MatchingFilter) -> MatchingFilter { left.or(right) }
    /// What the filter does not want.
    public static prefix func ! (filter: MatchingFilter) -> MatchingFilter { filter.inverted }
}

extension PhotoFilter where Self == MatchingFilter {
    /// Pictures, also screenshots; no videos.
    public static var photo: MatchingFilter { MatchingFilter { $0.isPhoto } }
    /// Videos.
    public static var video: MatchingFilter { MatchingFilter { $0.isVideo } }
    /// JPEG files.
    public static var jpeg: MatchingFilter { MatchingFilter { $0.isJPEG } }
    /// PNG files.
    public static var png: MatchingFilter { MatchingFilter { $0.isPNG } }
    /// Screenshots of any device, in any orientation.
    public static var screenshot: MatchingFilter { MatchingFilter { $0.isScreenshot } }
    /// Assets with a position.
    public static var hasLocation: MatchingFilter { MatchingFilter { $0.record.content.location != nil } }

    /// Assets whose position is near a point.
    ///
    /// - Parameters:
    ///   - center: The point.
    ///   - radius: How far away they may be, in metres on the ellipsoid.
    /// - Returns: The filter.
    public static func near(_ center: Coordinate, within radius: Double) -> MatchingFilter {
        MatchingFilter { asset in
            guard let coordinate = asset.usableCoordinate else { return false }
            let rough = coordinate.sphericalDistance(to: center)
            // The sphere errs by less than 1 %; only close to the circle the ellipsoid is asked.
            if rough < radius * 0.99 { return true }
            return rough <= radius * 1.01 + 1 && coordinate.distance(to: center) <= radius
        }
    }

    /// Assets taken in a span of time, from its start to just before its end.
    ///
    /// Where an asset's offset to UTC is not known, its wall clock is taken for one in `zone`.
    ///
    /// - Parameters:
    ///   - range: The span.
    ///   - zone: The zone of cameras that do not tell theirs; UTC when left out.
    /// - Returns: The filter.
    public static func taken(in range: Range<Date>, assuming zone: TimeZone = .gmt) -> MatchingFilter {
        MatchingFilter { asset in
            guard let date = asset.record.content.date else { return false }
            let local = Double(date.wallSeconds) + Double(date.nanosecond) / 1e9
            let offset =
                date.offset.map(Int.init) ?? zone.secondsFromGMT(for: Date(timeIntervalSince1970: local))
            return range.contains(Date(timeIntervalSince1970: local - Double(offset)))
        }
    }

    /// Assets taken in a period of the calendar, by the clock where they were taken.
    ///
    /// - Parameters:
    ///   - period: The first period: a day, a month.
    ///   - last: The last one, which counts too; the first alone when left out.
    /// - Returns: The filter.
    public static func taken(in period: CalendarPeriod, through last: CalendarPeriod? = nil) -> MatchingFilter {
        let (begin, end) = (period.begin, (last ?? period).end)
        return MatchingFilter { asset in
            asset.record.content.date.map { Int($0.wallSeconds) >= begin && Int($0.wallSeconds) < end } ?? false
        }
    }

    /// Assets for which a closure says so.
    public static func matching(_ matches: @escaping @Sendable (PhotoAsset) -> Bool) -> MatchingFilter {
        MatchingFilter(matches)
    }
}
