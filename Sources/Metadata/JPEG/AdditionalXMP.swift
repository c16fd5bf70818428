/// XMP of a JPEG that is left as it is: the parts of a packet that is too large for one segment, and packets behind the first.
enum AdditionalXMP {
    /// What can stand across two parts.
    private static let overlap = 64
    /// What stands before the content of a part: a name, and 40 bytes that say to which packet it belongs, and where.
    private static let headCount = ExtendedXMP.signature.utf8CodeUnitCount + 40

    /// Throws where something would be left of what is to be removed.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - parts: The segments.
    ///   - file: The file.
    /// - Throws: ``EditRefusal``, and what reading throws.
    static func refuse(_ edit: MetadataEdit, _ parts: JPEGParts, _ file: FileBytes) throws {
        guard edit.removals != MetadataEdit() else { return }
        for segment in parts.xmp.dropFirst() {
            try refuse(edit, XMPPlaceRule.facts(of: try copy(of: segment, from: JPEGParts.xmpName.count, file)))
        }
        var extended: [(order: [UInt8], segment: JPEGSegment)] = []
        for segment in parts.extendedXMP {
            // The packet's identifier and the place within it.
            let head = try copy(of: segment, from: 0, file).prefix(headCount).suffix(40)
            extended.append((Array(head), segment))
        }
        extended.sort { $0.order.lexicographicallyPrecedes($1.order) }
        var end: [UInt8] = []
        // Where a part has the beginning of an image, that is all of them, for it goes on in the next.
        var whole: [UInt8] = []
        for part in extended {
            let content = end + (try copy(of: part.segment, from: headCount, file))
            try refuse(edit, XMPPlaceRule.guess(of: content))
            let beginsImage = whole.isEmpty && content.withUnsafeBytes { Base64Images.mayBe(in: $0) }
            if beginsImage { whole = content } else if !whole.isEmpty { whole += content.dropFirst(end.count) }
            end = content.suffix(overlap)
        }
        guard !whole.isEmpty else { return }
        let facts = Base64Images.facts(in: whole)
        if edit.location == .remove && facts.position || edit.placeShown == .remove && facts.place {
            throw EditRefusal("a picture in its XMP says where it was taken", isCertain: true)
        }
    }

    private static func refuse(_ edit: MetadataEdit, _ facts: XMPPlaceRule.Facts) throws(EditRefusal) {
        if edit.location == .remove, facts.position {
            throw EditRefusal("a further part of its XMP has a position")
        }
        if edit.placeShown == .remove || edit.placeCreated == .remove, facts.place {
            throw EditRefusal("a further part of its XMP names a place")
        }
    }

    private static func copy(of segment: JPEGSegment, from start: Int, _ file: FileBytes) throws -> [UInt8] {
        let start = min(start, segment.count)
        guard let bytes = try file.bytes(at: segment.payload + start, count: segment.count - start) else {
            throw EditRefusal("its XMP is cut off")
        }
        return Array(bytes)
    }
}
