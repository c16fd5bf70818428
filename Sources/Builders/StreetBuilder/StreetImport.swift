public import FoundationEssentials
import LKFormats
public import LKGeocoding
package import LKStorage
public import LKStreets

/// Makes a street index from OpenStreetMap extracts.
///
/// ```swift
/// let summary = try StreetImport.run([URL(filePath: "monaco.osm.pbf")], to: URL(filePath: "monaco.streets"))
/// print(summary.houses, "house numbers on", summary.streets, "streets")
/// ```
public enum StreetImport {
    /// The attribution that the licence of the data requires.
    public static let attribution = StreetFormat.attribution
    /// The licence of the data.
    public static let licence = StreetFormat.licence

    /// Reads extracts and writes a file, which replaces an older one in one step when it is complete.
    ///
    /// PBF, o5m and XML are read, the latter also compressed with gzip or bzip2. Objects that come in several extracts count
    /// once. Memory grows with what the index keeps, about 0.5 kB for each house number: see `Docs/Design/Measuring.md`.
    ///
    /// - Parameters:
    ///   - extracts: The files; each is read three times.
    ///   - output: The new file. An existing one is replaced if it is empty or a street index; a symbolic link is not followed.
    ///   - replacing: Whether any other file is replaced too.
    ///   - progress: Called some times a second; what it throws, such as `canceled`, ends the import, and the older file stays.
    /// - Returns: What was read, kept and skipped.
    /// - Throws: `GeocodingError` with `dataUnreadable` for a file that cannot be read, `inputInvalid` for what is not
    ///   OpenStreetMap data, is damaged or has nothing to keep, `outputFailed`, and what `progress` throws.
    @discardableResult public static func run(
        _ extracts: [URL], to output: URL, replacing: Bool = false,
        progress: (StreetImport.Progress) throws(GeocodingError) -> Void = { _ in }
    ) throws(GeocodingError) -> StreetImport.Summary {
        try run(
            files: extracts.map(\.filePath), to: output.filePath, replacesOthers: replacing, progress: progress)
    }

    /// Reads extracts and writes a file, both by their paths; see ``run(_:to:replacing:progress:)``.
    @discardableResult package static func run(
        files: [String], to output: String, replacesOthers: Bool = false,
        progress: (StreetImport.Progress) throws(GeocodingError) -> Void = { _ in }
    ) throws(GeocodingError) -> StreetImport.Summary {
        let file: OutputFile
        do throws(StorageError) {
            file = try OutputFile(
                output, replacing: replacesOthers ? .everything : .own(StreetFormat.kind.isBeginning),
                inputs: files.compactMap { FileIdentity(path: $0) })
        } catch {
            throw GeocodingError(.outputFailed, error)
        }
        return try run(files: files, to: file, progress: progress)
    }

    /// Reads extracts and writes an output; see ``run(files:to:replacesOthers:progress:)``.
    package static func run(
        files: [String], to output: OutputFile, progress: (StreetImport.Progress) throws(GeocodingError) -> Void
    ) throws(GeocodingError) -> StreetImport.Summary {
        guard !files.isEmpty else {
            throw GeocodingError(.inputInvalid, "there is nothing to import", advice: "name an extract")
        }
        let inputs = try files.map { path throws(GeocodingError) in try OSMFile(path) }
        let extract = try ExtractReader.read(inputs) { objects, share throws(GeocodingError) in
            try progress(StreetImport.Progress(step: .reading, objects: objects, share: 0.8 * share))
        }
        let counts = extract.counts
        let objects = counts.nodes + counts.ways + counts.relations
        // Consumed, so that two states of it are not in memory at once.
        let result = try HouseJoining.join(consume extract) { share throws(GeocodingError) in
            try progress(StreetImport.Progress(step: .joining, objects: objects, share: 0.8 + 0.15 * share))
        }
        var summary = StreetImport.Summary(result)
        guard !summary.isEmpty else {
            throw GeocodingError(
                .inputInvalid,
                "there is no street, house or place in \(files.joined(separator: ", ")); name another extract")
        }
        try progress(StreetImport.Progress(step: .writing, objects: objects, share: 0.95))
        summary.size = try write(result, to: output)
        return summary
    }

    private static func write(_ result: HouseJoining.Result, to output: OutputFile) throws(GeocodingError) -> Int {
        var size = 0
        do {
            try output.write { file in size = try StreetIndexWriter.write(result, to: file, path: output.path) }
        } catch {
            throw .unwritten(output.path, error)
        }
        return size
    }
}

extension RegionStore {
    /// Imports OpenStreetMap extracts and installs the index as a region of the user's own, as `locate data import-osm` does.
    ///
    /// ```swift
    /// try RegionStore.standard.install(extracts: [URL(filePath: "monaco-latest.osm.pbf")]) { print($0.share) }
    /// ```
    ///
    /// An older region of that name is replaced at the end, and stays if the import fails. Geocoders of installed regions answer from
    /// it with their next request.
    ///
    /// - Parameters:
    ///   - extracts: The extracts, at least one; each is read three times.
    ///   - name: The region's name; `nil` for that of the first extract, without `-latest` or its day: `monaco`.
    ///   - progress: Called some times a second; what it throws, such as `canceled`, ends the import.
    /// - Returns: The region, and what was read, kept and skipped.
    /// - Throws: The errors of `StreetImport`, and `requestInvalid` for a name that is not one of a file.
    @discardableResult public func install(
        extracts: [URL], as name: String? = nil,
        progress: (StreetImport.Progress) throws(GeocodingError) -> Void = { _ in }
    ) throws(GeocodingError) -> (region: Region, summary: StreetImport.Summary) {
        let paths = extracts.map(\.filePath)
        let name = name ?? paths.first.map(Self.name(ofExtract:)) ?? "region"
        let target = try url(of: name)
        try makeOwnFolder()
        let summary = try StreetImport.run(files: paths, to: target.path, progress: progress)
        Self.refresh()
        return (Region(name: name, isOwn: true, path: target.path), summary)
    }
}

extension StreetImport {
    /// How far an import is.
    public struct Progress: Sendable {
        /// What is being done.
        public enum Step: Sendable {
            case reading, joining, writing
        }

        /// What is being done.
        public var step: Step
        /// How many objects have been read, all passes together.
        public var objects: Int
        /// The share that is done, 0 to 1.
        public var share: Double
    }
}

extension StreetImport {
    /// What an import read, kept and skipped.
    public struct Summary: Hashable, Sendable {
        /// Nodes of the extracts.
        public var nodes: Int
        /// Ways of the extracts.
        public var ways: Int
        /// Relations of the extracts.
        public var relations: Int
        /// Named streets; ways of one name that are near each other are one.
        public var streets: Int
        /// Things with a house number, those between two known numbers included.
        public var houses: Int
        /// Numbers that follow from those of their neighbours.
        public var interpolated: Int
        /// Places of interest, with or without an address.
        public var pointsOfInterest: Int
        /// Administrative, postal and other areas.
        public var areas: Int
        /// Settlements and quarters that are points.
        public var settlements: Int
        /// What was left out, and how often.
        public var skipped: StreetImport.Skipped
        /// The size of the file, in bytes.
        public var size = 0

        /// Whether there is nothing to write.
        fileprivate var isEmpty: Bool {
            [streets, houses, pointsOfInterest, areas, settlements].allSatisfy { $0 == 0 }
        }

        init(_ result: HouseJoining.Result) {
            let extract = result.extract
            (nodes, ways, relations) = (extract.counts.nodes, extract.counts.ways, extract.counts.relations)
            streets = result.streets.count
            houses = extract.houses.count { extract.addresses[Int($0.address)].hasNumber }
            interpolated = result.interpolated
            pointsOfInterest = extract.houses.count { $0.interest != 0 && !$0.flags.contains(.isNamedBuilding) }
            areas = extract.areas.count
            settlements = extract.settlements.count
            skipped = extract.counts.skipped
        }
    }
}

extension StreetImport {
    /// Why an import left something out.
    public enum SkipReason: String, CaseIterable, Hashable, Sendable {
        /// An object that comes twice, in one file or in several.
        case duplicate
        /// A node that a way needs but the files lack.
        case missingNode
        /// A node without a position, or with one that is not on the globe.
        case impossiblePosition
        /// A way with too few nodes at known positions.
        case emptyWay
        /// A boundary whose lines do not close, or cross.
        case brokenArea
        /// A boundary of which the files have only a part, at the edge of an extract.
        case cutArea
        /// A way or area whose points are on both sides of the date line; OpenStreetMap's rule is to split them there.
        case acrossDateLine
        /// A row of houses without a known number at both ends, or whose numbers do not fit its kind.
        case brokenInterpolation
    }
}

extension StreetImport {
    /// How often each reason occurred.
    public struct Skipped: Hashable, Sendable {
        private var counts = [Int](repeating: 0, count: StreetImport.SkipReason.allCases.count)

        /// How often a reason occurred.
        public internal(set) subscript(_ reason: StreetImport.SkipReason) -> Int {
            get { counts[Self.index(of: reason)] }
            set { counts[Self.index(of: reason)] = newValue }
        }

        /// The reasons that occurred.
        public var all: [(reason: StreetImport.SkipReason, count: Int)] {
            StreetImport.SkipReason.allCases.map { ($0, self[$0]) }.filter { $0.count > 0 }
        }

        private static func index(of reason: StreetImport.SkipReason) -> Int {
            StreetImport.SkipReason.allCases.firstIndex(of: reason) ?? 0
        }
    }
}
