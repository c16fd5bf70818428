import FoundationEssentials
import LKFormats
import LKGeo

/// The validated values of the GPS directory: numbers are finite, and times exist.
struct GPSProperties {
    /// Degrees, negative in the south; `nil` unless the file has a usable latitude.
    var latitude: Double?
    /// Degrees, negative in the west.
    var longitude: Double?
    /// Whether the file specifies the hemispheres.
    var hasHemispheres = true
    var altitude: Double?
    var altitudeReference = PhotoLocation.AltitudeReference.seaLevel
    var horizontalAccuracy: Double?
    var imageDirection: Double?
    var isImageDirectionMagnetic = false
    var speed: Double?
    var course: Double?
    var isVoid = false
    /// Whether position and time were derived from a track.
    var isDerived = false
    /// The day of the receiver's time, in UTC.
    var day: PhotoDate.WallTime?
    /// Nanoseconds since midnight UTC.
    var timeOfDay: Int?
}

extension GPSProperties {
    /// The position with its measurements; `nil` without valid latitude and longitude.
    var location: PhotoLocation? {
        guard let latitude, let longitude, abs(longitude) <= 360,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let isZero = latitude == 0 && longitude == 0
        // Zeros that the receiver marks as void are not a position.
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

    /// The receiver's time in whole seconds since 1970; `nil` without date or time of day.
    var secondsSince1970: Int? {
        guard let day, let timeOfDay else { return nil }
        return day.secondsSince1970 + timeOfDay / 1_000_000_000
    }
}

/// The values of the GPS directory for a position.
struct GPSValues {
    /// The values, sorted by tag.
    let values: [TIFFValue]
    /// Tags to remove because their values would be wrong for this position.
    let obsolete: [UInt16]

    /// Creates the values in the byte order of a structure.
    ///
    /// - Parameters:
    ///   - location: The position; its time is that of the photo.
    ///   - block: The structure.
    ///   - hasStatus: Whether the directory has a status.
    ///   - method: The processing method of a measured position, for structures that require one.
    init(_ location: PhotoLocation, in block: TIFFBlock, hasStatus: Bool, method: String? = nil) {
        let coordinate = location.coordinate
        var values = [
            TIFFValue(0, .byte, bytes: [2, 3, 0, 0]),
            TIFFValue(GPSTag.latitudeRef, text: coordinate.latitude < 0 ? "S" : "N"),
            TIFFValue(GPSTag.latitude, Self.angle(coordinate.latitude), in: block),
            TIFFValue(GPSTag.longitudeRef, text: coordinate.longitude < 0 ? "W" : "E"),
            TIFFValue(GPSTag.longitude, Self.angle(coordinate.longitude), in: block),
        ]
        // The receiver's statements about the former position.
        var obsolete = [
            GPSTag.satellites, GPSTag.measureMode, GPSTag.dilution, GPSTag.areaInformation, GPSTag.differential,
        ]
        if let altitude = location.altitude, let height = EXIFRational(abs(altitude), decimals: 3) {
            let reference: UInt8 = (altitude < 0 ? 1 : 0) + (location.altitudeReference == .ellipsoid ? 2 : 0)
            values.append(TIFFValue(GPSTag.altitudeRef, .byte, bytes: [reference]))
            values.append(TIFFValue(GPSTag.altitude, [height], in: block))
        } else {
            obsolete += [GPSTag.altitudeRef, GPSTag.altitude]
        }
        let instant = location.timestamp.flatMap { PhotoDate.WallTime(ofUTC: $0) }
        if let instant {
            let second = EXIFRational(Double(instant.second) + Double(instant.nanosecond) / 1e9, decimals: 3)
            let time = [
                EXIFRational(instant.hour), EXIFRational(instant.minute), second ?? EXIFRational(instant.second),
            ]
            values.append(TIFFValue(GPSTag.timeStamp, time, in: block))
        }
        if location.isVoid || hasStatus {
            values.append(TIFFValue(GPSTag.status, text: location.isVoid ? "V" : "A"))
        }
        if let speed = location.speed, let perHour = EXIFRational(speed * 3.6, decimals: 3) {
            values.append(TIFFValue(GPSTag.speedRef, text: "K"))
            values.append(TIFFValue(GPSTag.speed, [perHour], in: block))
        } else {
            obsolete += [GPSTag.speedRef, GPSTag.speed]
        }
        if let degrees = location.course.flatMap(Self.direction) {
            values.append(TIFFValue(GPSTag.trackRef, text: "T"))
            values.append(TIFFValue(GPSTag.track, [degrees], in: block))
        } else {
            obsolete += [GPSTag.trackRef, GPSTag.track]
        }
        if let degrees = location.imageDirection.flatMap(Self.direction) {
            values.append(TIFFValue(GPSTag.imgDirectionRef, text: location.isImageDirectionMagnetic ? "M" : "T"))
            values.append(TIFFValue(GPSTag.imgDirection, [degrees], in: block))
        }
        values.append(TIFFValue(GPSTag.mapDatum, text: "WGS-84"))
        if let method = location.isDerived ? ProcessingMethod.derived : method {
            values.append(TIFFValue(GPSTag.processingMethod, .undefined, bytes: ProcessingMethod.bytes(of: method)))
        } else {
            obsolete.append(GPSTag.processingMethod)
        }
        if let instant { values.append(TIFFValue(GPSTag.dateStamp, text: Self.day(instant))) }
        if let accuracy = location.horizontalAccuracy, let metres = EXIFRational(accuracy, decimals: 2) {
            values.append(TIFFValue(GPSTag.horizontalError, [metres], in: block))
        } else {
            obsolete.append(GPSTag.horizontalError)
        }
        self.values = values
        self.obsolete = obsolete
    }

    /// Returns degrees, minutes and seconds with millionths: 0.03 mm on the ground.
    private static func angle(_ degrees: Double) -> [EXIFRational] {
        let millionths = Int((abs(degrees) * 3_600_000_000).rounded())
        let (minutes, rest) = millionths.quotientAndRemainder(dividingBy: 60_000_000)
        return [EXIFRational(minutes / 60), EXIFRational(minutes % 60), EXIFRational(rest, 1_000_000)]
    }

    /// Returns degrees from 0 up to 360, with hundredths.
    private static func direction(_ degrees: Double) -> EXIFRational? {
        guard let fraction = EXIFRational(degrees, decimals: 2), fraction.numerator <= 360 * fraction.denominator else {
            return nil
        }
        return fraction == EXIFRational(360) ? EXIFRational(0) : fraction
    }

    private static func day(_ time: PhotoDate.WallTime) -> String {
        "\(time.year.padded(to: 4)):\(time.month.padded(to: 2)):\(time.day.padded(to: 2))"
    }
}

/// An EXIF fraction: two 32-bit numbers.
struct EXIFRational: Hashable {
    var numerator: Int
    var denominator: Int

    /// Creates a fraction of numbers that fit.
    init(_ numerator: Int, _ denominator: Int = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Creates the fraction nearest to a number, with as few decimals as it needs, at most `decimals` and as many as
    /// fit; returns `nil` for negative, NaN and too large numbers.
    init?(_ value: Double, decimals: Int) {
        guard value >= 0, value <= Double(UInt32.max) else { return nil }
        var denominator = 1
        for _ in 0..<decimals where value * Double(denominator * 10) <= Double(UInt32.max) { denominator *= 10 }
        var numerator = Int((value * Double(denominator)).rounded())
        while denominator > 1, numerator % 10 == 0 { (numerator, denominator) = (numerator / 10, denominator / 10) }
        self.init(numerator, denominator)
    }
}

/// The values of `GPSProcessingMethod`.
enum ProcessingMethod {
    /// Determined later, not by the device that took the photo.
    ///
    /// EXIF defines four values, and validators accept no other: `GPS`, `CELLID` and `WLAN` are how a device locates
    /// itself. The time beside a derived position is not a receiver's.
    static let derived = "MANUAL"
    /// Determined by a receiver.
    static let receiver = "GPS"

    /// Returns the value in EXIF, where eight bytes name the character set.
    ///
    /// - Parameter method: The word.
    /// - Returns: The bytes.
    static func bytes(of method: String) -> [UInt8] { Array("ASCII\0\0\0".utf8) + Array(method.utf8) }

    /// Returns whether the value is ``derived``.
    static func isDerived(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.elementsEqual(self.bytes(of: derived))
    }
}
