/// 3GPP's place of a video (`loci`): a language, a name, a role, and then the numbers.
///
/// Source: 3GPP TS 26.244, 8.7.
enum LocationInformationBox {
    /// Where longitude, latitude and altitude stand, each with 16 bits behind the point.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - file: The file.
    /// - Returns: Twelve bytes; `nil` where the box ends before.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func numbers(of box: Box, _ file: FileBytes) throws(MetadataError) -> Range<Int>? {
        var cursor = FileCursor(file, box.content)
        cursor.skip(6)
        // The name: UTF-16 when it begins with its mark.
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

/// The position in videos of FLIR's thermal cameras: a box `uuid` in user data beside the movie, with latitude, longitude and
/// altitude as numbers of 32 bits with a floating point.
///
/// Source: the table of exiftool for `FLIR::GPS_UUID`.
enum FLIRLocationBox {
    /// Whether user data have the box, whatever it says.
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
    /// - Returns: Degrees and metres; `nil` where there is no position, also for exactly 0, 0.
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
