/// Iterates over the segments of a JPEG, up to the image data.
///
/// Used by metadata readers on files, and by decoders on buffers in memory.
package struct JPEGSegments<Source: ByteSource> {
    private let source: Source
    private let end: Int
    private var position: Int
    /// The number of bytes between segments that may still be skipped.
    private var budget = 1 << 20
    /// The maximum number of segments left.
    private var remaining = 65_536
    /// The byte offset of the first byte outside of segments.
    private(set) var strayBytes: Int?

    /// Creates an iterator that starts after the start-of-image marker, `0xFFD8`.
    ///
    /// - Parameters:
    ///   - source: The bytes that contain the JPEG.
    ///   - offset: Its start.
    ///   - end: An upper bound of its end.
    package init(of source: Source, at offset: Int, end: Int) {
        self.source = source
        self.end = end
        position = offset + 2
    }

    /// Returns the next segment; `nil` at the end, and where the file is truncated.
    ///
    /// - Returns: The segment; the end of the image is a segment without a payload.
    /// - Throws: The errors of the source.
    package mutating func next() throws(Source.Failure) -> JPEGSegment? {
        while true {
            remaining -= 1
            guard remaining > 0 else { return nil }
            guard position <= end - 2, let head = try source.bytes(at: position, count: min(4, end - position)) else {
                return nil
            }
            guard head[0] == 0xFF else {
                if strayBytes == nil { strayBytes = position }
                guard try skipStrayBytes() else { return nil }
                continue
            }
            let marker = head[1]
            switch marker {
            case 0xFF:  // Padding.
                position += 1
                budget -= 1
                guard budget > 0 else { return nil }
            case 0x00, 0x01, 0xD0...0xD8:  // Without a payload.
                position += 2
                budget -= 2
                guard budget > 0 else { return nil }
            case JPEGSegment.endOfImage:
                return JPEGSegment(marker: marker, offset: position, payload: position + 2, count: 0)
            default:
                guard head.count == 4 else { return nil }
                let length = Int(head[2]) << 8 | Int(head[3])
                guard length >= 2 else {
                    position += 2
                    budget -= 2
                    guard budget > 0 else { return nil }
                    continue
                }
                let segment = JPEGSegment(
                    marker: marker, offset: position, payload: position + 4, count: min(length - 2, end - position - 4))
                position += 2 + length
                return segment
            }
        }
    }

    /// Skips to the next `0xFF`.
    private mutating func skipStrayBytes() throws(Source.Failure) -> Bool {
        while budget > 0, position < end {
            let count = min(4096, end - position)
            guard let bytes = try source.bytes(at: position, count: count) else { return false }
            if let found = bytes.firstIndex(of: 0xFF) {
                position += found
                budget -= found
                return true
            }
            position += count
            budget -= count
        }
        return false
    }
}

/// A segment of a JPEG before the image data: a marker, a length, and a payload.
package struct JPEGSegment {
    /// The byte after `0xFF`.
    package let marker: UInt8
    /// The byte offset of the marker's `0xFF`.
    let offset: Int
    /// The byte offset of the payload, after the length.
    package let payload: Int
    /// The size of the payload in bytes.
    package let count: Int

    /// Whether it is a frame header, which contains the size.
    var isFrame: Bool { (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC }

    /// Starts the image data.
    package static let startOfScan: UInt8 = 0xDA
    /// Ends the image.
    package static let endOfImage: UInt8 = 0xD9
    static let app0: UInt8 = 0xE0
    /// EXIF or XMP.
    package static let app1: UInt8 = 0xE1
    /// A colour profile, or a list of additional images.
    package static let app2: UInt8 = 0xE2
    static let app13: UInt8 = 0xED
    /// Adobe's colour encoding.
    package static let app14: UInt8 = 0xEE
}

/// The segments of a JPEG before its image data that an edit may concern.
struct JPEGParts {
    /// Segments that start with `Exif`.
    private(set) var exif: [JPEGSegment] = []
    /// Segments with an XMP packet.
    private(set) var xmp: [JPEGSegment] = []
    /// Segments with a part of a packet that is too large for one segment.
    private(set) var extendedXMP: [JPEGSegment] = []
    /// Segments with parts of a thermal camera's records.
    private(set) var heat: [JPEGSegment] = []
    /// Segments with Photoshop's resources.
    private(set) var photoshop: [JPEGSegment] = []
    /// Segments that list additional images after the first.
    private(set) var multiPicture: [JPEGSegment] = []
    /// The offset for new segments: after the JFIF segment, which must come first.
    private(set) var start = 2
    /// The width and height of the image.
    private(set) var size: PixelSize?
    /// The byte offset of the start-of-scan marker.
    private(set) var scan = 0

    static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    static let photoshopName = Array("Photoshop 3.0\0".utf8)
    static let exifName = Array("Exif\0\0".utf8)

    /// Creates a list of the segments of a file.
    init(of file: FileBytes) throws {
        var segments = JPEGSegments(of: file, at: 0, end: file.count)
        var isAtStart = true
        while let segment = try segments.next() {
            guard segment.marker != JPEGSegment.endOfImage else { break }
            guard segment.marker != JPEGSegment.startOfScan else {
                scan = segment.offset
                break
            }
            if isAtStart, segment.marker == JPEGSegment.app0, segment.offset == start {
                start = segment.payload + segment.count
            } else {
                isAtStart = false
            }
            if segment.isFrame, size == nil { size = try JPEGContainer.frameSize(file, segment) }
            try sort(segment, file)
        }
        guard scan > 0 else { throw EditRefusal("the JPEG is cut off before its image data") }
    }

    private mutating func sort(_ segment: JPEGSegment, _ file: FileBytes) throws {
        guard [JPEGSegment.app1, JPEGSegment.app13, JPEGSegment.app2].contains(segment.marker),
            let name = try file.bytes(at: segment.payload, count: min(segment.count, 40))
        else { return }
        switch segment.marker {
        case JPEGSegment.app13:
            if name.starts(with: Self.photoshopName) { photoshop.append(segment) }
        case JPEGSegment.app2:
            if name.starts(with: "MPF\0".utf8) { multiPicture.append(segment) }
        default:
            let extended = UnsafeRawBufferPointer(
                start: ExtendedXMP.signature.utf8Start, count: ExtendedXMP.signature.utf8CodeUnitCount)
            if name.count >= 6, name.starts(with: "Exif\0".utf8) {
                exif.append(segment)
            } else if name.starts(with: Self.xmpName) {
                xmp.append(segment)
            } else if name.starts(with: extended) {
                extendedXMP.append(segment)
            } else if name.starts(with: FLIRRecords.name) {
                heat.append(segment)
            }
        }
    }
}
