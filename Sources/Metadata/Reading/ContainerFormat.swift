/// The kinds of containers, told by their first bytes.
enum ContainerFormat {
    case jpeg, png, webp, gif, tiff, raf, heif, mp4, matroska

    /// The kind of container and the format that its first bytes promise, or `nil` when they are of none that is known.
    static func find(in file: FileBytes) throws(MetadataError) -> (mark: ContainerFormat, format: PhotoFormat)? {
        guard let bytes = try file.bytes(at: 0, count: min(file.count, 32)), bytes.count >= 3 else { return nil }
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
            return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + text.utf8CodeUnitCount])
                .elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
        if bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[2] == 0xFF { return (.jpeg, .jpeg) }
        if bytes[0] == 0x89, has("PNG\r\n\u{1A}\n", at: 1) { return (.png, .png) }
        if has("RIFF"), has("WEBP", at: 8) { return (.webp, .webp) }
        if has("GIF87a") || has("GIF89a") { return (.gif, .gif) }
        if has("FUJIFILMCCD-RAW") { return (.raf, .raw) }
        if bytes[0] == 0x1A, bytes[1] == 0x45, bytes[2] == 0xDF, bytes.count > 3, bytes[3] == 0xA3 {
            return (.matroska, .mkv)
        }
        if has("ftyp", at: 4) { return brand(bytes) }
        for kind: StaticString in ["moov", "mdat", "wide", "skip", "pnot"] where has(kind, at: 4) {
            return (.mp4, .mov)
        }
        if try TIFFBlock(in: file, at: 0, count: file.count) != nil { return (.tiff, .tiff) }
        return nil
    }

    /// What the brands of ISO's base media format promise.
    private static func brand(_ bytes: UnsafeRawBufferPointer) -> (mark: ContainerFormat, format: PhotoFormat)? {
        guard bytes.count >= 12 else { return nil }
        var isGeneric = false
        // The major brand, and the compatible ones that are in reach; between them stands a version.
        for offset in stride(from: 8, to: min(bytes.count, 32) - 3, by: 4) where offset != 12 {
            let brand = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian
            switch brand {
            case 0x6865_6963, 0x6865_6978, 0x6865_7663, 0x6865_7678, 0x6865_696D, 0x6865_6973: return (.heif, .heic)
            case 0x6176_6966, 0x6176_6973: return (.heif, .avif)
            case 0x6D69_6631, 0x6D73_6631: isGeneric = true
            case 0x6372_7820: return (.mp4, .raw)  // Canon's CR3.
            case 0x7174_2020 where offset == 8: return (.mp4, .mov)
            default: break
            }
            if offset == 8, !isGeneric { return (.mp4, .mp4) }
        }
        return (.heif, .heic)
    }
}
