extension FileSurvey {
    /// Groups of the directories of a TIFF structure.
    private enum Group {
        static let exif = 100
        static let gps = 200
        static let interoperability = 300
        static let branch = 400
    }

    /// More directories than are looked at have no meaning for photos.
    private static let mostDirectories = 256

    /// Adds every entry of a TIFF structure that an edit does not mean.
    ///
    /// - Parameters:
    ///   - block: The structure.
    ///   - edit: What changes.
    ///   - base: What is added to the numbers of groups, for a second structure.
    /// - Throws: ``MetadataError/Code/unreadable``.
    mutating func add(_ block: TIFFBlock, leavingOut edit: MetadataEdit, base: Int = 0) throws(MetadataError) {
        var waiting = [(group: 0, place: block.firstDirectory)]
        var seen: Set<Int> = []
        let edited = Self.tags(meantBy: edit)
        var editedOfGPS: Set<UInt16>?
        while !waiting.isEmpty {
            let (group, place) = waiting.removeFirst()
            guard seen.count < Self.mostDirectories, seen.insert(place).inserted,
                let directory = try block.directory(at: place)
            else { continue }
            if group == Group.gps, editedOfGPS == nil { editedOfGPS = Self.positionTags(meantBy: edit, in: block) }
            let meant = group == Group.gps ? editedOfGPS ?? [] : edited
            for field in try block.fields(of: directory) {
                add(field, of: block, base + group, leavingOut: meant)
                switch field.tag {
                case EXIFTag.exifDirectory: append(Group.exif, field, block, &waiting)
                case EXIFTag.gpsDirectory: append(Group.gps, field, block, &waiting)
                case 0xA005: append(Group.interoperability, field, block, &waiting)
                case EXIFTag.subDirectories:
                    guard let size = field.elementSize, size >= 4, let bytes = try block.valueBytes(of: field) else {
                        continue
                    }
                    for (index, start) in stride(from: 0, to: bytes.count - size + 1, by: size).enumerated() {
                        let target = block.decoded(bytes[start..<start + size])
                        guard target > 0, target < block.end - block.base else { continue }
                        waiting.append((Group.branch + group * 1000 + index, block.base + target))
                    }
                default: break
                }
            }
            if let next = try block.directory(after: directory), group < Group.exif {
                waiting.append((group + 1, next))
            }
        }
    }

    private func append(
        _ group: Int, _ field: TIFFField, _ block: TIFFBlock, _ waiting: inout [(group: Int, place: Int)]
    ) {
        if let target = block.target(of: field) { waiting.append((group, target)) }
    }

    private mutating func add(_ field: TIFFField, of block: TIFFBlock, _ group: Int, leavingOut edited: Set<UInt16>) {
        guard !edited.contains(field.tag), let place = field.offset else { return }
        let inline = place + 4 + block.wordSize
        // Where the directory of EXIF lies may change; what is in it is compared.
        let range =
            field.tag == EXIFTag.exifDirectory ? inline..<inline : field.value ?? inline..<inline + block.wordSize
        facts.append(Fact(group: group, tag: Int(field.tag), type: field.type, count: field.count, range: range))
    }
}

extension FileSurvey {
    /// The tags of all directories but that of GPS that an edit means.
    private static func tags(meantBy edit: MetadataEdit) -> Set<UInt16> {
        var tags: Set<UInt16> = [EXIFTag.gpsDirectory]
        if edit.offset != nil { tags.formUnion([EXIFTag.offsetTimeOriginal, EXIFTag.offsetTimeDigitized]) }
        if edit.concernsXMP { tags.insert(EXIFTag.xmp) }
        if edit.namesSomething { tags.formUnion([EXIFTag.iptc, EXIFTag.photoshop]) }
        return tags
    }

    /// The tags of the directory of GPS that an edit means.
    private static func positionTags(meantBy edit: MetadataEdit, in block: TIFFBlock) -> Set<UInt16> {
        switch edit.location {
        case .keep: return []
        case .set(let location):
            let values = GPSValues(location, in: block, hasStatus: true)
            return Set(values.values.map(\.tag) + values.obsolete + [GPSTag.processingMethod])
        case .remove: return Set(0...0xFF)
        }
    }
}

extension MetadataEdit {
    /// Whether names of places or keywords change.
    var namesSomething: Bool { placeShown != .keep || placeCreated != .keep || !keywords.isEmpty }

    /// Whether XMP may change.
    var concernsXMP: Bool { namesSomething || location != .keep || offset != nil }
}
