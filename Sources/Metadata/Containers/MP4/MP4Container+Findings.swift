import Geo

extension MP4Container {
    /// Reads what the file says into `findings`, whose format is what the first bytes promise and may be corrected.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let film = try MP4Container(file) else { return }
        findings.container.format = film.brands.kind == .mov ? .mov : .mp4
        for warning in film.warnings { findings.warn(warning.message, at: warning.offset) }
        findings.container.duration = film.duration
        if let pictures = film.pictures {
            findings.container.storedSize = pictures.size
            findings.container.orientation = pictures.turn.orientation
        }
        findings.containerTurns = true
        findings.container.date = film.date
        findings.container.location = film.location
        findings.container.liveIdentifier = film.texts[.contentIdentifier]
        findings.container.title = film.texts[.title]
        findings.container.caption = film.texts[.caption]
        findings.container.software = film.texts[.software]
        var camera = Camera()
        camera.make = film.texts[.make]
        camera.model = film.texts[.model]
        if !camera.isEmpty { findings.container.camera = camera }
        if let xmp = film.xmp { try findings.readXMP(in: file, at: xmp.lowerBound, count: xmp.count) }
    }

    /// When the recording began: Apple's date, then `©day`, then the header, which is in UTC and often tells the end.
    package var date: PhotoDate? {
        if let time = texts[.creationDate].flatMap({ ZonedTime(text: $0.utf8) }), !time.wallTime.isDayOnly {
            return PhotoDate(time, .quickTimeCreationDate)
        }
        let day = texts[.day].flatMap { ZonedTime(text: $0.utf8) }
        if let day, !day.wallTime.isDayOnly { return PhotoDate(day, .quickTimeDay) }
        if let time = header?.creation ?? tracks.lazy.compactMap(\.creation).first {
            return PhotoDate(wallTime: time, offset: 0, rule: .movieHeader, offsetRule: .utc)
        }
        return day.map { PhotoDate($0, .quickTimeDay) }
    }

    /// Where it began: Apple's metadata, then `©xyz`, then 3GPP's `loci`, then FLIR's box beside the movie.
    package var location: PhotoLocation? {
        let found =
            texts[.location].flatMap { SphericalText.position($0.utf8) }
            ?? texts.place.map { ($0.latitude, $0.longitude, $0.altitude) } ?? placeBeside
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
    /// A time that a text states with its zone, or without.
    init(_ time: ZonedTime, _ rule: Rule) {
        self.init(wallTime: time.wallTime, offset: time.offset, rule: rule, offsetRule: .text)
    }
}
