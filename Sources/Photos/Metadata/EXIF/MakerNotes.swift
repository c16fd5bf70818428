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
    private func reconyxTime() throws(MetadataError) -> PhotoDate.WallTime? {
        guard note.byteCount >= 34, let bytes = try block.file.bytes(at: note.valueOffset + 22, count: 12) else {
            return nil
        }
        let numbers = (0..<6).map { index in
            let raw = bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
            return Int(block.bigEndian ? raw.bigEndian : raw.littleEndian)
        }
        return PhotoDate.WallTime(
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
    private static let samsungNames: Set<UInt16> = [0x30, 0x31]
    private static let nikonLocation: UInt16 = 0x0039

    /// Refuses an edit if a note contains the name of the photo's place.
    static func refuse(_ note: Range<Int>, of block: TIFFBlock, make: String) throws {
        guard try name(in: note, of: block, make: make) else { return }
        throw EditRefusal("its maker notes name the place", isCertain: true)
    }

    /// Returns whether the private data of a DNG are of a known form without a place: maker notes, as Adobe's converter
    /// copies them or in their maker's own form.
    static func isHarmless(
        dngPrivateData data: Range<Int>, of block: TIFFBlock, make: String
    ) throws(MetadataError) -> Bool {
        guard let start = try block.file.bytes(at: data.lowerBound, count: min(data.count, 20)).map({ Array($0) })
        else { return false }
        guard start.starts(with: Array("Adobe\0".utf8)) else {
            return try HarmlessMakerNotes.contain(data, of: block, make: "")
        }
        // Data of the converter have names of four letters; only this one holds the camera's notes.
        guard start.count == 20, start[6..<10].elementsEqual("MakN".utf8) else { return true }
        let bigEndian = start[14] == UInt8(ascii: "M")
        let former = start[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let note = data.lowerBound + 20..<data.upperBound
        guard !note.isEmpty else { return true }
        // Offsets are those of the original file.
        let inner = TIFFBlock(
            file: block.file, base: max(0, note.lowerBound - former), end: note.upperBound, bigEndian: bigEndian,
            firstDirectory: note.lowerBound)
        if try name(in: note, of: inner, make: make) { return false }
        return try HarmlessMakerNotes.contain(note, of: inner, make: make)
    }

    private static func name(
        in note: Range<Int>, of block: TIFFBlock, make: String
    ) throws(MetadataError) -> Bool {
        guard note.count > 18, let start = try block.file.bytes(at: note.lowerBound, count: 18).map({ Array($0) })
        else {
            return false
        }
        if start.starts(with: "Panasonic\0".utf8) {
            for field in try fields(at: note.lowerBound + 12, of: block) where panasonicNames.contains(field.tag) {
                if try block.valueBytes(of: field)?.contains(where: isLetter) == true { return true }
            }
        } else if start.starts(with: "Nikon\0\u{2}".utf8) {
            let base = note.lowerBound + 10
            guard let inner = try TIFFBlock(in: block.file, at: base, count: note.upperBound - base) else {
                return false
            }
            for field in try fields(at: inner.firstDirectory, of: inner) where field.tag == nikonLocation {
                if try inner.valueBytes(of: field)?.dropFirst(9).contains(where: isLetter) == true { return true }
            }
        } else if make.lowercased().hasPrefix("samsung") {
            // Offsets are relative to the note.
            let inner = TIFFBlock(
                file: block.file, base: note.lowerBound, end: note.upperBound, bigEndian: block.bigEndian,
                firstDirectory: note.lowerBound)
            for field in try fields(at: note.lowerBound, of: inner) where samsungNames.contains(field.tag) {
                if try inner.valueBytes(of: field)?.contains(where: isLetter) == true { return true }
            }
        }
        return false
    }

    private static func fields(at offset: Int, of block: TIFFBlock) throws(MetadataError) -> [TIFFField] {
        guard let directory = try block.directory(at: offset), directory.count == directory.statedCount else {
            return []
        }
        return try block.fields(of: directory)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte > 0x40 && byte != 0xFF }
}
