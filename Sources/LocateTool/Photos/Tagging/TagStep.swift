import LocationKit

/// Plans the names of places photo by photo.
struct TagStep {
    private let tagger: PlaceTagger
    private let photos: PhotoSelection
    private let reader = PlaceFacts.Reader()

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
        let facts: PlaceFacts
        do throws(TaggingError) { facts = try reader.facts(of: asset.url) } catch {
            report.fail(error.message)
            return (report, [])
        }
        let planned = plan(facts, at: facts.location)
        report.coordinate = facts.location?.coordinate
        report.source = planned.provider
        report.place = planned.place
        switch planned.action {
        case .keep: (report.action, report.reason) = (.kept, "it has names already")
        case .skip(let reason):
            (report.action, report.reason) = (.skipped, Self.text(reason))
            // That is an answer too.
            if reason == .nothingThere { (failuresInARow, serviceFailure) = (0, nil) }
        case .fail(let code, let message):
            note(code, message)
            report.fail("\(report.path): \(message)")
        case .write:
            (failuresInARow, serviceFailure) = (0, nil)
            guard let edit = PhotoEdit(planned, of: facts.url, expected: facts.stamp) else { break }
            return (report, [edit] + companions(of: asset, at: facts.location))
        }
        report.place = nil
        return (report, [])
    }

    /// The other files of the photo get names as well, unless they have some.
    private func companions(of asset: PhotoAsset, at location: PhotoLocation?) -> [PhotoEdit] {
        asset.companions.compactMap { url in
            guard let facts = try? reader.facts(of: url) else { return nil }
            return PhotoEdit(plan(facts, at: location), of: url, expected: facts.stamp)
        }
    }

    private func plan(_ facts: PlaceFacts, at location: PhotoLocation?) -> PlannedPlace {
        Waiting.wait { [tagger] in
            await tagger.planned(at: location, shown: facts.shown, created: facts.created)
        }
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
        switch reason {
        case .noPosition: "it has no position; locate photos geotag gives it one from a track"
        case .doubtfulPosition: "its position is marked as void, or is exactly 0, 0"
        case .nothingThere: "nothing there has a name"
        }
    }
}
