import LKGeo

/// The structure and metadata of a Matroska or WebM video.
///
/// Metadata is before the first cluster of frames, or at the offsets in the index at the beginning (`SeekHead`).
///
/// Source: RFC 9559 (Matroska), RFC 8794 (EBML).
package struct MatroskaContainer: Sendable {
    /// The most clusters skipped in search of tags if there is no index.
    static let maximumClusters = 256

    /// `matroska` or `webm`.
    package let documentType: String
    /// The root element of the video.
    package let segment: EBMLElement
    /// The parts with metadata, if found.
    package private(set) var information: EBMLElement?
    package private(set) var trackList: EBMLElement?
    package private(set) var tagList: EBMLElement?
    /// The creation time.
    package private(set) var creation: PhotoDate.WallTime?
    /// The duration in seconds.
    package private(set) var duration: Double?
    /// The size of the first video track, before rotation.
    package private(set) var storedSize: PixelSize?
    /// The orientation of its frames.
    package private(set) var orientation = PhotoMetadata.Orientation.up
    private(set) var title: String?
    private(set) var software: String?
    private(set) var tags = MatroskaTags()
    /// Warnings about parts that could not be read, with byte offsets.
    package private(set) var warnings: [PhotoMetadata.Warning] = []

    /// Reads the structure of a video; returns `nil` for a file of another kind.
    ///
    /// - Throws: ``MetadataError/Code/malformed`` for a video without a segment, ``MetadataError/Code/unreadable``.
    package init?(_ file: FileBytes) throws(MetadataError) {
        var walk = EBMLWalk(file, 0..<file.count, maximumCount: 16)
        guard let head = try walk.next(), head.id == MatroskaID.head else { return nil }
        documentType = try Self.text(MatroskaID.documentType, in: head, file) ?? "matroska"
        var found: EBMLElement?
        while found == nil, let element = try walk.next() { if element.id == MatroskaID.segment { found = element } }
        guard let segment = found else {
            throw file.error(.malformed, "has no segment, which holds the video; the copy is incomplete")
        }
        self.segment = segment
        try findParts(file)
        if let information { try readInformation(information, file) }
        if let trackList { try readTracks(trackList, file) }
        if let tagList { try tags.read(tagList, of: file) }
    }

    private mutating func findParts(_ file: FileBytes) throws(MetadataError) {
        var walk = EBMLWalk(file, segment.content)
        var offsets: [Int] = []
        var hasIndex = false
        var clusters = 0
        while let element = try walk.next() {
            if element.id == MatroskaID.seekHead {
                hasIndex = true
                try readIndex(element, into: &offsets, file)
            } else if element.id == MatroskaID.cluster {
                clusters += 1
                if hasIndex || clusters > Self.maximumClusters { break }
            } else {
                note(element)
            }
        }
        if let damage = walk.damage { warnings.append(damage) }
        for offset in offsets where offset > segment.content.lowerBound {
            var walk = EBMLWalk(file, offset..<max(offset, segment.content.upperBound), maximumCount: 1)
            if let element = try walk.next() { note(element) }
        }
    }

    private mutating func note(_ element: EBMLElement) {
        switch element.id {
        case MatroskaID.information: information = information ?? element
        case MatroskaID.tracks: trackList = trackList ?? element
        case MatroskaID.tags: tagList = tagList ?? element
        default: break
        }
    }

    /// Reads byte offsets of parts, which are relative to the start of the segment's content.
    private func readIndex(
        _ index: EBMLElement, into offsets: inout [Int], _ file: FileBytes
    ) throws(MetadataError) {
        var walk = EBMLWalk(file, index.content)
        while offsets.count < 64, let entry = try walk.next() {
            guard entry.id == MatroskaID.seek,
                let position = try Self.number(MatroskaID.seekPosition, in: entry, file),
                position < UInt64(segment.content.count)
            else { continue }
            offsets.append(segment.content.lowerBound + Int(position))
        }
    }

    private mutating func readInformation(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) {
        var walk = EBMLWalk(file, element.content)
        var (scale, units): (UInt64, Double?) = (1_000_000, nil)
        while let part = try walk.next() {
            var cursor = FileCursor(file, part.content)
            switch part.id {
            case MatroskaID.timescale: scale = try Self.number(part, file) ?? scale
            case MatroskaID.duration: units = try Self.real(part, file)
            case MatroskaID.date: creation = try Self.time(part, file)
            case MatroskaID.title: title = VideoText.decode(try cursor.rest(maximumLength: VideoText.maximumLength))
            case MatroskaID.writingApplication:
                software = VideoText.decode(try cursor.rest(maximumLength: VideoText.maximumLength))
            default: break
            }
        }
        let seconds = (units ?? 0) * Double(scale) / 1e9
        if seconds > 0, seconds < 1e9 { duration = seconds }
    }

    private mutating func readTracks(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) {
        var walk = EBMLWalk(file, element.content, maximumCount: 1024)
        while storedSize == nil, let track = try walk.next() {
            guard track.id == MatroskaID.track else { continue }
            var parts = EBMLWalk(file, track.content)
            while let part = try parts.next() { if part.id == MatroskaID.video { try readVideo(part, file) } }
        }
    }

    private mutating func readVideo(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) {
        let width = try Self.number(MatroskaID.pixelWidth, in: element, file) ?? 0
        let height = try Self.number(MatroskaID.pixelHeight, in: element, file) ?? 0
        guard (1...UInt64(UInt32.max)).contains(width), (1...UInt64(UInt32.max)).contains(height) else { return }
        storedSize = PixelSize(width: Int(width), height: Int(height))
        guard let projection = try Self.first(MatroskaID.projection, in: element, file),
            let roll = try Self.first(MatroskaID.roll, in: projection, file).flatMap({ part throws(MetadataError) in
                try Self.real(part, file)
            }), abs(roll) <= 360, roll.truncatingRemainder(dividingBy: 90) == 0
        else { return }
        orientation = OrientationTransform.counterclockwise(Int(roll / 90)).orientation
    }
}

extension MatroskaContainer {
    /// Reads the file's metadata into `findings`, and corrects the format that the first bytes suggested.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let video = try MatroskaContainer(file) else { return }
        findings.container.format = .mkv
        for warning in video.warnings { findings.warn(warning.message, at: warning.offset) }
        findings.container.storedSize = video.storedSize
        findings.container.orientation = video.orientation
        findings.orientationIsFromContainer = true
        findings.container.seconds = video.duration
        findings.container.date = video.date
        findings.container.location = video.location
        findings.container.title = video.title ?? video.tags.texts[.title]
        findings.container.caption = video.tags.texts[.caption]
        findings.container.software = video.tags.texts[.software] ?? video.software
        findings.container.liveIdentifier = video.tags.texts[.contentIdentifier]
        var camera = Camera()
        camera.make = video.tags.texts[.make]
        camera.model = video.tags.texts[.model]
        if !camera.isEmpty { findings.container.camera = camera }
    }

    /// The start of the recording: a camera's own tag with a time zone, then the tag of the recording, then `DateUTC`.
    package var date: PhotoDate? {
        let begin = tags.texts[.creationDate].flatMap { ZonedTime(text: $0.utf8) }
        if let begin, !begin.wallTime.isDayOnly { return PhotoDate(begin, .quickTimeCreationDate) }
        let recorded = tags.texts[.day].flatMap { ZonedTime(text: $0.utf8) }
        if let recorded, !recorded.wallTime.isDayOnly { return PhotoDate(recorded, .matroska) }
        if let creation { return PhotoDate(wallTime: creation, offset: 0, rule: .matroska, offsetRule: .utc) }
        return recorded.map { PhotoDate($0, .matroska) }
    }

    /// The position at the start of the recording.
    package var location: PhotoLocation? {
        guard let (latitude, longitude, altitude) = tags.texts[.location].flatMap({ AngleText.position($0.utf8) }),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        location.altitude = altitude
        return location
    }
}

// Reading values.
extension MatroskaContainer {
    /// Returns the first child with an ID.
    static func first(
        _ id: UInt32, in element: EBMLElement, _ file: FileBytes
    ) throws(MetadataError) -> EBMLElement? {
        var walk = EBMLWalk(file, element.content)
        while let part = try walk.next() { if part.id == id { return part } }
        return nil
    }

    static func number(_ id: UInt32, in element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> UInt64? {
        guard let part = try first(id, in: element, file) else { return nil }
        return try number(part, file)
    }

    static func text(_ id: UInt32, in element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> String? {
        guard let part = try first(id, in: element, file) else { return nil }
        var cursor = FileCursor(file, part.content)
        return VideoText.decode(try cursor.rest(maximumLength: VideoText.maximumLength))
    }

    /// Reads an unsigned integer of up to eight bytes; an empty element is 0.
    static func number(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> UInt64? {
        guard element.content.count <= 8 else { return nil }
        var cursor = FileCursor(file, element.content)
        let value = try cursor.integer(element.content.count)
        return cursor.isCut ? nil : value
    }

    /// Reads a floating-point number of four or eight bytes.
    static func real(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> Double? {
        guard let bits = try number(element, file) else { return nil }
        let value: Double
        switch element.content.count {
        case 4: value = Double(Float(bitPattern: UInt32(bits)))
        case 8: value = Double(bitPattern: bits)
        default: return nil
        }
        return value.isFinite ? value : nil
    }

    /// Reads a date: nanoseconds since the start of 2001, UTC.
    static func time(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> PhotoDate.WallTime? {
        guard element.content.count == 8, let bits = try number(element, file) else { return nil }
        let nanoseconds = Int64(bitPattern: bits)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let borrow: Int64 = rest < 0 ? 1 : 0
        return PhotoDate.WallTime(
            secondsSince1970: Int(seconds - borrow) + 978_307_200, nanosecond: Int(rest + borrow * 1_000_000_000))
    }
}

/// The texts of Matroska's tags.
///
/// Source: RFC 9559 and the list of tags of matroska.org; ffmpeg writes QuickTime's names.
struct MatroskaTags: Sendable {
    /// The most tags read.
    static let maximumTags = 4096

    private(set) var texts: [VideoText.Key: String] = [:]
    private var count = 0

    init() {}

    /// Reads `Tags`.
    mutating func read(_ tags: EBMLElement, of file: FileBytes) throws(MetadataError) {
        var walk = EBMLWalk(file, tags.content)
        while let tag = try walk.next() {
            guard tag.id == MatroskaID.tag else { continue }
            var parts = EBMLWalk(file, tag.content)
            while count < Self.maximumTags, let part = try parts.next() {
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
            let value = VideoText.decode(try cursor.rest(maximumLength: VideoText.maximumLength))
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
