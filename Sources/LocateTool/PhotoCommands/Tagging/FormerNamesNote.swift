import Metadata
import Photos
import Tagging

/// Says which photos keep the names of a place that they are moved away from.
struct FormerNamesNote {
    private let naming: WorldPlaces
    private var count = 0

    /// - Parameter naming: Names positions.
    init(_ naming: WorldPlaces) { self.naming = naming }

    /// Adds the names that a photo keeps to its report.
    ///
    /// - Parameters:
    ///   - report: The report of a photo that gets a position.
    ///   - asset: The photo.
    mutating func add(to report: inout TaggingReport, _ asset: PhotoAsset) {
        guard report.action == .written, let coordinate = report.coordinate,
            let names = asset.formerNames(movedTo: coordinate, naming: naming)
        else { return }
        let shown = names.placeString.isEmpty ? names.countryCode ?? "" : names.placeString
        report.reason = "its place names stay \(shown)"
        count += 1
    }

    /// Says how to change them.
    ///
    /// - Parameter command: What the message names.
    func finish(command: String) {
        guard count > 0 else { return }
        let photos = count == 1 ? "1 photo keeps" : "\(count) photos keep"
        Messages.note(
            "\(photos) place names that are not those of the new position; locate photos tag --policy replace renames them",
            command: command)
    }
}
