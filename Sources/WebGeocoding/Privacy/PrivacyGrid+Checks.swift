internal import Geocoding

extension PrivacyGrid {
    /// The grid of an option.
    ///
    /// - Parameter size: Metres; `nil` and 0 for no grid.
    /// - Returns: `nil` for no grid.
    /// - Throws: `GeocodingError.Code.requestInvalid` for a size that is none.
    static func checked(_ size: Double?) throws(GeocodingError) -> PrivacyGrid? {
        guard let size, size != 0 else { return nil }
        if let grid = PrivacyGrid(size: size) { return grid }
        throw GeocodingError(
            .requestInvalid, "privacy is a size in metres, at most \(Int(largest)), and not \(size)")
    }
}
