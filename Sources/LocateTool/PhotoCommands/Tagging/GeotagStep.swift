import FoundationEssentials
import LocationKit

/// One photo that may get a position: what is written into its files, and what is printed of it.
struct GeotagStep {
    private let asset: PhotoAsset
    private let planned: PlannedPhoto
    private let photos: PhotoSelection
    private let policy: GeotagPolicy
    private let source: String?
    private let reader: MetadataReader
    private let sources: PhotoSelection?

    /// Plans; the photo's file is read only where that matters.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - photos: How paths are printed.
    ///   - policy: What happens to positions that its other files have.
    ///   - reader: Reads its files.
    ///   - source: What the position comes from, where the plan does not say.
    ///   - sources: How paths of photos are printed that positions come from.
    ///   - plan: Says what is to be done with a photo.
    init(
        _ asset: PhotoAsset, in photos: PhotoSelection, policy: GeotagPolicy, _ reader: MetadataReader,
        source: String? = nil, sources: PhotoSelection? = nil, plan: (PhotoFacts) -> PlannedPhoto
    ) {
        self.asset = asset
        self.photos = photos
        self.policy = policy
        self.reader = reader
        self.source = source
        self.sources = sources
        planned = Self.planned(asset, reader, plan)
    }

    private static func planned(
        _ asset: PhotoAsset, _ reader: MetadataReader, _ plan: (PhotoFacts) -> PlannedPhoto
    ) -> PlannedPhoto {
        let known = plan(PhotoFacts(known: asset))
        guard case .write = known.action else { return known }
        guard asset.url.exactPath != nil else { return PlannedPhoto(unreadable: asset.url, .notUTF8(asset.url)) }
        do throws(TaggingError) {
            return plan(try PhotoFacts(asset, reader: reader))
        } catch {
            return PlannedPhoto(unreadable: asset.url, error)
        }
    }

    /// The report, and the edits that still decide what becomes of it.
    var result: (TaggingReport, [PhotoEdit]) {
        var report = TaggingReport(asset, in: photos, .written)
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
                report.fail(TaggingError.notUTF8(asset.url).message)
                return (report, [])
            }
            if case .set(let location) = edit.location {
                (report.coordinate, report.error) = (location.coordinate, location.horizontalAccuracy)
            }
            report.source = source
            if let match = planned.match {
                report.gap = match.position.gap
                switch match.source {
                case .track(let name): report.source = name
                case .photos(let camera): report.source = "photos of \(camera)"
                case .photo(let url):
                    report.source = sources?.shown(url.path) ?? url.path
                    report.isFromPhoto = true
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
            if let location = facts.location, !location.isVoid, policy != .replace { return nil }
            return PhotoEdit(path: path, edit: edit, expected: facts.stamp)
        }
    }

    private static func text(_ reason: PlannedPhoto.Reason) -> String {
        reason == .noZone ? reason.description + " with --time-zone" : reason.description
    }
}
