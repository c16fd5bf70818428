/// The segments of a JPEG before its picture that an edit may concern.
struct JPEGParts {
    /// Those that start with `Exif`.
    private(set) var exif: [JPEGSegment] = []
    /// Those with a packet of XMP.
    private(set) var xmp: [JPEGSegment] = []
    /// Those with a part of a packet that is too large for one segment.
    private(set) var extendedXMP: [JPEGSegment] = []
    /// Those with parts of what cameras for heat write.
    private(set) var heat: [JPEGSegment] = []
    /// Those with Photoshop's resources.
    private(set) var photoshop: [JPEGSegment] = []
    /// Those that list further pictures behind the first.
    private(set) var multiPicture: [JPEGSegment] = []
    /// Where a new segment belongs: behind what JFIF wants to be first.
    private(set) var start = 2
    /// The width and height of the picture.
    private(set) var size: PixelSize?
    /// Where the marker of the picture's data begins.
    private(set) var scan = 0

    static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    static let photoshopName = Array("Photoshop 3.0\0".utf8)
    static let exifName = Array("Exif\0\0".utf8)
    static let app2: UInt8 = 0xE2

    /// Finds them.
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
        guard scan > 0 else { throw EditRefusal("the JPEG is cut off before its picture") }
    }

    private mutating func sort(_ segment: JPEGSegment, _ file: FileBytes) throws {
        guard [JPEGSegment.app1, JPEGSegment.app13, Self.app2].contains(segment.marker),
            let name = try file.bytes(at: segment.payload, count: min(segment.count, 40))
        else { return }
        switch segment.marker {
        case JPEGSegment.app13:
            if name.starts(with: Self.photoshopName) { photoshop.append(segment) }
        case Self.app2:
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
