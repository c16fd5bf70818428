public import Foundation
import Metadata

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
