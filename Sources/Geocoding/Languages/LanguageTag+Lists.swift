extension LanguageTag {
    /// Reads a comma-separated list (`ja,en`), most wanted first; `nil` when one of its parts is no language.
    public static func list(_ text: String) -> [LanguageTag]? {
        var tags: [LanguageTag] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let tag = LanguageTag(part.filter { $0 != " " }) else { return nil }
            tags.append(tag)
        }
        return tags
    }

    /// The user's languages as POSIX tells them: `LC_ALL`, else `LC_MESSAGES`, else `LANG`; English when none is set.
    ///
    /// GNU's `LANGUAGE` (a colon-separated list) goes first where the locale is not `C`, as gettext has it.
    public static func preferred(environment: [String: String]) -> [LanguageTag] {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name, let tag = LanguageTag(name) else { return [.english] }
        let isPlain = ["C", "POSIX"].contains(name.prefix { $0 != "." })
        guard !isPlain, let wanted = environment["LANGUAGE"] else { return [tag] }
        let tags = wanted.split(separator: ":").compactMap { LanguageTag(String($0)) }
        return tags.isEmpty ? [tag] : tags
    }
}
