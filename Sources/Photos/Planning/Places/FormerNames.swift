package import LKGeo
package import LKMetadata
package import LKPhotos

extension PhotoAsset {
    /// Returns the place names in the photo's files that would be wrong at another position.
    ///
    /// They are if they name another country or a town far away, or the city or state of the photo's present position that is not that of the
    /// other one. Names that fit neither are the user's own, and no fault is found with them.
    ///
    /// - Parameters:
    ///   - coordinate: The new position.
    ///   - naming: Names positions.
    /// - Returns: The names; `nil` if there are none, or if they fit.
    package func formerNames(movedTo coordinate: Coordinate, naming: any PlaceNaming) -> PhotoPlace? {
        guard let written = place, !written.isEmpty, let names = naming.names(at: coordinate) else { return nil }
        if names.contradicts(written, naming: naming) || naming.isFar(written, from: coordinate) { return written }
        guard let former = usableCoordinate.flatMap({ naming.names(at: $0) }), former != names else { return nil }
        func has(_ names: PlaceNames, _ level: PlaceGrouping.Level) -> Bool {
            let name = PhotoPlace.trimmed(written[level])?.lowercased()
            return names.all.contains { $0[level]?.lowercased() == name }
        }
        for level in [PlaceGrouping.Level.city, .state] where PhotoPlace.trimmed(written[level]) != nil {
            if has(former, level), !has(names, level) { return written }
        }
        return nil
    }
}
