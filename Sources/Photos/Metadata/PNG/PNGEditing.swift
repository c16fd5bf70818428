import LKFormats

/// Edits the chunks of a PNG that contain position and place names; the others keep their bytes and order.
enum PNGEditing {
    /// Returns the bytes that an edit changes.
    static func patch(of file: FileBytes, by edit: MetadataEdit) throws -> FilePatch {
        let parts = try PNGParts(of: file)
        try PNGTextSearch.refuse(edit, parts, file)
        var patch = FilePatch(oldCount: file.count)
        var new = try changeEXIF(parts, file, edit, &patch)
        for text in parts.profiles where EXIFEditing.concernsEXIF(edit, hasBlock: true) {
            try changeProfile(text, file, edit, &patch)
        }
        new += try changeXMP(parts, file, edit, &patch)
        for chunk in try HarmlessChunks.others(than: edit, parts, file) {
            patch.replace(chunk.offset..<chunk.end, with: [])
        }
        patch.replace(parts.start..<parts.start, with: new)
        return patch
    }

    /// Changes the EXIF of a PNG.
    ///
    /// - Returns: A new chunk, if there is none to change.
    private static func changeEXIF(
        _ parts: PNGParts, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws -> [UInt8] {
        guard edit.location != .remove || !parts.exif.isEmpty else { return [] }
        if parts.exif.isEmpty {
            guard parts.profiles.isEmpty, let block = try EXIFEditing.edited(nil, by: edit, size: try size(parts, file))
            else { return [] }
            return chunk(PNGChunk.exif, block)
        }
        for old in parts.exif {
            guard let bytes = try file.bytes(at: old.payload, count: old.count).map({ Array($0) }) else {
                throw EditRefusal("its EXIF is too large")
            }
            guard let new = try EXIFPayload.edited(bytes, by: edit) else { continue }
            patch.replace(old.offset..<old.end, with: chunk(PNGChunk.exif, new))
        }
        return []
    }

    private static func changeProfile(
        _ text: PNGChunk, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws {
        guard let (name, profile) = try PNGText.profile(of: text, in: file) else {
            throw EditRefusal(PNGText.refusal(of: text, called: "the text with its EXIF"))
        }
        // This kind of profile may also be XMP.
        guard TIFFSignature.starts(profile) || profile.starts(with: "Exif\0".utf8) else {
            throw EditRefusal("a profile of its texts cannot be changed")
        }
        guard let new = try EXIFPayload.edited(profile, by: edit) else { return }
        patch.replace(text.offset..<text.end, with: PNGProfile.chunk(named: name, new))
    }

    /// Changes the XMP of a PNG.
    ///
    /// - Returns: A new chunk, if there is none to change.
    private static func changeXMP(
        _ parts: PNGParts, _ file: FileBytes, _ edit: MetadataEdit, _ patch: inout FilePatch
    ) throws -> [UInt8] {
        var packet: [UInt8]?
        var isNeeded = false
        for old in parts.xmp {
            // Some programs write the keyword of XMP before a text of another kind.
            let isProfile = try !PNGParts.isXMP(old, file)
            let found = isProfile ? try PNGText.profile(of: old, in: file)?.bytes : try PNGText.text(of: old, in: file)
            guard let found else { throw EditRefusal(PNGText.refusal(of: old, called: "its XMP")) }
            if XMPRelevance.isNeeded(for: edit, packet: found) {
                guard parts.xmp.count == 1, !isProfile else { throw EditRefusal("its XMP cannot be changed") }
                isNeeded = true
            }
            packet = found
        }
        if parts.xmp.isEmpty { isNeeded = XMPRelevance.isNeeded(for: edit, packet: nil) }
        guard isNeeded, let new = try XMPEditing.edited(packet, by: edit, hasEXIF: true) else { return [] }
        // Not compressed, without a language.
        let bytes = chunk(PNGChunk.internationalText, PNGParts.xmpKeyword + [0, 0, 0, 0] + new)
        guard let old = parts.xmp.first else { return bytes }
        patch.replace(old.offset..<old.end, with: bytes)
        return []
    }

    /// Returns the width and height in the header, which is the first chunk.
    private static func size(_ parts: PNGParts, _ file: FileBytes) throws -> PixelSize? {
        guard let header = parts.all.first, header.kind == PNGChunk.header else { return nil }
        return try PNGContainer.size(header, file)
    }

    /// Returns a chunk with its length and checksum.
    static func chunk(_ kind: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let named = bigEndian(kind) + payload
        return bigEndian(UInt32(payload.count)) + named + bigEndian(CRC32.of(named))
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// A hex-encoded profile in a zlib-compressed text of a PNG, using stored blocks.
enum PNGProfile {
    private static let bytesInLine = 36
    private static let maximumBlockSize = 0xFFFF

    /// Returns a chunk.
    ///
    /// - Parameters:
    ///   - name: The text after `Raw profile type `.
    ///   - profile: The profile.
    /// - Returns: The chunk, with its length and its checksum.
    static func chunk(named name: [UInt8], _ profile: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [0x0A] + name + [0x0A]
        let count = String(profile.count)
        text += Array((String(repeating: " ", count: max(0, 8 - count.count)) + count).utf8)
        for (index, byte) in profile.enumerated() {
            if index % bytesInLine == 0 { text.append(0x0A) }
            text += [HexadecimalDigit.lower(byte >> 4), HexadecimalDigit.lower(byte & 15)]
        }
        text.append(0x0A)
        let keyword = Array("Raw profile type ".utf8) + name + [0, 0]
        return PNGEditing.chunk(PNGChunk.compressedText, keyword + stored(text))
    }

    /// Returns a zlib stream (RFC 1950) of stored blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let part = rest.prefix(maximumBlockSize)
            rest = rest.dropFirst(part.count)
            let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
            let last: UInt8 = rest.isEmpty ? 1 : 0
            stream += [last, low, high, ~low, ~high]
            stream += part
        } while !rest.isEmpty
        return stream + PNGEditing.bigEndian(Adler32.of(bytes))
    }
}
