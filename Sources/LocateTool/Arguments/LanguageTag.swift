// TEMPORARY until Geocoding's arrives.
struct LanguageTag: Hashable, Sendable {
    var text: String
    static func list(_ text: String) -> [LanguageTag]? {
        let tags = text.split(separator: ",", omittingEmptySubsequences: false)
        guard tags.allSatisfy({ (2...20).contains($0.count) }) else { return nil }
        return tags.map { LanguageTag(text: String($0)) }
    }
}
