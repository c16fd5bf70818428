internal import Gazetteer
internal import Geocoding

/// `locate data build-world --geonames DIR -o FILE`: makes a gazetteer from the folder that Scripts/build-world-data fills.
///
/// - Throws: `GeocodingError` with `dataUnreadable`, `inputInvalid` or `outputFailed`.
func buildWorld(geonames: String, output: String, log: (String) -> Void) throws(GeocodingError) {
    try WorldBuilder.build(folder: geonames, output: output, log: log)
}
