/// A JPEG: segments with EXIF, XMP and IPTC, then a frame header with the size.
enum JPEGContainer {
    /// Reads a JPEG file.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        findings.container.storedSize = try read(file, at: 0, count: file.count, into: &findings)
    }

    /// Reads a JPEG within a file.
    ///
    /// - Returns: Its size as stored.
    static func read(
        _ file: FileBytes, at offset: Int, count: Int, into findings: inout Findings
    ) throws(MetadataError) -> PixelSize? {
        var segments = JPEGSegments(of: file, at: offset, end: offset + count)
        var size: PixelSize?
        var isComplete = false
        while let segment = try segments.next() {
            if segment.marker == JPEGSegment.startOfScan || segment.marker == JPEGSegment.endOfImage {
                isComplete = true
                break
            }
            if segment.isFrame, size == nil {
                size = try frameSize(file, segment)
            } else if segment.marker == JPEGSegment.app1 {
                try readApp1(file, segment, into: &findings)
            } else if segment.marker == JPEGSegment.app0 {
                try CIFFReader.read(file, at: segment.payload, count: segment.count, into: &findings.exif)
            } else if segment.marker == JPEGSegment.app13 {
                try readApp13(file, segment, into: &findings)
            }
        }
        try findings.readExtendedXMP(in: file)
        if let stray = segments.strayBytes { findings.warn("bytes belong to no segment", at: stray) }
        if !isComplete || size == nil { findings.warn("the JPEG is cut off before its image data") }
        return size
    }

    /// Returns the width and height in a frame header; `nil` if they are missing.
    static func frameSize(_ file: FileBytes, _ segment: JPEGSegment) throws(MetadataError) -> PixelSize? {
        guard segment.count >= 6, let bytes = try file.bytes(at: segment.payload, count: 6), bytes[5] > 0 else {
            return nil
        }
        let height = Int(bytes[1]) << 8 | Int(bytes[2])
        let width = Int(bytes[3]) << 8 | Int(bytes[4])
        return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
    }

    private static let xmpName: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    private static let photoshopName: StaticString = "Photoshop 3.0\0"

    private static func readApp1(
        _ file: FileBytes, _ segment: JPEGSegment, into findings: inout Findings
    ) throws(MetadataError) {
        guard let name = try file.bytes(at: segment.payload, count: min(segment.count, 40)) else { return }
        if name.count >= 6, name.starts(with: "Exif\0".utf8) {
            try findings.readEXIF(in: file, at: segment.payload + 6, count: segment.count - 6)
        } else if starts(name, xmpName) {
            let length = xmpName.utf8CodeUnitCount
            try findings.readXMP(in: file, at: segment.payload + length, count: segment.count - length)
        } else if starts(name, ExtendedXMP.signature) {
            let start = segment.payload + ExtendedXMP.signature.utf8CodeUnitCount
            try findings.extendedXMP.add(start..<max(start, segment.payload + segment.count), of: file)
        }
    }

    private static func readApp13(
        _ file: FileBytes, _ segment: JPEGSegment, into findings: inout Findings
    ) throws(MetadataError) {
        let length = photoshopName.utf8CodeUnitCount
        guard segment.count > length, let name = try file.bytes(at: segment.payload, count: length),
            starts(name, photoshopName)
        else { return }
        try PhotoshopResources.read(
            in: file, at: segment.payload + length, count: segment.count - length, into: &findings)
    }

    private static func starts(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        bytes.starts(with: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
