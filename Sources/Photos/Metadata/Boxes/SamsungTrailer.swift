/// The data that Samsung's phones append to photos and videos (SEF): named entries, a directory, and `SEFT` as the last
/// bytes, by which readers find them.
///
/// Offsets in the directory count backwards from it. An entry may hold a byte offset in the file: `mpv2` of a motion
/// photo, where its video is.
///
/// Source: the tables of exiftool for `Samsung::Trailer`, and Media3's `SefReader`.
struct SamsungTrailer {
    /// An entry.
    struct Entry: Hashable {
        /// Its name, such as `MotionPhoto_Data`.
        var name: String
        /// The byte range of its data, after the name.
        var data: Range<Int>
    }

    /// A byte offset of the file that an entry holds.
    struct FileOffset: Hashable {
        /// The four bytes that hold it, the highest first.
        var range: Range<Int>
        /// Where it points.
        var target: Int
    }

    /// The bytes from the first entry to the end of the file.
    let range: Range<Int>
    /// The entries, in the order of the directory.
    private(set) var entries: [Entry] = []
    /// The byte offsets of the file that the entries hold.
    private(set) var offsets: [FileOffset] = []
    /// Whether an entry cannot be read, or shares bytes with another, so that it is unknown what the entries hold.
    private(set) var isDamaged = false

    /// The longest directory, in bytes.
    private static let maximumDirectory = 1 << 16
    private static let end = Array("SEFT".utf8)

    /// Reads the trailer; returns `nil` if the file has none.
    ///
    /// - Throws: ``MetadataError/Code/unreadable``.
    init?(of file: FileBytes) throws(MetadataError) {
        let count = file.count
        guard count >= 32, let last = try file.bytes(at: count - 4, count: 4), last.elementsEqual(Self.end),
            let size = try file.uint32(at: count - 8, bigEndian: false).map({ Int($0) }),
            (24...Self.maximumDirectory).contains(size), size <= count - 8
        else { return nil }
        let directory = count - 8 - size
        guard let head = try file.bytes(at: directory, count: 4), head.elementsEqual("SEFH".utf8),
            let number = try file.uint32(at: directory + 8, bigEndian: false).map({ Int($0) }),
            number <= (size - 12) / 12
        else { return nil }
        var start = directory
        for index in 0..<number {
            let place = directory + 12 + index * 12
            guard let back = try file.uint32(at: place + 4, bigEndian: false).map({ Int($0) }),
                let length = try file.uint32(at: place + 8, bigEndian: false).map({ Int($0) }), back <= directory,
                length <= back, length >= 8,
                let nameCount = try file.uint32(at: directory - back + 4, bigEndian: false),
                nameCount <= length - 8, nameCount <= 256,
                let name = try file.bytes(at: directory - back + 8, count: Int(nameCount)).map({ Array($0) })
            else {
                isDamaged = true
                continue
            }
            let first = directory - back
            start = min(start, first)
            let data = first + 8 + Int(nameCount)..<first + length
            entries.append(Entry(name: String(decoding: name, as: UTF8.self), data: data))
            if data.count >= 8, let mark = try file.bytes(at: data.lowerBound, count: 4),
                mark.elementsEqual("mpv2".utf8),
                let target = try file.uint32(at: data.lowerBound + 4, bigEndian: true)
            {
                offsets.append(FileOffset(range: data.lowerBound + 4..<data.lowerBound + 8, target: Int(target)))
            }
        }
        range = start..<count
        // Otherwise each entry could be as large as the file, and its data the image.
        let sorted = entries.map(\.data).sorted { $0.lowerBound < $1.lowerBound }
        if zip(sorted, sorted.dropFirst()).contains(where: { $0.upperBound > $1.lowerBound }) { isDamaged = true }
    }
}

extension SamsungTrailer {
    /// Updates the byte offsets of a file's trailer in a patch, for its other changes.
    ///
    /// - Parameters:
    ///   - patch: The changes.
    ///   - file: The current file.
    /// - Throws: ``EditRefusal`` if an offset cannot follow.
    static func follow(_ patch: inout FilePatch, _ file: FileBytes) throws {
        guard patch.newCount != patch.oldCount || !patch.keepsOffsets, let trailer = try SamsungTrailer(of: file) else {
            return
        }
        for offset in trailer.offsets where offset.target < file.count {
            let target = offset.target + patch.growth(before: offset.target)
            guard target != offset.target else { continue }
            guard patch.isFree(offset.range), target <= Int(UInt32.max) else {
                throw EditRefusal("the phone's data at its end point to a video that would no longer be found")
            }
            patch.replace(offset.range, with: BoxBytes.uint32(target))
        }
    }

    /// Returns what is wrong with the trailer of an edited file; `nil` if nothing is.
    ///
    /// - Parameters:
    ///   - old: The old file.
    ///   - new: The new file.
    /// - Returns: Part of a sentence.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func difference(between old: FileBytes, and new: FileBytes) throws(MetadataError) -> String? {
        guard let before = try SamsungTrailer(of: old) else { return nil }
        guard let after = try SamsungTrailer(of: new), before.range.count == after.range.count,
            before.entries.map(\.name) == after.entries.map(\.name), before.offsets.count == after.offsets.count
        else { return "the phone's data at its end are no longer the last" }
        for (first, second) in zip(before.offsets, after.offsets) where first.target < old.count - 16 {
            guard let mine = try old.bytes(at: first.target, count: 16).map({ Array($0) }),
                let theirs = try new.bytes(at: second.target, count: 16), theirs.elementsEqual(mine)
            else { return "the phone's data at its end no longer point to its video" }
        }
        return nil
    }

    /// Names of entries that say nothing about a place.
    ///
    /// Missing is `MCC_Data`, the country of the mobile network.
    private static let harmless = [
        "MotionPhoto", "SlowMotion", "SuperSlow", "Image_UTC_Data", "PhotoEditor", "Original_Path_Hash", "Single_",
        "Dual", "DualShot", "Front_Cam", "Samsung_Capture", "Auto_Enhance", "Camera_Capture_Mode", "Watermark",
        "Color_Display", "Depth", "Sound", "Panorama", "Portrait", "Pro_Mode", "Camera_Scene", "Camera_Sticker",
        "Video_Snapshot", "BackupRestore", "sef_", "Burst", "Selfie", "Remaster", "Jpeg", "JPEG", "HDR", "Gain",
        "SingleTake", "Copy_Available", "Document_", "OutFocus", "Virtual", "Interactive", "3DPanorama", "Wide_Selfie",
        "AnimatedGif", "Beauty", "Makeup", "Magic", "Tag_Shot", "Invisible",
    ]

    /// Returns the replacements that overwrite the data of entries that are not known, so that nothing moves.
    ///
    /// - Parameter file: The file.
    /// - Returns: None for a file without such data.
    /// - Throws: ``EditRefusal`` if the entries are damaged, ``MetadataError``.
    static func blankings(of file: FileBytes) throws -> [FilePatch.Splice] {
        guard let trailer = try SamsungTrailer(of: file) else { return [] }
        guard !trailer.isDamaged else {
            throw EditRefusal("the phone's data at its end are damaged and may hold positions", isCertain: true)
        }
        var splices: [FilePatch.Splice] = []
        for entry in trailer.entries where !harmless.contains(where: { entry.name.hasPrefix($0) }) {
            guard !entry.data.isEmpty, try !file.isBlank(entry.data) else { continue }
            splices.append(FilePatch.Splice(range: entry.data, bytes: BoxBytes.zeros(entry.data.count)))
        }
        // Where an entry begins is what the file says.
        if let first = splices.map(\.range.lowerBound).min(), try first < endOfImage(file) {
            throw EditRefusal("the phone's data at its end are damaged and may hold positions", isCertain: true)
        }
        return splices
    }

    /// Returns the byte offset before which nothing of the trailer can be: the end of a JPEG's image, or the box `sefd`.
    private static func endOfImage(_ file: FileBytes) throws -> Int {
        if try ContainerFormat.find(in: file)?.0 == .jpeg {
            let scan = try JPEGParts(of: file).scan
            return try file.first([0xFF, JPEGSegment.endOfImage], from: scan).map { $0 + 2 } ?? file.count
        }
        var walk = BoxWalk(file, 0..<file.count)
        while let box = try walk.next() {
            if box.type == "sefd" { return box.content.lowerBound }
        }
        return file.count
    }
}

/// The length of the image that a motion photo of Google's form states in its XMP.
///
/// A video is found by its distance from the end, which an edit of the image does not change. A stated length of the image
/// itself would be wrong after one.
///
/// Source: Google, "Motion Photo format 1.0", `GContainer`.
enum GoogleContainer {
    /// Refuses to change the size of an image whose length the packet states.
    ///
    /// - Parameters:
    ///   - packet: The current packet; `nil` if there is none.
    ///   - patch: The changes of the file.
    /// - Throws: ``EditRefusal``.
    static func check(_ packet: [UInt8]?, _ patch: FilePatch) throws(EditRefusal) {
        guard let packet, patch.newCount != patch.oldCount, statesPrimaryLength(packet) else { return }
        throw EditRefusal("its XMP states the length of its image, which would change")
    }

    /// Returns whether the item of the primary image has a length other than zero.
    static func statesPrimaryLength(_ packet: [UInt8]) -> Bool {
        packet.withUnsafeBytes { bytes in
            guard ByteSearch.contains(bytes, Array("Primary".utf8)), ByteSearch.contains(bytes, Array(":Length".utf8))
            else {
                return false
            }
            var position = 0
            let item = Array("<rdf:li".utf8)
            while let start = ByteSearch.first(item, in: bytes, from: position) {
                position = start + item.count
                let end = ByteSearch.first(item, in: bytes, from: position) ?? bytes.count
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                guard ByteSearch.contains(part, Array("Primary".utf8)),
                    let length = ByteSearch.first(Array(":Length".utf8), in: part, from: 0)
                else { continue }
                let digits = part[(length + 7)...].drop { " =\"'>\n\t\r".utf8.contains($0) }.prefix {
                    (0x30...0x39).contains($0)
                }
                if digits.contains(where: { $0 != 0x30 }) { return true }
            }
            return false
        }
    }
}
