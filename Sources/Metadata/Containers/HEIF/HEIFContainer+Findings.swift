extension HEIFContainer {
    /// Reads what the file says into `findings`, whose format is what the first bytes promise and may be corrected.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let picture = try HEIFContainer(file) else { return }
        findings.container.format = picture.brands.kind == .avif ? .avif : .heic
        findings.container.storedSize = picture.storedSize
        findings.container.orientation = picture.orientation
        findings.containerTurns = true
        for warning in picture.warnings { findings.warn(warning.message, at: warning.offset) }
        if let exif = picture.exif { try findings.readEXIF(in: file, at: exif.lowerBound, count: exif.count) }
        if let xmp = picture.xmp { try findings.readXMP(in: file, at: xmp.lowerBound, count: xmp.count) }
        if let item = picture.thumbnail, let range = item.range {
            findings.container.thumbnail = EmbeddedImage(
                offset: range.lowerBound, count: range.count,
                format: item.type == "jpeg" ? .jpeg : item.type == "av01" ? .avif : .heic, size: picture.thumbnailSize)
        }
    }
}
