/// The texts of Matroska's tags.
///
/// Source: RFC 9559 and the list of tags of matroska.org; names of QuickTime are what ffmpeg writes.
struct MatroskaTags: Sendable {
    /// More tags are not read.
    static let most = 4096

    private(set) var texts: [VideoText.Key: String] = [:]
    private var count = 0

    init() {}

    /// Reads `Tags`.
    mutating func read(_ tags: EBMLElement, of file: FileBytes) throws(MetadataError) {
        var walk = EBMLWalk(file, tags.content)
        while let tag = try walk.next() {
            guard tag.id == MatroskaID.tag else { continue }
            var parts = EBMLWalk(file, tag.content)
            while count < Self.most, let part = try parts.next() {
                if part.id == MatroskaID.simpleTag { try readSimpleTag(part, file) }
            }
        }
    }

    private mutating func readSimpleTag(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) {
        count += 1
        var (key, text): (VideoText.Key?, String?)
        var walk = EBMLWalk(file, element.content)
        while let part = try walk.next() {
            guard part.id == MatroskaID.tagName || part.id == MatroskaID.tagText else { continue }
            var cursor = FileCursor(file, part.content)
            let value = VideoText.decode(try cursor.rest(limit: VideoText.longest))
            if part.id == MatroskaID.tagName { key = Self.key(named: value) } else { text = value }
        }
        if let key, let text, !text.isEmpty, texts[key] == nil { texts[key] = text }
    }

    private static func key(named name: String) -> VideoText.Key? {
        let lower = name.lowercased()
        if lower.hasPrefix("com.apple.quicktime.location.iso") { return .location }
        switch lower {
        case "location": return .location
        case "date_recorded", "creation_time", "date": return .day
        case "title": return .title
        case "description": return .caption
        case "make", "model": return lower == "make" ? .make : .model
        default: return lower.hasPrefix("com.") ? VideoText.key(named: lower) : nil
        }
    }
}
