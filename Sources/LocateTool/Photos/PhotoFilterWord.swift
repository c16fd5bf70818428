import Metadata
import Photos

/// A word of `--filter`.
enum PhotoFilterWord: String, CaseIterable {
    case photo, video, screenshot, located, jpeg, png, webp, gif, tiff, heic, avif, raw, mp4, mov, mkv

    /// The assets that it wants.
    var filter: MatchingFilter {
        switch self {
        case .photo: return .photo
        case .video: return .video
        case .screenshot: return .screenshot
        case .located: return .matching { $0.knownLocation != nil }
        default:
            let format = PhotoFormat(rawValue: rawValue)
            return .matching { $0.type == format }
        }
    }

    /// The filter of an option's value: what one of its words wants; `not-` in front of a word turns it around.
    ///
    /// - Throws: A usage error with the words that there are.
    static func filter(_ text: String) throws(ToolError) -> MatchingFilter {
        var wanted: MatchingFilter?
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isInverted = part.hasPrefix("not-")
            let name = String(isInverted ? part.dropFirst(4) : part)
            guard let word = PhotoFilterWord(rawValue: name) else {
                let words = allCases.map(\.rawValue)
                let hint = Suggestion.nearest(to: name, in: words).map { "; did you mean \($0)?" } ?? ""
                throw ParsedArguments.wrong(
                    "filter", text, expected: "words of \(words.joined(separator: ", "))\(hint)")
            }
            let filter = isInverted ? word.filter.inverted : word.filter
            wanted = wanted.map { $0 || filter } ?? filter
        }
        return wanted ?? .matching { _ in true }
    }
}
