public import FoundationEssentials
public import LKGeo
import LKMetadata

/// Selects assets.
///
/// ```swift
/// collection.filter = .photo && !.screenshot && .near(station, within: 500)
/// collection.filter = .jpeg.or(.png)
/// collection.filter = .matching { $0.camera?.model == "X100V" }
/// ```
public protocol PhotoFilter: Sendable {
    /// Whether an asset passes the filter.
    func includes(_ asset: PhotoAsset) -> Bool
}

/// A filter that calls a closure; the standard filters are of this type.
public struct MatchingFilter: PhotoFilter {
    private let matches: @Sendable (PhotoAsset) -> Bool

    /// Makes a filter from a closure.
    public init(_ matches: @escaping @Sendable (PhotoAsset) -> Bool) { self.matches = matches }

    /// Whether the closure returns true.
    public func includes(_ asset: PhotoAsset) -> Bool { matches(asset) }
}

extension PhotoFilter {
    /// Assets that pass both filters.
    public func and(_ other: some PhotoFilter) -> MatchingFilter {
        MatchingFilter { self.includes($0) && other.includes($0) }
    }

    /// Assets that pass at least one of the filters.
    public func or(_ other: some PhotoFilter) -> MatchingFilter {
        MatchingFilter { self.includes($0) || other.includes($0) }
    }

    /// Assets that do not pass this filter.
    public var inverted: MatchingFilter { MatchingFilter { !self.includes($0) } }
}

extension MatchingFilter {
    /// Assets that pass both filters.
    public static func && (left: MatchingFilter, right: MatchingFilter) -> MatchingFilter { left.and(right) }
    /// Assets that pass at least one of the filters.
    public static func || (left: MatchingFilter, right: MatchingFilter) -> MatchingFilter { left.or(right) }
    /// Assets that do not pass the filter.
    public static prefix func ! (filter: MatchingFilter) -> MatchingFilter { filter.inverted }
}

extension PhotoFilter where Self == MatchingFilter {
    /// Still images, including screenshots.
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
    ///   - radius: The largest distance, in metres on the ellipsoid.
    /// - Returns: The filter.
    public static func near(_ center: Coordinate, within radius: Double) -> MatchingFilter {
        MatchingFilter { asset in
            guard let coordinate = asset.usableCoordinate else { return false }
            let rough = coordinate.sphericalDistance(to: center)
            // The spherical distance is off by less than 1 %, so the geodesic is needed only near the circle.
            if rough < radius * 0.99 { return true }
            return rough <= radius * 1.01 + 1 && coordinate.distance(to: center) <= radius
        }
    }

    /// Assets taken in a time range.
    ///
    /// An asset's local time without a UTC offset is taken to be in `zone`.
    ///
    /// - Parameters:
    ///   - range: The range; its end is excluded.
    ///   - zone: The time zone of cameras that do not record one; UTC by default.
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

    /// Assets taken in a period of the calendar, in local time.
    ///
    /// - Parameters:
    ///   - period: The first period, such as a day or a month.
    ///   - last: The last period, inclusive; the first by default.
    /// - Returns: The filter.
    public static func taken(in period: CalendarGrouping.Period, through last: CalendarGrouping.Period? = nil)
        -> MatchingFilter
    {
        let (begin, end) = (period.begin, (last ?? period).end)
        return MatchingFilter { asset in
            asset.record.content.date.map { Int($0.wallSeconds) >= begin && Int($0.wallSeconds) < end } ?? false
        }
    }

    /// Assets for which a closure returns true.
    public static func matching(_ matches: @escaping @Sendable (PhotoAsset) -> Bool) -> MatchingFilter {
        MatchingFilter(matches)
    }
}
