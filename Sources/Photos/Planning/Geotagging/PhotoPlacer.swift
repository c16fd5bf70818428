package import LKMetadata
package import LKPhotos

/// Plans a position that is not derived from time: specified by the user or copied from another photo.
///
/// ```swift
/// let placer = PhotoPlacer(PhotoLocation(coordinate: summit))
/// let plan = placer.planned(try PhotoFacts(asset, reader: reader))
/// ```
package struct PhotoPlacer: Sendable {
    /// The position.
    package let location: PhotoLocation

    /// How to treat photos that already have a position.
    package let policy: GeotagPolicy

    /// Creates a placer for a position.
    ///
    /// Speed, course, direction and time are not used, since they differ between photos.
    ///
    /// - Parameters:
    ///   - location: The position, with its altitude and accuracy if known.
    ///   - policy: How to treat photos that already have a position.
    package init(_ location: PhotoLocation, policy: GeotagPolicy = .keep) {
        var plain = PhotoLocation(coordinate: location.coordinate)
        plain.altitude = location.altitude
        plain.altitudeReference = location.altitudeReference
        plain.horizontalAccuracy = location.horizontalAccuracy
        self.location = plain
        self.policy = policy
    }

    /// Plans one photo.
    ///
    /// - Parameter photo: A photo.
    /// - Returns: Its part of a plan.
    package func planned(_ photo: PhotoFacts) -> PlannedPhoto {
        var edit = MetadataEdit()
        edit.location = .set(location)
        let reason = reasonToKeep(photo.location)
        return PlannedPhoto(url: photo.url, action: reason.map { .keep($0) } ?? .write(edit), stamp: photo.stamp)
    }

    /// Plans a photo of a library and its companions.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - reader: Reads its files, on this thread.
    /// - Returns: Its part of a plan, with ``PlannedPhoto/edits``.
    package func planned(_ asset: PhotoAsset, reader: MetadataReader) -> PlannedPhoto {
        PlannedPhoto(asset, reader: reader, policy: policy) { planned($0) }
    }

    private func reasonToKeep(_ old: PhotoLocation?) -> PlannedPhoto.Reason? {
        guard let old, !old.isVoid else { return nil }
        switch policy {
        case .keep: return .hasPosition
        case .replace: return nil
        case .replaceIfWorse:
            // Comparing the accuracies requires both.
            guard let accuracy = old.horizontalAccuracy, let new = location.horizontalAccuracy else {
                return .accuracyUnknown
            }
            return new < accuracy ? nil : .isAsAccurate(old: accuracy, new: new)
        }
    }
}
