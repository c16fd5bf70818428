/// Reads the GPS directory, which many cameras write without a position, without references, or with zeros for unknown
/// values.
struct GPSReader {
    let block: TIFFBlock

    /// Returns the values of the directory.
    func read(_ directory: TIFFDirectory, _ findings: inout Findings) throws(MetadataError) -> GPSProperties {
        var gps = GPSProperties()
        var latitudeRef: UInt8?
        var longitudeRef: UInt8?
        var latitude: AngleParser.Angle?
        var longitude: AngleParser.Angle?
        var speedRef: UInt8?
        var altitudeRef: Int?
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory) else { continue }
            switch entry.tag {
            case GPSTag.latitudeRef: latitudeRef = try letter(entry)
            case GPSTag.latitude: latitude = try degrees(entry, .latitude, &findings)
            case GPSTag.longitudeRef: longitudeRef = try letter(entry)
            case GPSTag.longitude: longitude = try degrees(entry, .longitude, &findings)
            case GPSTag.altitudeRef: altitudeRef = try block.integer(entry)
            case GPSTag.altitude: gps.altitude = try number(entry)
            case GPSTag.timeStamp: gps.timeOfDay = try timeOfDay(entry, &findings)
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
            if entry.isOutside { findings.warn("a value is outside its block", at: entry.offset) }
        }
        gps.latitude = signed(latitude, .latitude, latitudeRef, &findings)
        gps.longitude = signed(longitude, .longitude, longitudeRef, &findings)
        gps.hasHemispheres =
            (latitudeRef != nil || latitude?.isNegative != nil) && (longitudeRef != nil || longitude?.isNegative != nil)
        // 1 and 3 mean below the reference; 2 and 3 of EXIF 3.0 refer to the ellipsoid. Without a reference the
        // altitude is above sea level.
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

    /// Returns the first letter, in upper case.
    private func letter(_ entry: TIFFEntry) throws(MetadataError) -> UInt8? {
        guard entry.type.size == 1, let first = try block.bytes(entry)?.first(where: { $0 != 0x20 }), first != 0
        else { return nil }
        return (0x61...0x7A).contains(first) ? first - 0x20 : first
    }

    /// Returns degrees from degrees, minutes and seconds, some of which may be missing; a zero denominator in the
    /// degrees means unknown.
    ///
    /// Some programs write a text instead of fractions.
    private func degrees(
        _ entry: TIFFEntry, _ axis: AngleParser.Axis, _ findings: inout Findings
    ) throws(MetadataError) -> AngleParser.Angle? {
        guard entry.count > 0 else { return nil }
        if entry.type.size == 1 {
            guard let bytes = try block.bytes(entry) else { return nil }
            let text = bytes.prefix { $0 != 0 }
            let angle = AngleParser.angle(text, axis: axis, hasReference: true)
            if angle == nil, text.contains(where: { (0x30...0x39).contains($0) }) {
                let text = EmbeddedText.string(bytes)?.prefix(40) ?? ""
                findings.warn(
                    "it has a position, but its \(axis) '\(text)' cannot be read", at: entry.valueOffset,
                    about: .position)
            }
            return angle
        }
        guard let degrees = try block.number(entry) else {
            findings.warn("a position has no degrees", at: entry.valueOffset)
            return nil
        }
        let minutes = try block.number(entry, 1) ?? 0
        let seconds = try block.number(entry, 2) ?? 0
        let angle = degrees + minutes / 60 + seconds / 3600
        return AngleParser.Angle(magnitude: abs(angle), isNegative: angle < 0 ? true : nil)
    }

    /// Returns an angle with its sign; `nil` if its text contradicts the reference.
    private func signed(
        _ angle: AngleParser.Angle?, _ axis: AngleParser.Axis, _ reference: UInt8?, _ findings: inout Findings
    ) -> Double? {
        guard let angle else { return nil }
        let isNegative = reference.flatMap { axis.isNegative(reference: [$0]) }
        if let isNegative, let stated = angle.isNegative, stated != isNegative, angle.magnitude > 0 {
            findings.warn("it has a position, but the sign of its \(axis) contradicts the letter", about: .position)
            return nil
        }
        return isNegative ?? angle.isNegative ?? false ? -angle.magnitude : angle.magnitude
    }

    /// Returns a number, also one that is a text, with a decimal point or comma.
    private func number(_ entry: TIFFEntry) throws(MetadataError) -> Double? {
        guard entry.type == .ascii else { return try block.number(entry) }
        guard let text = try block.text(entry) else { return nil }
        return Double(text.replacing(",", with: "."))
    }

    private func direction(_ entry: TIFFEntry) throws(MetadataError) -> Double? {
        guard let degrees = try block.number(entry), (0...360).contains(degrees) else { return nil }
        return degrees == 360 ? 0 : degrees
    }

    /// Returns the receiver's time of day in nanoseconds.
    private func timeOfDay(_ entry: TIFFEntry, _ findings: inout Findings) throws(MetadataError) -> Int? {
        guard entry.type != .ascii else { return try block.bytes(entry).flatMap(EXIFTime.timeOfDay) }
        guard let hour = try block.number(entry), let minute = try block.number(entry, 1) else { return nil }
        let second = try block.number(entry, 2) ?? 0
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<61).contains(second) else {
            findings.warn("the receiver's time of day cannot be read", at: entry.valueOffset)
            return nil
        }
        return Int(((hour * 3600 + minute * 60 + second) * 1e9).rounded())
    }

    /// Parses the receiver's date: normally `2026:11:21`, but some cameras write it differently.
    private func day(_ entry: TIFFEntry, _ findings: inout Findings) throws(MetadataError) -> PhotoDate.WallTime? {
        guard let bytes = try block.bytes(entry), !bytes.isEmpty else { return nil }
        let day = EXIFTime.wallTime(bytes)
        if day == nil { findings.warn("the receiver's date cannot be read", at: entry.valueOffset) }
        return day.flatMap { PhotoDate.WallTime(year: $0.year, month: $0.month, day: $0.day, isDayOnly: true) }
    }
}
