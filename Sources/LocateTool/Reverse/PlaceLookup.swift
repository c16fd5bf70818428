import Geo

/// TEMPORARY
enum PlaceLookup {
    static func make(languages: [LanguageTag]?) throws(ToolError) -> ReverseCommand.Lookup {
        throw ToolError(.unavailable, "no places yet")
    }
}
