import Geo
import Geocoding
import Metadata
import Photos
import Tagging

/// The options of `locate photos list`, decoded.
struct PhotoListOptions {
    /// How the photos are grouped.
    enum Group: String, CaseIterable {
        case all, year, month, week, day, hour, moment, place

        /// The photos in entries.
        ///
        /// - Parameters:
        ///   - assets: The photos.
        ///   - naming: Names positions, where that is needed.
        /// - Returns: The entries.
        func collection(of assets: [PhotoAsset], naming: (any PlaceNaming)?) -> PhotoCollection {
            switch self {
            case .all: PhotoCollection(assets: assets, grouping: AllGrouping())
            case .year: PhotoCollection(assets: assets, grouping: CalendarGrouping(.year))
            case .month: PhotoCollection(assets: assets, grouping: CalendarGrouping(.month))
            case .week: PhotoCollection(assets: assets, grouping: CalendarGrouping(.week))
            case .day: PhotoCollection(assets: assets, grouping: CalendarGrouping(.day))
            case .hour: PhotoCollection(assets: assets, grouping: CalendarGrouping(.hour))
            case .moment: PhotoCollection(assets: assets, grouping: MomentGrouping())
            case .place: PhotoCollection(assets: assets, grouping: PlaceGrouping(naming: naming))
            }
        }
    }

    /// The folders and files.
    var photos: PhotoSelection
    /// `nil`: a plain list.
    var group: Group?
    /// Selects photos, except by place; `nil`: all.
    var filter: MatchingFilter?
    /// The place to search for; `nil`: any.
    var place: String?
    /// The languages of place names; `nil`: from the environment.
    var languages: [LanguageTag]?
    /// The user's place name corrections; `nil`: none.
    var corrections: CorrectionOptions?
    /// The order of entries and of photos in them.
    var order = DateSorter.Order.ascending
    /// The output format.
    var form = OutputFormat.text
    /// Whether to suppress progress and summary.
    var quiet = false

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosList)
        group = try arguments.choice("group")
        order = try arguments.choice("sort") ?? order
        form = try arguments.outputFormat(for: .records, keys: PhotoReport.listKeys, of: .photosList)
        quiet = arguments.flag("quiet")
        for text in arguments.strings("filter") { narrow(try PhotoFilterWord.filter(text)) }
        if let text = arguments.string("near") { narrow(try Self.near(text)) }
        languages = try arguments.languages("language")
        place = arguments.string("place")
        if let place, PlaceFilter(place, naming: nil) == nil {
            throw ParsedArguments.wrong("place", place, expected: "the name of a city, state or country, or its code")
        }
        corrections = try CorrectionOptions(arguments)
        let given = (["language"] + CorrectionOptions.names).first { arguments.isGiven($0) }
        if let given, !namesPositions {
            throw .usage("--\(given) is for --place and --group place; give one of them too")
        }
    }

    /// Whether positions need to be named.
    var namesPositions: Bool { group == .place || place != nil }

    private mutating func narrow(_ more: MatchingFilter) { filter = filter.map { $0 && more } ?? more }

    /// Parses a point and a radius: `35.68,139.76,500`.
    private static func near(_ text: String) throws(ToolError) -> MatchingFilter {
        let (center, radius) = try CoordinateText.circle(text, option: "near")
        return .near(center, within: radius)
    }
}

/// A word of `--filter`.
enum PhotoFilterWord: String, CaseIterable {
    case photo, video, screenshot, located, jpeg, png, webp, gif, tiff, heic, avif, raw, mp4, mov, mkv

    /// The filter for it.
    var filter: MatchingFilter {
        switch self {
        case .photo: return .photo
        case .video: return .video
        case .screenshot: return .screenshot
        case .located: return .matching { $0.knownLocation != nil }
        default:
            let format = PhotoFormat(rawValue: rawValue)
            return .matching { $0.type == format }
        }
    }

    /// Returns the filter for an option's value: one of the words, negated by `not-`.
    ///
    /// - Throws: A usage error with the valid words.
    static func filter(_ text: String) throws(ToolError) -> MatchingFilter {
        var wanted: MatchingFilter?
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isInverted = part.hasPrefix("not-")
            let name = String(isInverted ? part.dropFirst(4) : part)
            guard let word = PhotoFilterWord(rawValue: name) else {
                let words = allCases.map(\.rawValue)
                let hint = Suggestion.nearest(to: name, in: words).map { "; did you mean \($0)?" } ?? ""
                throw ParsedArguments.wrong(
                    "filter", text, expected: "words of \(words.joined(separator: ", "))\(hint)")
            }
            let filter = isInverted ? word.filter.inverted : word.filter
            wanted = wanted.map { $0 || filter } ?? filter
        }
        return wanted ?? .matching { _ in true }
    }
}
