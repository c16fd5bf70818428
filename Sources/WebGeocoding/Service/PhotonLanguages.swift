internal import Geocoding

/// The languages that a Photon server has names in: those it was set up with, and it refuses all others.
enum PhotonLanguages {
    /// Those of Photon's public server, as long as it has not said anything else.
    static let ofPublicServer: Set<String> = ["de", "en", "fr", "it"]

    /// The languages that a refusal lists.
    ///
    /// It reads: "Language is not supported. Supported are: default, de, en".
    ///
    /// - Parameter message: The server's words.
    /// - Returns: `nil` when they say something else.
    static func known(from message: String?) -> Set<String>? {
        guard let message, message.lowercased().hasPrefix("language is not supported") else { return nil }
        guard let colon = message.lastIndex(of: ":") else { return [] }
        let names = message[message.index(after: colon)...].split { !$0.isLetter && $0 != "-" && $0 != "_" }
        return Set(names.prefix(500).map { $0.lowercased() }).subtracting(["default"])
    }

    /// What to send for languages.
    ///
    /// - Parameters:
    ///   - languages: The languages, most wanted first.
    ///   - known: Those the server knows; `nil` when it has not said so, and the first is worth a try.
    /// - Returns: `nil` for the place's own names.
    static func best(_ languages: [LanguageTag], known: Set<String>?) -> String? {
        guard let known else { return languages.first?.canonical.language }
        for language in languages {
            for tag in [language.description] + language.lookupTags where known.contains(tag.lowercased()) {
                return tag.lowercased()
            }
        }
        return nil
    }
}
