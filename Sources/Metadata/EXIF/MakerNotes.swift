/// Reads values from maker notes that are stored nowhere else: the camera's time zone, and the identifier of live
/// photos.
struct MakerNoteReader {
    let block: TIFFBlock
    let note: TIFFEntry

    /// Adds the note's values.
    func read(into exif: inout EXIFProperties) throws(MetadataError) {
        guard note.byteCount >= 14, let start = try block.file.bytes(at: note.valueOffset, count: 14) else { return }
        if start.starts(with: "Nikon\0".utf8) {
            guard start[6] == 2 else { return }
            exif.makerNote.offset = try nikonOffset()
        } else if start.starts(with: "Apple iOS\0".utf8) {
            exif.liveIdentifier = try appleIdentifier()
        } else if start.starts(with: [0x01, 0xF1]) {
            exif.makerNote.wallTime = try reconyxTime()
        } else if exif.camera.make?.hasPrefix("Canon") == true {
            exif.makerNote.offset = try canonOffset()
        }
    }

    /// Returns the offset in Nikon's type 2 note, which has its own TIFF header after ten bytes; the zone excludes
    /// daylight saving time.
    private func nikonOffset() throws(MetadataError) -> Int? {
        let base = note.valueOffset + 10
        guard let inner = try TIFFBlock(in: block.file, at: base, count: note.byteCount - 10),
            let directory = try inner.directory(at: inner.firstDirectory),
            let entry = try find(0x0024, in: directory, of: inner), entry.byteCount >= 3,
            let zone = try block.file.uint16(at: entry.valueOffset, bigEndian: inner.bigEndian),
            let summer = try block.file.byte(at: entry.valueOffset + 2)
        else { return nil }
        return Self.seconds(minutes: Int(Int16(bitPattern: zone)) + (summer == 1 ? 60 : 0))
    }

    /// Returns the offset in Canon's note, a directory; the zone includes daylight saving time.
    private func canonOffset() throws(MetadataError) -> Int? {
        guard let directory = try block.directory(at: note.valueOffset),
            let entry = try find(0x0035, in: directory, of: block), entry.count >= 3,
            let zone = try block.integer(entry, 1), let city = try block.integer(entry, 2),
            // Without a city, the zone was never set.
            city != 0
        else { return nil }
        // Signed, although the entry says otherwise.
        return Self.seconds(minutes: Int(Int32(truncatingIfNeeded: zone)))
    }

    /// Returns the identifier in Apple's note, a directory after 14 bytes with offsets relative to the note.
    private func appleIdentifier() throws(MetadataError) -> String? {
        let inner = TIFFBlock(
            file: block.file, base: note.valueOffset, end: note.valueOffset + note.byteCount, bigEndian: true,
            firstDirectory: note.valueOffset + 14)
        guard let directory = try inner.directory(at: inner.firstDirectory),
            let entry = try find(0x0011, in: directory, of: inner), entry.type == .ascii
        else { return nil }
        return try inner.text(entry)
    }

    /// Returns the time of Reconyx trail cameras, which store it only here: second, minute, hour, month, day and year
    /// from byte 22.
    private func reconyxTime() throws(MetadataError) -> WallTime? {
        guard note.byteCount >= 34, let bytes = try block.file.bytes(at: note.valueOffset + 22, count: 12) else {
            return nil
        }
        let numbers = (0..<6).map { index in
            let raw = bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
            return Int(block.bigEndian ? raw.bigEndian : raw.littleEndian)
        }
        return WallTime(
            year: numbers[5], month: numbers[3], day: numbers[4], hour: numbers[2], minute: numbers[1],
            second: numbers[0])
    }

    private func find(
        _ tag: UInt16, in directory: TIFFDirectory, of block: TIFFBlock
    ) throws(MetadataError) -> TIFFEntry? {
        for index in 0..<directory.count {
            if let entry = try block.entry(index, of: directory), entry.tag == tag { return entry }
        }
        return nil
    }

    private static func seconds(minutes: Int) -> Int? {
        (-15 * 60...15 * 60).contains(minutes) && minutes % 15 == 0 ? minutes * 60 : nil
    }
}

/// Place names in maker notes, which cannot be removed from them.
enum MakerNotePlaces {
    private static let panasonicNames: Set<UInt16> = [0x67, 0x69, 0x6B, 0x6D, 0x6F]
    private static let nikonLocation: UInt16 = 0x0039

    /// Throws if a note contains the name of the photo's place.
    static func refuse(_ note: Range<Int>, of block: TIFFBlock) throws {
        guard note.count > 18, let start = try block.file.bytes(at: note.lowerBound, count: 18).map({ Array($0) })
        else {
            return
        }
        if start.starts(with: "Panasonic\0".utf8) {
            for field in try fields(at: note.lowerBound + 12, of: block) where panasonicNames.contains(field.tag) {
                guard let text = try block.valueBytes(of: field), text.contains(where: isLetter) else { continue }
                throw EditRefusal("its maker notes name the place")
            }
        } else if start.starts(with: "Nikon\0\u{2}".utf8) {
            let base = note.lowerBound + 10
            guard let inner = try TIFFBlock(in: block.file, at: base, count: note.upperBound - base) else { return }
            for field in try fields(at: inner.firstDirectory, of: inner) where field.tag == nikonLocation {
                guard let text = try inner.valueBytes(of: field)?.dropFirst(9), text.contains(where: isLetter) else {
                    continue
                }
                throw EditRefusal("its maker notes name the place")
            }
        }
    }

    private static func fields(at offset: Int, of block: TIFFBlock) throws -> [TIFFField] {
        guard let directory = try block.directory(at: offset), directory.count == directory.statedCount else {
            return []
        }
        return try block.fields(of: directory)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte > 0x40 && byte != 0xFF }
}
