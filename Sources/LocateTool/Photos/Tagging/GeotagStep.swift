import LocationKit

/// One photo of a plan: what is written into its files, and what is printed of it.
struct GeotagStep {
    private let asset: PhotoAsset
    private let planned: PlannedPhoto
    private let geotagger: Geotagger
    private let options: GeotagOptions
    private let reader: MetadataReader

    init(
        _ asset: PhotoAsset, _ planned: PlannedPhoto, _ geotagger: Geotagger, _ options: GeotagOptions,
        _ reader: MetadataReader
    ) {
        self.asset = asset
        self.planned = planned
        self.geotagger = geotagger
        self.options = options
        self.reader = reader
    }

    /// The report, and the edits that still decide what becomes of it.
    var result: (TaggingReport, [PhotoEdit]) {
        var report = TaggingReport(asset, in: options.folders, .written)
        if let moment = planned.moment {
            report.time = moment.instant
            report.offset = moment.offset
            report.zone = moment.zoneName ?? Timestamp.offsetText(moment.offset)
        }
        switch planned.action {
        case .keep(let reason):
            (report.action, report.reason) = (.kept, reason.description)
            report.coordinate = asset.knownLocation?.coordinate
            return (report, [])
        case .skip(let reason):
            (report.action, report.reason) = (.skipped, Self.text(reason))
            return (report, [])
        case .fail(let error):
            report.fail(error.message)
            return (report, [])
        case .write(let edit):
            guard let photo = PhotoEdit(planned) else {
                report.fail("the name of \(asset.path) is no UTF-8; rename it")
                return (report, [])
            }
            if let match = planned.match {
                report.coordinate = match.coordinate
                report.gap = match.position.gap
                report.error = match.error
                switch match.source {
                case .track(let name): report.source = name
                case .photos(let camera): report.source = "photos of \(camera)"
                }
            }
            return (report, [photo] + companions(edit))
        }
    }

    /// The other files of the photo get the same, unless they have a position that is kept.
    private func companions(_ edit: MetadataEdit) -> [PhotoEdit] {
        asset.companions.compactMap { url in
            guard let path = url.exactPath, let facts = try? PhotoFacts(contentsOf: url, reader: reader) else {
                return nil
            }
            if let location = facts.location, !location.isVoid, options.configuration.policy != .replace { return nil }
            return PhotoEdit(path: path, edit: edit, expected: facts.stamp)
        }
    }

    private static func text(_ reason: PlannedPhoto.Reason) -> String {
        reason == .noZone ? reason.description + " with --time-zone" : reason.description
    }
}
