import LKCommandLine
import LKGeocoding
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKSharedOptions
import LKTagging

/// The options of `locate photos list`, decoded.
struct PhotoListOptions {
    /// How the photos are grouped.
    enum Group: String, CaseIterable {
        case all, year, month, week, day, hour, moment, place

        /// Returns the photos in entries.
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
    var order: DateSorter.Order
    /// The output format.
    var form: OutputFormat
    /// Whether to suppress progress and summary.
    var quiet: Bool
    /// Whether photos without a date get the one in their names.
    var readsNames: Bool

    static let group = Option(
        "group", .choice(Group.self),
        """
        group by calendar period, with weeks from Monday; by moment, at about the same time and place; or by country, \
        state and city
        """)
    static let sort = Option(
        "sort", .choice(), default: DateSorter.Order.ascending,
        "by the date taken: ascending is oldest first, descending newest first"
    ).settable()
    package static let language = Option.languages(of: "place names")

    static let all: [any OptionDeclaration] =
        [group, sort, language, PhotoSelection.datesFromNames, TaggingOptions.quiet] + PhotoFilterOptions.all
        + CorrectionOptions.all + FormOptions.records.all + PathList.options

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosList)
        group = try arguments[Self.group]
        order = try arguments[Self.sort]
        form = try arguments.outputFormat(for: .records, keys: PhotoReport.table.templateKeys, of: .photosList)
        quiet = arguments[TaggingOptions.quiet]
        readsNames = arguments[PhotoSelection.datesFromNames]
        filter = try PhotoFilterOptions(arguments)
        languages = try arguments[Self.language]
        corrections = try CorrectionOptions(arguments)
        if !namesPositions, let option = arguments.firstGiven([Self.language] + CorrectionOptions.all) {
            throw .usage("--\(option.name) is for --place and --group place; give one of them too")
        }
    }

    /// Whether positions need to be named.
    var namesPositions: Bool { group == .place || filter.place != nil }
}
