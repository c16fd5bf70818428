import LKFormats
import LKGeo

/// The encodings of a position in videos.
struct VideoPosition {
    /// ISO 6709 in QuickTime's form: `+52.3692900+006.6760900+012.300/`, exact to 5 mm.
    let text: [UInt8]
    /// The accuracy in metres, in Apple's form.
    let accuracy: [UInt8]?
    /// Degrees east and north, and metres, each with 16 fractional bits, as in 3GPP's `loci`.
    let fixed: [UInt8]

    init(_ location: PhotoLocation) {
        let coordinate = location.coordinate
        let altitude = location.altitude.flatMap { $0.isFinite && abs($0) < 32_767 ? $0 : nil }
        text =
            Self.decimal(coordinate.latitude, digits: 2, decimals: 7)
            + Self.decimal(coordinate.longitude, digits: 3, decimals: 7)
            + (altitude.map { Self.decimal($0, digits: 3, decimals: 3) } ?? []) + [UInt8(ascii: "/")]
        let radius = location.horizontalAccuracy.flatMap { $0 >= 0 && $0 < 1e7 ? $0 : nil }
        accuracy = radius.map { Array(Self.decimal($0, digits: 1, decimals: 3).dropFirst()) }
        fixed = [coordinate.longitude, coordinate.latitude, altitude ?? 0].flatMap {
            BoxBytes.uint32(Int(($0 * 65_536).rounded()))
        }
    }

    /// Returns a record of QuickTime's user data: length, language, text.
    func record(language: [UInt8]) -> [UInt8] { BoxBytes.uint16(text.count) + language + text }

    /// English, which phones use for texts without words.
    static let usualLanguage: [UInt8] = [0x15, 0xC7]

    /// Returns a sign, at least this many digits, a point, and this many decimals.
    private static func decimal(_ value: Double, digits: Int, decimals: Int) -> [UInt8] {
        let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let scaled = Int((abs(value) * Double(scale)).rounded())
        // Avoid a negative zero.
        let sign = value < 0 && scaled > 0 ? "-" : "+"
        return Array("\(sign)\((scaled / scale).padded(to: digits)).\((scaled % scale).padded(to: decimals))".utf8)
    }
}

/// 3GPP's location information (`loci`): a language, a name, a role, then the numbers.
///
/// Source: 3GPP TS 26.244, 8.7.
enum LocationInformationBox {
    /// Returns the range of longitude, latitude and altitude, each with 16 fractional bits.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - file: The file.
    /// - Returns: Twelve bytes; `nil` if the box is too short.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func numbers(of box: Box, _ file: FileBytes) throws(MetadataError) -> Range<Int>? {
        var cursor = FileCursor(file, box.content)
        cursor.skip(6)
        // The name is UTF-16 if it begins with a byte order mark.
        var first = cursor
        if try first.uint16() == 0xFEFF {
            while try cursor.uint16() != 0, !cursor.isCut {}
        } else {
            while try cursor.uint8() != 0, !cursor.isCut {}
        }
        cursor.skip(1)
        let start = cursor.position
        cursor.skip(12)
        return cursor.isCut ? nil : start..<start + 12
    }
}

/// The position in videos of FLIR's thermal cameras: a `uuid` box in user data next to `moov`, with latitude, longitude
/// and altitude as 32-bit floating-point numbers.
///
/// Source: the table of exiftool for `FLIR::GPS_UUID`.
enum FLIRLocationBox {
    /// Returns whether user data contains the box, regardless of its content.
    ///
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func exists(in userData: Box, _ file: FileBytes) throws(MetadataError) -> Bool {
        var walk = BoxWalk(file, userData.content)
        while let box = try walk.next() { if box.userType == .flirPosition { return true } }
        return false
    }

    /// Finds the position in user data.
    ///
    /// - Parameters:
    ///   - userData: A box `udta`.
    ///   - file: The file.
    /// - Returns: Degrees and metres; `nil` if there is no position, also for exactly 0, 0.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func position(
        in userData: Box, _ file: FileBytes
    ) throws(MetadataError) -> (latitude: Double, longitude: Double, altitude: Double?)? {
        var walk = BoxWalk(file, userData.content)
        while let box = try walk.next() {
            guard box.userType == .flirPosition else { continue }
            var cursor = FileCursor(file, box.content)
            cursor.skip(4)
            var numbers: [Double] = []
            for _ in 0..<3 { numbers.append(Double(Float(bitPattern: try cursor.uint32()))) }
            let (latitude, longitude, altitude) = (numbers[0], numbers[1], numbers[2])
            guard !cursor.isCut, abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else {
                return nil
            }
            return (latitude, longitude, abs(altitude) < 100_000 ? altitude : nil)
        }
        return nil
    }
}
