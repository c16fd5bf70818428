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
    /// Returns whether an asset passes the filter.
    func includes(_ asset: PhotoAsset) -> Bool
}

/// The standard filters and their combinations, which can be compared and stored.
///
/// ```swift
/// final class AlbumSettings: Settings, @unchecked Sendable {
///     @Setting var filter: MatchingFilter = .photo && !.screenshot
/// }
/// ```
/// A filter with a closure of your own is a ``Closure``, as is a combination with one: neither can be stored.
///
/// It is stored as text or as a dictionary with one key:
///
/// ```json
/// {"all": ["photo", {"not": "screenshot"}, {"near": {"latitude": 35.68, "longitude": 139.77, "radius": 500}}]}
/// ```
/// - `"photo"`, `"video"`, `"jpeg"`, `"png"`, `"screenshot"`, `"hasLocation"`;
/// - `near`: `latitude` and `longitude` in degrees, `radius` in metres;
/// - `taken`: `begin` and `end` (excluded) in seconds since 1970 (UTC), `zone` of cameras that record none;
/// - `periods`: `unit`, and `first` and `last`: local time in seconds since 1970 at which the periods begin;
/// - `not`: a filter; `all`, `any`: filters.
public struct MatchingFilter: PhotoFilter, Hashable {
    let rule: Rule

    init(_ rule: Rule) { self.rule = rule }

    /// Returns whether the asset has what the filter asks for.
    public func includes(_ asset: PhotoAsset) -> Bool { rule.includes(asset) }

    /// A filter that calls a closure, and so can be neither compared nor stored.
    public struct Closure: PhotoFilter {
        private let matches: @Sendable (PhotoAsset) -> Bool

        /// Creates a filter from a closure.
        ///
        /// - Parameter matches: Returns whether an asset passes.
        public init(_ matches: @escaping @Sendable (PhotoAsset) -> Bool) { self.matches = matches }

        /// Returns whether the closure returns true.
        public func includes(_ asset: PhotoAsset) -> Bool { matches(asset) }
    }
}

extension PhotoFilter {
    /// Assets that pass both filters.
    public func and(_ other: some PhotoFilter) -> MatchingFilter.Closure {
        MatchingFilter.Closure { self.includes($0) && other.includes($0) }
    }

    /// Assets that pass at least one of the filters.
    public func or(_ other: some PhotoFilter) -> MatchingFilter.Closure {
        MatchingFilter.Closure { self.includes($0) || other.includes($0) }
    }

    /// Assets that do not pass this filter.
    public var inverted: MatchingFilter.Closure { MatchingFilter.Closure { !self.includes($0) } }
}

extension MatchingFilter {
    /// Assets that pass both filters.
    public func and(_ other: MatchingFilter) -> MatchingFilter {
        MatchingFilter(.all(rule.conjunction + other.rule.conjunction))
    }

    /// Assets that pass at least one of the filters.
    public func or(_ other: MatchingFilter) -> MatchingFilter {
        MatchingFilter(.any(rule.alternatives + other.rule.alternatives))
    }

    /// Assets that do not pass this filter.
    public var inverted: MatchingFilter {
        if case .not(let rule) = rule { MatchingFilter(rule) } else { MatchingFilter(.not(rule)) }
    }

    /// Assets that pass both filters.
    public static func && (left: MatchingFilter, right: MatchingFilter) -> MatchingFilter { left.and(right) }
    /// Assets that pass at least one of the filters.
    public static func || (left: MatchingFilter, right: MatchingFilter) -> MatchingFilter { left.or(right) }
    /// Assets that do not pass the filter.
    public static prefix func ! (filter: MatchingFilter) -> MatchingFilter { filter.inverted }
}

extension MatchingFilter.Closure {
    /// Assets that pass both filters.
    public static func && (left: Self, right: Self) -> Self { left.and(right) }
    /// Assets that pass both filters.
    public static func && (left: Self, right: MatchingFilter) -> Self { left.and(right) }
    /// Assets that pass both filters.
    public static func && (left: MatchingFilter, right: Self) -> Self { left.and(right) }
    /// Assets that pass at least one of the filters.
    public static func || (left: Self, right: Self) -> Self { left.or(right) }
    /// Assets that pass at least one of the filters.
    public static func || (left: Self, right: MatchingFilter) -> Self { left.or(right) }
    /// Assets that pass at least one of the filters.
    public static func || (left: MatchingFilter, right: Self) -> Self { left.or(right) }
    /// Assets that do not pass the filter.
    public static prefix func ! (filter: Self) -> Self { filter.inverted }
}

extension PhotoFilter where Self == MatchingFilter {
    /// Still images, including screenshots.
    public static var photo: MatchingFilter { MatchingFilter(.kind(.photo)) }
    /// Videos.
    public static var video: MatchingFilter { MatchingFilter(.kind(.video)) }
    /// JPEG files.
    public static var jpeg: MatchingFilter { MatchingFilter(.kind(.jpeg)) }
    /// PNG files.
    public static var png: MatchingFilter { MatchingFilter(.kind(.png)) }
    /// Screenshots of any device, in any orientation.
    public static var screenshot: MatchingFilter { MatchingFilter(.kind(.screenshot)) }
    /// Assets with a position.
    public static var hasLocation: MatchingFilter { MatchingFilter(.kind(.hasLocation)) }

    /// Assets whose position is near a point.
    ///
    /// - Parameters:
    ///   - center: The point.
    ///   - radius: The largest distance, in metres on the ellipsoid.
    /// - Returns: The filter.
    public static func near(_ center: Coordinate, within radius: Double) -> MatchingFilter {
        MatchingFilter(.near(center, radius: radius))
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
        MatchingFilter(.taken(range, zone))
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
        MatchingFilter(.periods(first: period, last: last ?? period))
    }
}

extension PhotoFilter where Self == MatchingFilter.Closure {
    /// Assets for which a closure returns true.
    public static func matching(_ matches: @escaping @Sendable (PhotoAsset) -> Bool) -> MatchingFilter.Closure {
        MatchingFilter.Closure(matches)
    }
}
