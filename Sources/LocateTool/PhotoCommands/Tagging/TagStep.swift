import LocationKit

/// Plans the names of places photo by photo, and says of each what is printed.
struct TagStep {
    private let tagger: PlaceTagger
    private let photos: PhotoSelection

    /// How many questions have gone without an answer since the last one that had one.
    private(set) var failuresInARow = 0
    /// Why the last question went without an answer, where that was the fault of a service.
    private(set) var serviceFailure: String?

    init(_ tagger: PlaceTagger, _ photos: PhotoSelection) {
        self.tagger = tagger
        self.photos = photos
    }

    /// The report of an asset, and the edits that still decide what becomes of it.
    mutating func result(_ asset: PhotoAsset) -> (TaggingReport, [PhotoEdit]) {
        var report = TaggingReport(asset, in: photos, .written)
        let planned = Waiting.wait { [tagger] in await tagger.planned(asset) }
        report.coordinate = planned.location?.coordinate
        report.source = planned.provider ?? planned.shown.provider
        report.place = planned.place
        switch planned.shown.action {
        case .write: (failuresInARow, serviceFailure) = (0, nil)
        case .keep: if planned.edits.isEmpty { (report.action, report.reason) = (.kept, planned.shown.description) }
        case .skip(let reason):
            (report.action, report.reason) = (.skipped, Self.text(reason))
            // That is an answer too.
            if reason == .nothingThere { (failuresInARow, serviceFailure) = (0, nil) }
        case .unreadable(let error): report.fail(error.message)
        case .fail(let code, let message):
            note(code, message)
            report.fail("\(report.path): \(message)")
        }
        return (report, planned.edits)
    }

    private mutating func note(_ code: GeocodingError.Code, _ message: String) {
        let codes: [GeocodingError.Code] = [
            .serviceUnreachable, .timedOut, .serviceOverloaded, .serviceRefused, .serviceBlocked, .answerInvalid,
        ]
        guard codes.contains(code) else { return }
        serviceFailure = message
        failuresInARow += 1
    }

    private static func text(_ reason: PlannedPlace.Reason) -> String {
        reason == .noPosition
            ? "\(reason); locate photos geotag gives it one from a track" : reason.description
    }
}
