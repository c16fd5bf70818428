/// Keeps the list of the pictures behind the first one right (CIPA DC-007): places count from the list's own header,
/// and the first picture's length is that of its file.
enum MultiPictureEditing {
    private static let entries: UInt16 = 0xB002
    private static let entrySize = 16
    private static let mostEntries = 64

    /// Adds to a patch what its other changes do to the list.
    static func follow(_ patch: inout FilePatch, _ parts: JPEGParts, _ file: FileBytes) throws {
        guard let segment = parts.multiPicture.first else { return }
        let before = patch.growth(before: segment.offset)
        let behind = patch.newCount - patch.oldCount - before
        guard before != 0 || behind != 0 else { return }
        guard let block = try TIFFBlock(in: file, at: segment.payload + 4, count: segment.count - 4),
            let directory = try block.directory(at: block.firstDirectory),
            let list = try block.fields(of: directory).first(where: { $0.tag == entries }), let range = list.value,
            range.count % entrySize == 0, range.count <= mostEntries * entrySize
        else { throw EditRefusal("its list of further pictures cannot be understood") }
        for entry in stride(from: range.lowerBound, to: range.upperBound, by: entrySize) {
            guard let bytes = try file.bytes(at: entry, count: entrySize) else { return }
            let (size, offset) = (block.decoded(bytes[4..<8]), block.decoded(bytes[8..<12]))
            if offset == 0 {
                // Some programs write no length.
                if size > 0 { try replace(entry + 4, size + before + behind, block, &patch) }
            } else if behind != 0 {
                try replace(entry + 8, offset + behind, block, &patch)
            }
        }
    }

    private static func replace(_ place: Int, _ number: Int, _ block: TIFFBlock, _ patch: inout FilePatch) throws {
        guard (0...Int(UInt32.max)).contains(number) else {
            throw EditRefusal("its list of further pictures cannot be understood")
        }
        patch.replace(place..<place + 4, with: block.encoded(number, size: 4))
    }
}
