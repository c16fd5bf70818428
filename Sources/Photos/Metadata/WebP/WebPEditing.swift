/// Edits the chunks of a WebP that contain position and place names; the others keep their bytes and order.
enum WebPEditing {
    private static let hasEXIF: UInt8 = 0x08
    private static let hasXMP: UInt8 = 0x04
    private static let hasAlpha: UInt8 = 0x10

    /// Returns the bytes that an edit changes.
    static func patch(of file: FileBytes, by edit: MetadataEdit) throws -> FilePatch {
        let parts = try WebPParts(of: file)
        var patch = FilePatch(oldCount: file.count)
        var flags: UInt8 = 0
        var new = try changeEXIF(parts, file, edit, &patch)
        if !new.isEmpty { flags |= hasEXIF }
        // EXIF precedes XMP.
        if let xmp = parts.first(WebPChunk.xmp), !new.isEmpty {
            patch.replace(xmp.offset..<xmp.offset, with: new)
            new = []
        }
        let packet = try changeXMP(parts, file, edit, &patch)
        if !packet.isEmpty { flags |= hasXMP }
        if edit.location == .remove {
            for chunk in parts.unknown {
                let content = chunk.payload..<chunk.payload + chunk.count
                if try file.isBlank(content) { continue }
                patch.replace(content, with: [UInt8](repeating: 0, count: chunk.count))
            }
        }
        patch.replace(parts.end..<parts.end, with: new + packet)
        if flags != 0 { try setFlags(flags, parts, file, &patch) }
        let growth = patch.newCount - patch.oldCount
        if growth != 0 {
            guard parts.end - 8 + growth <= 0xFFFF_FFFE else { throw EditRefusal("it would exceed 4 GB") }
            patch.replace(4..<8, with: littleEndian(parts.end - 8 + growth, 4))
        }
        return patch
    }

    /// Changes the EXIF of a WebP.
    ///
    /// - Returns: A new chunk, if there is none to change.
    private static func changeEXIF(
        _ parts: WebPParts, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws -> [UInt8] {
        let blocks = parts.all.filter { $0.kind == WebPChunk.exif }
        guard !blocks.isEmpty else {
            let block = try EXIFEditing.edited(nil, by: edit, size: try size(file))
            return block.map { chunk(WebPChunk.exif, $0) } ?? []
        }
        for old in edit.location == .remove ? blocks : [blocks[0]] {
            guard let bytes = try file.bytes(at: old.payload, count: old.count).map({ Array($0) }) else {
                throw EditRefusal("its EXIF is too large")
            }
            guard let new = try EXIFPayload.edited(bytes, by: edit) else { continue }
            patch.replace(old.offset..<old.end, with: chunk(WebPChunk.exif, new))
        }
        return []
    }

    /// Changes the XMP of a WebP.
    ///
    /// - Returns: A new chunk, if there is none to change.
    private static func changeXMP(
        _ parts: WebPParts, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws -> [UInt8] {
        let old = parts.first(WebPChunk.xmp)
        let packet = try old.flatMap { try file.bytes(at: $0.payload, count: $0.count).map { Array($0) } }
        guard old == nil || packet != nil else { throw EditRefusal("its XMP is too large") }
        guard XMPRelevance.isNeeded(for: edit, packet: packet),
            let new = try XMPEditing.edited(packet, by: edit, hasEXIF: true)
        else { return [] }
        guard let old else { return chunk(WebPChunk.xmp, new) }
        patch.replace(old.offset..<old.end, with: chunk(WebPChunk.xmp, new))
        return []
    }

    /// Sets flags in the header, and adds a header if there is none.
    private static func setFlags(
        _ flags: UInt8, _ parts: WebPParts, _ file: FileBytes, _ patch: inout FilePatch
    ) throws {
        if let head = parts.first(WebPChunk.extended) {
            guard head.count >= 10, let old = try file.byte(at: head.payload) else {
                throw EditRefusal("the header of the WebP is damaged")
            }
            if old | flags != old { patch.replace(head.payload..<head.payload + 1, with: [old | flags]) }
            return
        }
        guard let size = try Self.size(file), let image = parts.all.first, image.isImageData else {
            throw EditRefusal("the size of the WebP's image is unknown")
        }
        // A lossless image itself records whether it has transparency.
        let isTransparent =
            try image.kind == WebPChunk.lossless && file.byte(at: image.payload + 4).map { $0 & 0x10 != 0 } == true
        let payload =
            [flags | (isTransparent ? hasAlpha : 0), 0, 0, 0] + littleEndian(size.width - 1, 3)
            + littleEndian(size.height - 1, 3)
        patch.replace(12..<12, with: chunk(WebPChunk.extended, payload))
    }

    private static func size(_ file: FileBytes) throws -> PixelSize? {
        var findings = Findings(format: .webp)
        try WebPContainer.read(file, into: &findings)
        return findings.container.storedSize
    }

    private static func chunk(_ kind: UInt32, _ payload: [UInt8]) -> [UInt8] {
        PNGEditing.bigEndian(kind) + littleEndian(payload.count, 4) + payload + (payload.count % 2 == 1 ? [0] : [])
    }

    private static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
