/// Completes the removal of a position: what a container's own places do not show.
enum PositionRemoval {
    /// Adds to a patch what takes the position out of previews with EXIF of their own.
    ///
    /// - Parameters:
    ///   - patch: What removes the position from the file's own EXIF and XMP.
    ///   - file: The file as it is.
    /// - Throws: ``EditRefusal`` where some of it would stay.
    static func complete(_ patch: inout FilePatch, of file: FileBytes) throws {
        let traces = try PositionTraces.find(in: file, copies: try coordinates(of: file))
        // First what can be taken out; then the rest is compared with it.
        for case .exif(let place) in traces where patch.isUntouched(place) {
            try removeEXIF(at: place, from: file, &patch)
        }
        let isFilm = try BoxCheck.isFilm(file)
        for trace in traces where patch.isUntouched(trace.place) {
            let place = trace.place
            switch trace {
            case .exif: continue
            case .text: throw EditRefusal("a further part of it names a position, at byte \(place)")
            // A film's own position has been taken out of its boxes, of which names and types may stay where they are.
            case .film where isFilm: continue
            case .film: throw EditRefusal("the film behind its picture has a position")
            case .copy:
                // Its own directory is already filled with zeros.
                throw EditRefusal("its position stands a second time in it, such as in the maker's notes")
            }
        }
    }

    private static func removeEXIF(
        at place: Int, from file: FileBytes, _ patch: inout FilePatch
    ) throws {
        // Its segment tells where it ends.
        guard place >= 10, let head = try file.bytes(at: place - 10, count: 4), head[0] == 0xFF, head[1] == 0xE1 else {
            throw EditRefusal("a preview in it has a position that cannot be removed")
        }
        let count = (Int(head[2]) << 8 | Int(head[3])) - 8
        guard count <= file.count - place, let block = try TIFFBlock(in: file, at: place, count: count) else {
            throw EditRefusal("a preview in it has a position that cannot be removed")
        }
        var edit = MetadataEdit()
        edit.location = .remove
        var editor = try TIFFEditor(block)
        try EXIFEditing.apply(edit, to: &editor)
        let splices = try editor.splices()
        // The file's own EXIF has been edited already.
        if splices.allSatisfy({ splice in patch.splices.contains(splice) }) { return }
        for splice in splices where !patch.splices.contains(splice) {
            guard editor.tail.isEmpty, patch.isFree(splice.range) else {
                throw EditRefusal("a preview in it has a position that cannot be removed")
            }
            patch.replace(splice.range, with: splice.bytes)
        }
    }

    /// The bytes of the latitude and the longitude of the file's own EXIF; none where they say little.
    static func coordinates(of file: FileBytes) throws(MetadataError) -> [[UInt8]] {
        var bytes: [[UInt8]] = []
        for trace in try PositionTraces.find(in: file) {
            guard case .exif(let place) = trace else { continue }
            guard let block = try TIFFBlock(in: file, at: place, count: file.count - place) else { continue }
            bytes += try coordinates(in: block)
        }
        if let block = try TIFFBlock(in: file, at: 0, count: file.count) { bytes += try coordinates(in: block) }
        return bytes
    }

    private static func coordinates(in block: TIFFBlock) throws(MetadataError) -> [[UInt8]] {
        guard let first = try block.directory(at: block.firstDirectory),
            let pointer = try block.fields(of: first).first(where: { $0.tag == EXIFTag.gpsDirectory }),
            let target = block.target(of: pointer), let gps = try block.directory(at: target)
        else { return [] }
        var found: [[UInt8]] = []
        for field in try block.fields(of: gps) where field.tag == GPSTag.latitude || field.tag == GPSTag.longitude {
            // Round numbers occur elsewhere too.
            guard let bytes = try block.valueBytes(of: field), bytes.count(where: { $0 != 0 }) >= 8 else { continue }
            found.append(bytes)
        }
        return found
    }
}
