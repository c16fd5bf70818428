import LKCommandLine
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKTagging

/// Says which photos keep the names of a place that they are moved away from.
struct FormerNamesNote {
    private var count = 0
    /// Whether all of these names are far from the new positions.
    private var areFar = true

    /// Counts a photo that gets a position, if it keeps names that do not fit the position.
    mutating func count(_ photo: PhotoFolder.Photo) {
        guard photo.stalePlace != nil else { return }
        if !photo.isStalePlaceFar { areFar = false }
        count += 1
    }

    /// Prints how to change the names.
    ///
    /// - Parameters:
    ///   - photos: The photos of the command.
    ///   - command: What the message names.
    func finish(_ photos: PhotoSelection, command: String) {
        guard count > 0 else { return }
        let kept = count == 1 ? "1 photo keeps" : "\(count) photos keep"
        Messages.note(
            "\(kept) place names that are not those of the new position; to rename "
                + "\(count == 1 ? "it" : "them"): "
                + Self.renaming(photos.words, policy: areFar ? .replaceIfFar : .replace), command: command)
    }

    /// Reports that photos are listed or sorted by their positions, since their names belong to places far away.
    ///
    /// - Parameters:
    ///   - assets: The photos.
    ///   - photos: The photos of the command.
    ///   - words: Where the photos are now, for a command line; `nil` for the same as in the command.
    ///   - naming: Names positions.
    ///   - command: What the message names.
    static func tellFar(
        _ assets: [PhotoAsset], of photos: PhotoSelection, at words: String? = nil, naming: WorldPlaces?,
        command: String
    ) {
        guard let naming else { return }
        let far = assets.filter { $0.farPlace(naming: naming) != nil }
        guard let first = far.first, let names = first.farPlace(naming: naming) else { return }
        let others = far.count == 1 ? "" : " and \(far.count - 1) more"
        Messages.note(
            ForeignText.clean(photos.shown(first.path)) + "\(others): the place names "
                + "(\(ForeignText.clean(names.shortName))) are more than 50 km from the position, which counts; to rename "
                + "\(far.count == 1 ? "it" : "them"): " + renaming(words ?? photos.words, policy: .replaceIfFar),
            command: command)
    }

    /// Returns the command that renames photos, whose paths are already quoted for a shell.
    static func renaming(_ words: String, policy: TagOptions.Policy) -> String {
        "locate photos tag " + words + " --policy " + policy.rawValue
    }
}
