import LKFormats
import LKGeo

/// The encodings in which a copy of a file's position may occur, for example in maker notes or comments.
enum PositionEncodings {
    /// Returns the bytes to search for; none if they are too common.
    ///
    /// - Parameter file: The file.
    /// - Returns: The bytes, at least five each.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func all(of file: FileBytes) throws(MetadataError) -> [[UInt8]] {
        var forms: [[UInt8]] = []
        for trace in try PositionTraces.find(in: file) {
            guard case .exif(let offset) = trace else { continue }
            guard let block = try TIFFBlock(in: file, at: offset, count: file.count - offset) else { continue }
            forms += try fractions(in: block)
        }
        let isVideo = try BoxCheck.isVideo(file)
        if let coordinate = (try? MetadataReader.metadata(in: file))?.location?.coordinate {
            for degrees in [coordinate.latitude, coordinate.longitude] {
                forms += texts(of: degrees)
                // Five bytes may occur by chance in gigabytes.
                if !isVideo { forms += doubles(of: degrees) }
            }
        }
        return forms
    }

    /// Returns latitude and longitude as EXIF fractions, in both byte orders.
    private static func fractions(in block: TIFFBlock) throws(MetadataError) -> [[UInt8]] {
        guard let first = try block.directory(at: block.firstDirectory),
            let pointer = try block.fields(of: first).first(where: { $0.tag == EXIFTag.gpsDirectory }),
            let target = block.target(of: pointer), let gps = try block.directory(at: target)
        else { return [] }
        var found: [[UInt8]] = []
        for field in try block.fields(of: gps) where field.tag == GPSTag.latitude || field.tag == GPSTag.longitude {
            // Round numbers also occur elsewhere.
            guard let bytes = try block.valueBytes(of: field), bytes.count >= 16, bytes.count % 4 == 0,
                bytes.count(where: { $0 != 0 }) >= 8
            else { continue }
            let turned = stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<$0 + 4].reversed() }
            found += [bytes, turned]
        }
        return found
    }

    /// Returns degrees with four decimals, truncated and rounded: 11 m.
    private static func texts(of degrees: Double) -> [[UInt8]] {
        let scaled = abs(degrees) * 10_000
        return Set([Int(scaled), Int(scaled.rounded())]).filter { $0 % 100 != 0 }.map { number in
            Array("\(number / 10_000).\((number % 10_000).padded(to: 4))".utf8)
        }
    }

    /// Returns the first five bytes of a double, a precision of two centimetres, in both byte orders.
    private static func doubles(of degrees: Double) -> [[UInt8]] {
        [degrees, -degrees].flatMap { value -> [[UInt8]] in
            let start = (0..<5).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(56 - 8 * $0)) }
            return start[3] == 0 || start[4] == 0 ? [] : [start, start.reversed()]
        }
    }
}
