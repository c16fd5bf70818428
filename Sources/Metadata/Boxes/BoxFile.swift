/// A file of boxes, of whichever kind its brands say.
enum BoxFile {
    /// Reads what the file says into `findings`, whose format becomes what its brands say.
    ///
    /// - Throws: ``MetadataError/Code/unknownFormat`` for sound, JPEG 2000 and other kinds.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let brands = try BoxBrands(file), let kind = brands.kind else {
            throw file.error(.unknownFormat, "is neither a picture nor a video of a known kind, by its brands")
        }
        switch kind {
        case .heic, .avif:
            // A sequence of pictures may be a video alone, without a picture that stands for it.
            let whole = 0..<file.count
            if try BoxWalk.first("meta", in: whole, of: file) == nil,
                try BoxWalk.first("moov", in: whole, of: file) != nil
            {
                try MP4Container.read(file, into: &findings)
                findings.container.format = kind == .heic ? .heic : .avif
            } else {
                try HEIFContainer.read(file, into: &findings)
            }
        case .cr3: try CR3Container.read(file, into: &findings)
        case .mp4, .mov: try MP4Container.read(file, into: &findings)
        }
    }
}
