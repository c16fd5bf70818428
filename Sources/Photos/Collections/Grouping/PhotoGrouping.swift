/// Puts assets into entries: by the calendar, by moments, by places, or as you like.
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
    /// Makes the entries.
    ///
    /// - Parameter assets: The assets, in any order; a group gives them ascending by date.
    /// - Returns: The entries in ascending order, each with another key, none of them empty.
    func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry]
}

/// All assets in one entry; none if there are no assets.
public struct AllGrouping: PhotoGrouping {
    /// Makes the grouping.
    public init() {}

    /// One entry with all assets.
    public func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
        assets.isEmpty ? [] : [PhotoCollection.Entry(.all, assets: assets)]
    }
}

extension PhotoGrouping where Self == AllGrouping {
    /// All assets in one entry.
    public static var all: AllGrouping { AllGrouping() }
}

extension PhotoGrouping where Self == CalendarGrouping {
    /// By the year in which they were taken, where they were taken.
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
    /// By what was taken at about the same time and place.
    public static var moment: MomentGrouping { MomentGrouping() }
}
