/// Keeps the list of the pictures behind the first one right (CIPA DC-007): places count from the list's own header,
/// and the first picture's length is that of its file.
enum MultiPictureEditing {
    private static let listTag: UInt16 = 0xB002
    private static let entrySize = 16
    private static let mostEntries = 64

    /// Adds to a patch what its other changes do to the list.
    static func follow(_ patch: inout FilePatch, _ parts: JPEGParts, _ file: FileBytes) throws {
        guard let segment = parts.multiPicture.first else { return }
        let before = patch.growth(before: segment.offset)
        let behind = patch.newCount - patch.oldCount - before
        guard before != 0 || behind != 0 else { return }
        let (block, range) = try list(of: segment, in: file)
        for (index, (offset, size)) in try entries(of: segment, in: file).enumerated() {
            let entry = range.lowerBound + index * entrySize
            if offset == 0 {
                // Some programs write no length.
                if size > 0 { try replace(entry + 4, size + before + behind, block, &patch) }
            } else if behind != 0 {
                try replace(entry + 8, offset + behind, block, &patch)
            }
        }
    }

    /// Where each picture begins, counted from the list's header, and how long it is; the first one's place is 0.
    static func entries(of segment: JPEGSegment, in file: FileBytes) throws -> [(offset: Int, size: Int)] {
        let (block, range) = try list(of: segment, in: file)
        guard let bytes = try file.bytes(at: range.lowerBound, count: range.count) else { return [] }
        return stride(from: 0, to: bytes.count, by: entrySize).map {
            (block.decoded(bytes[$0 + 8..<$0 + 12]), block.decoded(bytes[$0 + 4..<$0 + 8]))
        }
    }

    private static func list(of segment: JPEGSegment, in file: FileBytes) throws -> (TIFFBlock, Range<Int>) {
        guard let block = try TIFFBlock(in: file, at: segment.payload + 4, count: segment.count - 4),
            let directory = try block.directory(at: block.firstDirectory),
            let list = try block.fields(of: directory).first(where: { $0.tag == listTag }), let range = list.value,
            range.count % entrySize == 0, range.count <= mostEntries * entrySize
        else { throw EditRefusal("its list of further pictures cannot be understood") }
        return (block, range)
    }

    private static func replace(_ place: Int, _ number: Int, _ block: TIFFBlock, _ patch: inout FilePatch) throws {
        guard (0...Int(UInt32.max)).contains(number) else {
            throw EditRefusal("its list of further pictures cannot be understood")
        }
        patch.replace(place..<place + 4, with: block.encoded(number, size: 4))
    }
}
