import LKGeocoding
import LKMetadata
import LKPhotos
import LKTagging

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
    /// Which photos are listed.
    var filter: PhotoFilterOptions
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
    /// Whether photos without a date get the one in their names.
    var readsNames = false

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosList)
        group = try arguments.choice("group")
        order = try arguments.choice("sort") ?? order
        form = try arguments.outputFormat(for: .records, keys: PhotoReport.table.templateKeys, of: .photosList)
        quiet = arguments.flag("quiet")
        readsNames = arguments.flag("dates-from-names")
        filter = try PhotoFilterOptions(arguments)
        languages = try arguments.languages("language")
        corrections = try CorrectionOptions(arguments)
        let given = (["language"] + CorrectionOptions.names).first { arguments.isGiven($0) }
        if let given, !namesPositions {
            throw .usage("--\(given) is for --place and --group place; give one of them too")
        }
    }

    /// Whether positions need to be named.
    var namesPositions: Bool { group == .place || filter.place != nil }
}
