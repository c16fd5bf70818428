import LKCommandLine
import LKGeocoding
import LKPlanning
import LKSharedOptions
import LKTagging

extension ToolGeocoder {
    /// Returns what names the positions of photos, from the same file.
    ///
    /// - Parameters:
    ///   - languages: The languages of the names, most wanted first; `nil` takes those of the environment.
    ///   - corrections: The user's own names; `nil` for none.
    /// - Returns: What names positions.
    /// - Throws: What is wrong with the file.
    static func positionNames(
        _ languages: [LanguageTag]?, corrections: PlaceCorrections?
    ) throws(ToolError) -> WorldPlaces {
        WorldPlaces(
            try openWorld(), languages: languages ?? LanguageTag.preferred(environment: Environment.values),
            corrections: corrections)
    }
}
