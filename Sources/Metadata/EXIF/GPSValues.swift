import FoundationEssentials
import Geo

/// What the directory of GPS says of a position.
struct GPSValues {
    /// The values, in the order of their tags.
    let values: [TIFFValue]
    /// The tags that would be wrong of this position, and for which it has no values of its own.
    let obsolete: [UInt16]

    /// The values in the byte order of a structure.
    ///
    /// - Parameters:
    ///   - location: The position; its time is that of the photo.
    ///   - block: The structure they are for.
    ///   - hasStatus: Whether the directory has had a status.
    ///   - method: How a position was found that is not derived, for a structure that has to name it.
    init(_ location: PhotoLocation, in block: TIFFBlock, hasStatus: Bool, method: String? = nil) {
        let coordinate = location.coordinate
        var values = [
            TIFFValue(0, .byte, bytes: [2, 3, 0, 0]),
            TIFFValue(GPSTag.latitudeRef, text: coordinate.latitude < 0 ? "S" : "N"),
            TIFFValue(GPSTag.latitude, Self.angle(coordinate.latitude), in: block),
            TIFFValue(GPSTag.longitudeRef, text: coordinate.longitude < 0 ? "W" : "E"),
            TIFFValue(GPSTag.longitude, Self.angle(coordinate.longitude), in: block),
        ]
        // What a receiver said of the position that was there.
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
        let instant = location.timestamp.flatMap { WallTime(ofUTC: $0) }
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

    /// Degrees, minutes and seconds with millionths: 0.03 mm on the ground.
    private static func angle(_ degrees: Double) -> [EXIFRational] {
        let millionths = Int((abs(degrees) * 3_600_000_000).rounded())
        let (minutes, rest) = millionths.quotientAndRemainder(dividingBy: 60_000_000)
        return [EXIFRational(minutes / 60), EXIFRational(minutes % 60), EXIFRational(rest, 1_000_000)]
    }

    /// Degrees from 0 up to 360, with hundredths.
    private static func direction(_ degrees: Double) -> EXIFRational? {
        guard let fraction = EXIFRational(degrees, decimals: 2), fraction.numerator <= 360 * fraction.denominator else {
            return nil
        }
        return fraction == EXIFRational(360) ? EXIFRational(0) : fraction
    }

    private static func day(_ time: WallTime) -> String {
        [WallTime.padded(time.year, 4), WallTime.padded(time.month, 2), WallTime.padded(time.day, 2)]
            .joined(separator: ":")
    }
}

/// A fraction as EXIF writes it: two numbers of 32 bits.
struct EXIFRational: Hashable {
    var numerator: Int
    var denominator: Int

    /// Takes a fraction that fits.
    init(_ numerator: Int, _ denominator: Int = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The fraction that is nearest to a number, with as few decimals as it needs and as many as are wanted and fit;
    /// `nil` for what is negative, no number, or too large.
    init?(_ value: Double, decimals: Int) {
        guard value >= 0, value <= Double(UInt32.max) else { return nil }
        var denominator = 1
        for _ in 0..<decimals where value * Double(denominator * 10) <= Double(UInt32.max) { denominator *= 10 }
        var numerator = Int((value * Double(denominator)).rounded())
        while denominator > 1, numerator % 10 == 0 { (numerator, denominator) = (numerator / 10, denominator / 10) }
        self.init(numerator, denominator)
    }
}

/// How a position was found, as `GPSProcessingMethod` says it.
enum ProcessingMethod {
    /// Not by the device that took the photo, but afterwards.
    ///
    /// EXIF has four words, and judges take no other: `GPS`, `CELLID`
    /// and `WLAN` are ways in which a device finds out where it is. The time beside the position is then no receiver's.
    static let derived = "MANUAL"
    /// By a receiver.
    static let receiver = "GPS"

    /// What stands in EXIF: eight bytes name the character set.
    ///
    /// - Parameter method: The word.
    /// - Returns: The bytes.
    static func bytes(of method: String) -> [UInt8] { Array("ASCII\0\0\0".utf8) + Array(method.utf8) }

    /// Whether the bytes of EXIF say ``derived``.
    static func isDerived(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.elementsEqual(self.bytes(of: derived))
    }
}
