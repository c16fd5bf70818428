extension CR3Container {
    /// Reads what the file says into `findings`.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let picture = try CR3Container(file) else { return }
        findings.container.format = .raw
        findings.container.storedSize = picture.storedSize
        findings.container.thumbnail = picture.thumbnail ?? picture.preview
        for warning in picture.warnings { findings.warn(warning.message, at: warning.offset) }
        for block in [picture.main, picture.exif, picture.gps] {
            guard let block else { continue }
            try findings.readEXIF(in: file, at: block.lowerBound, count: block.count)
        }
        if let xmp = picture.xmp { try findings.readXMP(in: file, at: xmp.lowerBound, count: xmp.count) }
    }
}
