import CLKMapPage
import LKFormats

/// A script, style sheet or text that pages are made of, embedded in the program.
package enum PageAsset: Sendable, CaseIterable {
    case leafletScript, leafletStyle, leafletLicence, pageScript, pageStyle, photosScript, photosStyle
    case tracksScript, tracksStyle, liveScript, liveStyle

    private var file: cmappage_file {
        switch self {
        case .leafletScript: CMAPPAGE_LEAFLET_SCRIPT
        case .leafletStyle: CMAPPAGE_LEAFLET_STYLE
        case .leafletLicence: CMAPPAGE_LEAFLET_LICENCE
        case .pageScript: CMAPPAGE_PAGE_SCRIPT
        case .pageStyle: CMAPPAGE_PAGE_STYLE
        case .photosScript: CMAPPAGE_PHOTOS_SCRIPT
        case .photosStyle: CMAPPAGE_PHOTOS_STYLE
        case .tracksScript: CMAPPAGE_TRACKS_SCRIPT
        case .tracksStyle: CMAPPAGE_TRACKS_STYLE
        case .liveScript: CMAPPAGE_LIVE_SCRIPT
        case .liveStyle: CMAPPAGE_LIVE_STYLE
        }
    }

    /// The file's text as it goes into a page.
    package var text: String {
        var length = 0
        guard let start = cmappage_file(file, &length) else { return "" }
        let text = String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
        switch self {
        case .leafletScript:
            // The source map is not included, and developer tools would request it.
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.filter { !$0.hasPrefix("//# sourceMappingURL=") }.joined(separator: "\n")
        case .leafletStyle: return Self.withoutURLs(text)
        default: return text
        }
    }

    /// Replaces the images of Leaflet's own markers and layer control, which no page uses but would have to request.
    static func withoutURLs(_ style: String) -> String {
        var rest = style[...]
        var result = ""
        while let start = rest.range(of: "url(") {
            result += rest[..<start.lowerBound] + "none"
            rest = rest[start.upperBound...]
            rest = rest.firstIndex(of: ")").map { rest[rest.index(after: $0)...] } ?? ""
        }
        // The address of the source map is a URL, too.
        return (result + rest).split(separator: "\n").filter { !$0.contains("sourceMappingURL") }
            .joined(separator: "\n")
    }

    /// Returns the Content-Security-Policy source that allows exactly this text.
    package static func policy(for text: String) -> String {
        let digest = Base64.text(SHA256.digest(of: Array(text.utf8)))
        return "'sha256-\(String(decoding: digest, as: UTF8.self))'"
    }
}

extension Substring {
    /// Returns the range of the first occurrence of an ASCII word.
    fileprivate func range(of word: String) -> Range<Index>? {
        var start = startIndex
        while let first = self[start...].firstIndex(where: { $0 == word.first }) {
            if self[first...].hasPrefix(word) { return first..<index(first, offsetBy: word.count) }
            start = index(after: first)
        }
        return nil
    }
}
