import Geo

extension MatroskaContainer {
    /// Reads what the file says into `findings`, whose format is what the first bytes promise and may be corrected.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let film = try MatroskaContainer(file) else { return }
        findings.container.format = .mkv
        for warning in film.warnings { findings.warn(warning.message, at: warning.offset) }
        findings.container.storedSize = film.storedSize
        findings.container.orientation = film.orientation
        findings.containerTurns = true
        findings.container.duration = film.duration
        findings.container.date = film.date
        findings.container.location = film.location
        findings.container.title = film.title ?? film.tags.texts[.title]
        findings.container.caption = film.tags.texts[.caption]
        findings.container.software = film.tags.texts[.software] ?? film.software
        findings.container.liveIdentifier = film.tags.texts[.contentIdentifier]
        var camera = Camera()
        camera.make = film.tags.texts[.make]
        camera.model = film.tags.texts[.model]
        if !camera.isEmpty { findings.container.camera = camera }
    }

    /// When the recording began: what a camera's own tags say with a zone, then the tag of the recording, then `DateUTC`.
    package var date: PhotoDate? {
        let begin = tags.texts[.creationDate].flatMap { ZonedTime(text: $0.utf8) }
        if let begin, !begin.wallTime.isDayOnly { return PhotoDate(begin, .quickTimeCreationDate) }
        let recorded = tags.texts[.day].flatMap { ZonedTime(text: $0.utf8) }
        if let recorded, !recorded.wallTime.isDayOnly { return PhotoDate(recorded, .matroska) }
        if let creation { return PhotoDate(wallTime: creation, offset: 0, rule: .matroska, offsetRule: .utc) }
        return recorded.map { PhotoDate($0, .matroska) }
    }

    /// Where it began.
    package var location: PhotoLocation? {
        guard let (latitude, longitude, altitude) = tags.texts[.location].flatMap({ SphericalText.position($0.utf8) }),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        location.altitude = altitude
        return location
    }
}
