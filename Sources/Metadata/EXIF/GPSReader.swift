import FoundationEssentials
import Geo

/// Reads the directory of GPS, which many cameras write without a position, without references, or with zeros for
/// unknown.
struct GPSReader {
    let block: TIFFBlock

    /// What the directory says.
    func read(_ directory: TIFFDirectory, _ findings: inout Findings) throws(MetadataError) -> GPSProperties {
        var gps = GPSProperties()
        var latitudeRef: UInt8?
        var longitudeRef: UInt8?
        var speedRef: UInt8?
        var altitudeRef: Int?
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory) else { continue }
            switch entry.tag {
            case GPSTag.latitudeRef: latitudeRef = try letter(entry)
            case GPSTag.latitude: gps.latitude = try degrees(entry, &findings)
            case GPSTag.longitudeRef: longitudeRef = try letter(entry)
            case GPSTag.longitude: gps.longitude = try degrees(entry, &findings)
            case GPSTag.altitudeRef: altitudeRef = try block.integer(entry)
            case GPSTag.altitude: gps.altitude = try block.number(entry)
            case GPSTag.timeStamp: gps.timeOfDay = try timeOfDay(entry)
            case GPSTag.status: gps.isVoid = try letter(entry) == UInt8(ascii: "V")
            case GPSTag.speedRef: speedRef = try letter(entry)
            case GPSTag.speed: gps.speed = try block.number(entry)
            case GPSTag.track: gps.course = try direction(entry)
            case GPSTag.imgDirectionRef: gps.isImageDirectionMagnetic = try letter(entry) == UInt8(ascii: "M")
            case GPSTag.imgDirection: gps.imageDirection = try direction(entry)
            case GPSTag.processingMethod:
                gps.isDerived = try block.bytes(entry).map(ProcessingMethod.isDerived) ?? false
            case GPSTag.dateStamp: gps.day = try day(entry, &findings)
            case GPSTag.horizontalError: gps.horizontalAccuracy = try block.number(entry).flatMap { $0 > 0 ? $0 : nil }
            default: continue
            }
            if entry.isOutside { findings.warn("a value lies outside of its block", at: entry.offset) }
        }
        if latitudeRef == UInt8(ascii: "S") { gps.latitude = gps.latitude.map { -abs($0) } }
        if longitudeRef == UInt8(ascii: "W") { gps.longitude = gps.longitude.map { -abs($0) } }
        gps.hasHemispheres = latitudeRef != nil && longitudeRef != nil
        // 1 and 3 are below the level; 2 and 3 of EXIF 3.0 count from the ellipsoid. Without a reference it is above
        // the sea.
        if altitudeRef == 1 || altitudeRef == 3 { gps.altitude = gps.altitude.map { -abs($0) } }
        if altitudeRef == 2 || altitudeRef == 3 { gps.altitudeReference = .ellipsoid }
        gps.speed = gps.speed.flatMap { $0 >= 0 ? $0 * Self.metresPerSecond(speedRef) : nil }
        return gps
    }

    private static func metresPerSecond(_ unit: UInt8?) -> Double {
        switch unit {
        case UInt8(ascii: "M"): 0.44704
        case UInt8(ascii: "N"): 1852.0 / 3600
        default: 1 / 3.6
        }
    }

    /// The first letter, in upper case.
    private func letter(_ entry: TIFFEntry) throws(MetadataError) -> UInt8? {
        guard entry.type.size == 1, let first = try block.bytes(entry)?.first(where: { $0 != 0x20 }), first != 0
        else { return nil }
        return (0x61...0x7A).contains(first) ? first - 0x20 : first
    }

    /// Degrees, minutes and seconds, of which a file may have fewer; a zero denominator in the degrees means "not
    /// known".
    private func degrees(_ entry: TIFFEntry, _ findings: inout Findings) throws(MetadataError) -> Double? {
        guard entry.count > 0 else { return nil }
        guard let degrees = try block.number(entry) else {
            findings.warn("a position has no degrees", at: entry.valueOffset)
            return nil
        }
        let minutes = try block.number(entry, 1) ?? 0
        let seconds = try block.number(entry, 2) ?? 0
        return degrees + minutes / 60 + seconds / 3600
    }

    private func direction(_ entry: TIFFEntry) throws(MetadataError) -> Double? {
        guard let degrees = try block.number(entry), (0...360).contains(degrees) else { return nil }
        return degrees == 360 ? 0 : degrees
    }

    private func timeOfDay(_ entry: TIFFEntry) throws(MetadataError) -> Int? {
        guard let hour = try block.number(entry), let minute = try block.number(entry, 1) else { return nil }
        let second = try block.number(entry, 2) ?? 0
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<61).contains(second) else { return nil }
        return Int(((hour * 3600 + minute * 60 + second) * 1e9).rounded())
    }

    /// The receiver's day: exactly `2026:11:21`, which some cameras fail to write.
    private func day(_ entry: TIFFEntry, _ findings: inout Findings) throws(MetadataError) -> WallTime? {
        guard let bytes = try block.bytes(entry), !bytes.isEmpty else { return nil }
        let day = EXIFTime.wallTime(bytes)
        if day == nil { findings.warn("the receiver's day cannot be understood", at: entry.valueOffset) }
        return day.flatMap { WallTime(year: $0.year, month: $0.month, day: $0.day, isDayOnly: true) }
    }
}

/// What the directory of GPS says, with its traps taken out: numbers are numbers, and times exist.
struct GPSProperties {
    /// Degrees, negative in the south; `nil` unless the file has a usable latitude.
    var latitude: Double?
    /// Degrees, negative in the west.
    var longitude: Double?
    /// Whether the file says which hemispheres are meant.
    var hasHemispheres = true
    var altitude: Double?
    var altitudeReference = PhotoLocation.AltitudeReference.seaLevel
    var horizontalAccuracy: Double?
    var imageDirection: Double?
    var isImageDirectionMagnetic = false
    var speed: Double?
    var course: Double?
    var isVoid = false
    /// Whether the position was found from a track, and the time with it.
    var isDerived = false
    /// The day of the receiver's time, in UTC.
    var day: WallTime?
    /// Nanoseconds since midnight UTC.
    var timeOfDay: Int?
}

extension GPSProperties {
    /// The position with what is known of it, or `nil` without a latitude and a longitude that exist.
    var location: PhotoLocation? {
        guard let latitude, let longitude, abs(longitude) <= 360,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let isZero = latitude == 0 && longitude == 0
        // A receiver that says itself that it knows nothing is believed.
        if isZero, isVoid { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        location.isVoid = isVoid || isZero
        location.isDerived = isDerived
        location.altitude = altitude
        location.altitudeReference = altitudeReference
        location.horizontalAccuracy = horizontalAccuracy
        location.imageDirection = imageDirection
        location.isImageDirectionMagnetic = imageDirection != nil && isImageDirectionMagnetic
        location.speed = speed
        location.course = course
        location.timestamp = secondsSince1970.map {
            Date(timeIntervalSince1970: Double($0) + Double((timeOfDay ?? 0) % 1_000_000_000) / 1e9)
        }
        return location
    }

    /// The receiver's time in whole seconds of UTC, or `nil` without day or time of day.
    var secondsSince1970: Int? {
        guard let day, let timeOfDay else { return nil }
        return day.secondsSince1970 + timeOfDay / 1_000_000_000
    }
}
