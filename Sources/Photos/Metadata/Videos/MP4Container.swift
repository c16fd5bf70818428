import LKGeo

/// A video in boxes: MPEG-4, QuickTime, 3GPP, possibly fragmented.
///
/// The box `moov` may follow gigabytes of media data; only the headers of the boxes before it are read.
///
/// Source: ISO/IEC 14496-12; QuickTime File Format Specification; 3GPP TS 26.244.
package struct MP4Container: Sendable {
    /// The maximum number of tracks read.
    static let maximumTracks = 256

    /// The brands of the file.
    package let brands: BoxBrands
    /// The box `moov`.
    package let movie: Box
    /// The last box of the file, after which a new one can be appended.
    package private(set) var lastBox: Box?
    /// The user data and the metadata of the video.
    package private(set) var userData: Box?
    package private(set) var metadata: Box?
    /// The packet of XMP.
    package private(set) var xmp: Range<Int>?
    /// Warnings about parts that could not be read, with byte offsets.
    package private(set) var warnings: [PhotoMetadata.Warning] = []

    private(set) var header: VideoHeader?
    private(set) var tracks: [VideoTrack] = []
    private(set) var texts = VideoTexts()
    /// The position that FLIR's cameras write next to `moov`.
    private(set) var positionBeside: (latitude: Double, longitude: Double, altitude: Double?)?
    /// The duration in seconds.
    package private(set) var duration: Double?

    /// Reads the structure of a video; returns `nil` for a file of another kind.
    ///
    /// - Throws: ``MetadataError/Code/malformed`` for a video without `moov`, ``MetadataError/Code/unreadable``.
    package init?(_ file: FileBytes) throws(MetadataError) {
        guard let brands = try BoxBrands(file) else { return nil }
        self.brands = brands
        var fragments = VideoFragments()
        var walk = BoxWalk(file, 0..<file.count)
        var found: Box?
        boxes: while let box = try walk.next() {
            lastBox = box
            switch box.type {
            case "moov": found = found ?? box
            case "uuid": if box.userType == .xmp { xmp = xmp ?? box.content }
            case "udta": if positionBeside == nil { positionBeside = try FLIRLocationBox.position(in: box, file) }
            case "sidx", "moof": try fragments.note(box, of: file)
            default: break
            }
            // After `moov` and the first fragments only more fragments follow, thousands in a long video.
            guard found != nil, box.type == "moof" else { continue }
            if fragments.count == VideoFragments.maximumVisited, try fragments.skipToLast(of: file) { break boxes }
            if fragments.count == VideoFragments.maximumFragments { break boxes }
        }
        if let damage = walk.damage { warnings.append(damage) }
        guard let movie = found else {
            throw file.error(
                .malformed,
                "has no box 'moov', which describes the video: the recording was cut off, or the copy is incomplete"
            )
        }
        self.movie = movie
        try readMovie(&fragments, file)
        xmp = xmp ?? texts.xmp
        duration = header?.duration
        if duration == nil { duration = try lengthOfTracks(fragments, file) }
    }

    private mutating func readMovie(_ fragments: inout VideoFragments, _ file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, movie.content)
        while let box = try walk.next() {
            switch box.type {
            case "mvhd": if header == nil { header = try VideoHeader(box, of: file) }
            case "trak": if tracks.count < Self.maximumTracks { tracks.append(try VideoTrack(box, of: file)) }
            case "mvex": try fragments.readDefaults(box, of: file)
            case "udta":
                userData = userData ?? box
                try texts.readUserData(box, file)
            case "meta":
                metadata = metadata ?? box
                try texts.readMetadata(box, file)
            case "cmov":
                warnings.append(
                    PhotoMetadata.Warning("the video's header is compressed and was not read", offset: box.offset))
            default: break
            }
        }
        if let damage = walk.damage, !warnings.contains(damage) { warnings.append(damage) }
    }

    private func lengthOfTracks(_ fragments: VideoFragments, _ file: FileBytes) throws(MetadataError) -> Double? {
        let timescales = Dictionary(tracks.map { ($0.id, $0.timescale) }, uniquingKeysWith: { first, _ in first })
        let pieces = try fragments.duration(movieTimescale: header?.timescale ?? 0, timescales: timescales, of: file)
        return pieces ?? tracks.compactMap(\.duration).max()
    }

    /// The track that is shown: the first enabled video track.
    var pictures: VideoTrack? {
        let candidates = tracks.filter { ($0.handler == "vide" || $0.handler == "pict") && $0.size != nil }
        return candidates.first(where: \.isEnabled) ?? candidates.first
    }
}

extension MP4Container {
    /// Reads the file's metadata into `findings`, and corrects the format that the first bytes suggested.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let video = try MP4Container(file) else { return }
        findings.container.format = video.brands.kind == .mov ? .mov : .mp4
        for warning in video.warnings { findings.warn(warning.message, at: warning.offset) }
        findings.container.seconds = video.duration
        if let pictures = video.pictures {
            findings.container.storedSize = pictures.size
            findings.container.orientation = pictures.turn.orientation
        }
        findings.orientationIsFromContainer = true
        findings.container.date = video.date
        findings.container.location = video.location
        findings.container.liveIdentifier = video.texts[.contentIdentifier]
        findings.container.title = video.texts[.title]
        findings.container.caption = video.texts[.caption]
        findings.container.software = video.texts[.software]
        findings.container.camera = video.camera
        if let xmp = video.xmp { try findings.readXMP(in: file, at: xmp.lowerBound, count: xmp.count) }
    }

    /// The camera, by the texts or by a box of its maker.
    package var camera: Camera? {
        var camera = Camera()
        camera.make = texts[.make] ?? texts.maker
        camera.model = texts[.model]
        return camera.isEmpty ? nil : camera
    }

    /// The start of the recording: Apple's date, then `©day`, then the header, which is in UTC unless the camera is of a
    /// maker known to write local time, and often the end of the recording.
    package var date: PhotoDate? {
        if let time = texts[.creationDate].flatMap({ ZonedTime(text: $0.utf8) }), !time.wallTime.isDayOnly {
            return PhotoDate(time, .quickTimeCreationDate)
        }
        let day = texts[.day].flatMap { ZonedTime(text: $0.utf8) }
        if let day, !day.wallTime.isDayOnly { return PhotoDate(day, .quickTimeDay) }
        if let time = header?.creation ?? tracks.lazy.compactMap(\.creation).first {
            if VideoClock(camera) == .local { return PhotoDate(wallTime: time, rule: .movieHeader) }
            return PhotoDate(wallTime: time, offset: 0, rule: .movieHeader, offsetRule: .utc)
        }
        return day.map { PhotoDate($0, .quickTimeDay) }
    }

    /// The position at the start: Apple's metadata, then `©xyz`, then 3GPP's `loci`, then FLIR's box next to `moov`.
    package var location: PhotoLocation? {
        let found =
            texts[.location].flatMap { AngleText.position($0.utf8) }
            ?? texts.place.map { ($0.latitude, $0.longitude, $0.altitude) } ?? positionBeside
        guard let (latitude, longitude, altitude) = found,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        location.altitude = altitude
        location.horizontalAccuracy = texts[.accuracy].flatMap { Double($0) }.flatMap { $0 >= 0 && $0 < 1e7 ? $0 : nil }
        return location
    }
}

extension PhotoDate {
    /// Creates a date from a time in a text, with or without zone.
    init(_ time: ZonedTime, _ rule: Rule) {
        self.init(wallTime: time.wallTime, offset: time.offset, rule: rule, offsetRule: .text)
    }
}
