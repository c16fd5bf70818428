public import Foundation
import Metadata

/// Puts assets into years, months, weeks, days or hours.
///
/// A period is that of the clock at the place where a photo was taken; a ``PhotoClock`` can say otherwise. Assets
/// without date stand in an entry of their own at the end, and the input may be in any order.
public struct CalendarGrouping: PhotoGrouping {
    /// How long a period is.
    public var unit: CalendarPeriod.Unit

    /// Whose day it is.
    public var clock: PhotoClock

    /// Makes a grouping.
    ///
    /// - Parameters:
    ///   - unit: How long a period is.
    ///   - clock: Whose day it is; that of the place where the photo was taken when left out.
    public init(_ unit: CalendarPeriod.Unit, clock: PhotoClock = .whereTaken) {
        self.unit = unit
        self.clock = clock
    }

    /// One entry for each period in which something was taken.
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
            let number = CalendarPeriod.number(unit, seconds)
            // Most assets come after one of the same period.
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
            PhotoCollection.Entry(.period(CalendarPeriod(unit, number: group.number)), assets: group.assets)
        }
        if !undated.isEmpty { entries.append(PhotoCollection.Entry(.undated, assets: undated)) }
        return entries
    }
}

/// Whose clock tells the day of a photo.
public enum PhotoClock: Sendable, Hashable {
    /// The one on the wall where the photo was taken, as the camera kept it.
    case whereTaken
    /// One in UTC.
    case utc
    /// One in this zone, with its summer time.
    case zone(TimeZone)

    /// What the clock showed when the photo was taken, as seconds since 1970; `nil` without a date.
    ///
    /// Of a photo whose offset to UTC is not known, the time on the camera's wall is taken for any clock.
    public func wallSeconds(of asset: PhotoAsset) -> Int? {
        guard let date = asset.record.content.date else { return nil }
        let local = Int(date.wallSeconds)
        guard self != .whereTaken, let offset = date.offset else { return local }
        let seconds = local - Int(offset)
        guard case .zone(let zone) = self else { return seconds }
        return seconds + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
}
