public import FoundationEssentials
import LKMetadata

/// Groups assets into entries: by calendar period, moment, place, or a rule of your own.
///
/// ```swift
/// struct ByCamera: PhotoGrouping {
///     func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
///         Dictionary(grouping: assets) { $0.camera?.model ?? "unknown" }
///             .map { PhotoCollection.Entry(.custom($0.key), assets: $0.value) }.sorted { $0.id < $1.id }
///     }
/// }
/// ```
public protocol PhotoGrouping: Sendable {
    /// Returns the entries.
    ///
    /// - Parameter assets: The assets, in any order; a group passes them ascending by date.
    /// - Returns: The entries in ascending order, with distinct keys, none empty.
    func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry]
}

/// All assets in one entry; none if there are no assets.
public struct AllGrouping: PhotoGrouping {
    /// Creates the grouping.
    public init() {}

    /// Returns one entry with all assets.
    public func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
        assets.isEmpty ? [] : [PhotoCollection.Entry(.all, assets: assets)]
    }
}

extension PhotoGrouping where Self == AllGrouping {
    /// All assets in one entry.
    public static var all: AllGrouping { AllGrouping() }
}

extension PhotoGrouping where Self == CalendarGrouping {
    /// By year, in local time.
    public static var year: CalendarGrouping { CalendarGrouping(.year) }
    /// By month.
    public static var month: CalendarGrouping { CalendarGrouping(.month) }
    /// By week, from Monday to Sunday.
    public static var week: CalendarGrouping { CalendarGrouping(.week) }
    /// By day.
    public static var day: CalendarGrouping { CalendarGrouping(.day) }
    /// By hour.
    public static var hour: CalendarGrouping { CalendarGrouping(.hour) }
}

extension PhotoGrouping where Self == MomentGrouping {
    /// By moments: assets taken at about the same time and place.
    public static var moment: MomentGrouping { MomentGrouping() }
}

/// Groups assets by year, month, week, day or hour.
///
/// Periods are in the local time of the photo unless a ``CalendarGrouping/Clock`` says otherwise. Undated assets form an entry at
/// the end. The input may be in any order.
public struct CalendarGrouping: PhotoGrouping {
    /// The length of a period.
    public var unit: CalendarGrouping.Period.Unit

    /// The clock that periods refer to.
    public var clock: CalendarGrouping.Clock

    /// Creates a grouping.
    ///
    /// - Parameters:
    ///   - unit: The length of a period.
    ///   - clock: The clock that periods refer to; local time by default.
    public init(_ unit: CalendarGrouping.Period.Unit, clock: CalendarGrouping.Clock = .whereTaken) {
        self.unit = unit
        self.clock = clock
    }

    /// Returns one entry for each period with assets.
    public func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
        var places: [Int: Int] = [:]
        var groups: [(number: Int, assets: [PhotoAsset])] = []
        var undated: [PhotoAsset] = []
        var last = -1
        for asset in assets {
            guard let seconds = clock.wallSeconds(of: asset) else {
                undated.append(asset)
                continue
            }
            let number = CalendarGrouping.Period.number(unit, seconds)
            // Most assets follow one of the same period.
            if last >= 0, groups[last].number == number {
                groups[last].assets.append(asset)
                continue
            }
            if let known = places[number] {
                last = known
            } else {
                last = groups.count
                places[number] = last
                groups.append((number, []))
            }
            groups[last].assets.append(asset)
        }
        groups.sort { $0.number < $1.number }
        var entries = groups.map { group in
            PhotoCollection.Entry(.period(CalendarGrouping.Period(unit, number: group.number)), assets: group.assets)
        }
        if !undated.isEmpty { entries.append(PhotoCollection.Entry(.undated, assets: undated)) }
        return entries
    }
}

extension CalendarGrouping {
    /// The clock by which photos are assigned to days.
    public enum Clock: Sendable, Hashable {
        /// Local time where the photo was taken, as the camera recorded it.
        case whereTaken
        /// UTC.
        case utc
        /// This time zone, with daylight saving time.
        case zone(TimeZone)

        /// Returns the clock's time when the photo was taken, in seconds since 1970, or `nil` without a date.
        ///
        /// For a photo without a UTC offset, this is the camera's local time for every clock.
        public func wallSeconds(of asset: PhotoAsset) -> Int? {
            guard let date = asset.record.content.date else { return nil }
            let local = Int(date.wallSeconds)
            guard self != .whereTaken, let offset = date.offset else { return local }
            let seconds = local - Int(offset)
            guard case .zone(let zone) = self else { return seconds }
            return seconds + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        }
    }
}
