/// Reads of a TIFF's directories what concerns the file and its pictures.
struct TIFFDirectoryReader {
    let block: TIFFBlock
    /// Whether the file says it is a DNG.
    private(set) var isDNG = false
    /// The picture within the borders of a Panasonic sensor.
    private(set) var sensorSize: PixelSize?
    /// JPEGs in tags of their own.
    private(set) var previews: [EmbeddedImage] = []

    init(block: TIFFBlock) { self.block = block }

    /// XMP, IPTC and the marks of makers, which stand in the first directory.
    mutating func readMain(_ directory: TIFFDirectory, into findings: inout Findings) throws(MetadataError) {
        var borders = [0, 0, 0, 0]
        var photoshop: TIFFEntry?
        var iptc: TIFFEntry?
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory) else { continue }
            switch entry.tag {
            case 4...7 where block.magic == 0x55: borders[Int(entry.tag) - 4] = try block.integer(entry) ?? 0
            case 0x2E where block.magic == 0x55 && previews.isEmpty: try readPanasonicJPEG(entry, into: &findings)
            case EXIFTag.xmp: try findings.readXMP(in: block.file, at: entry.valueOffset, count: entry.byteCount)
            case EXIFTag.photoshop: photoshop = entry
            case EXIFTag.iptc: iptc = entry
            case EXIFTag.dngVersion: isDNG = true
            case EXIFTag.dngCameraModel where findings.exif.camera.model == nil:
                findings.exif.camera.model = try block.text(entry)
            default: break
            }
        }
        // Photoshop's blocks come first, for only they have the digest.
        if let photoshop {
            try PhotoshopResources.read(
                in: block.file, at: photoshop.valueOffset, count: photoshop.byteCount, into: &findings)
        }
        if let iptc {
            let range = iptc.valueOffset..<iptc.valueOffset + iptc.byteCount
            try PhotoshopResources.readIPTC(in: block.file, range, into: &findings)
        }
        let (width, height) = (borders[3] - borders[1], borders[2] - borders[0])
        if width > 0, height > 0 { sensorSize = PixelSize(width: width, height: height) }
    }

    /// The picture that a directory describes, and where its branches begin.
    func picture(_ directory: TIFFDirectory) throws(MetadataError) -> (picture: TIFFImage, branches: [Int]) {
        var picture = TIFFImage()
        var branches: [Int] = []
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory) else { continue }
            switch entry.tag {
            case EXIFTag.subfileType: picture.subfileType = try block.integer(entry)
            case EXIFTag.imageWidth: picture.width = try block.integer(entry) ?? 0
            case EXIFTag.imageLength: picture.height = try block.integer(entry) ?? 0
            case EXIFTag.compression: picture.compression = try block.integer(entry) ?? 0
            case EXIFTag.photometric: picture.photometric = try block.integer(entry) ?? 0
            case EXIFTag.stripOffsets:
                picture.stripCount = entry.count
                if picture.jpegOffset == nil { picture.jpegOffset = try block.integer(entry) }
            case EXIFTag.stripByteCounts: if picture.jpegCount == nil { picture.jpegCount = try block.integer(entry) }
            case EXIFTag.thumbnailOffset: picture.jpegOffset = try block.integer(entry)
            case EXIFTag.thumbnailCount: picture.jpegCount = try block.integer(entry)
            case EXIFTag.subDirectories:
                for branch in 0..<min(entry.count, 16) {
                    if let offset = try block.integer(entry, branch), offset > 0, offset < block.end - block.base {
                        branches.append(block.base + offset)
                    }
                }
            default: break
            }
        }
        return (picture, branches)
    }

    /// Panasonic's raw pictures have a whole JPEG with EXIF in a tag.
    private mutating func readPanasonicJPEG(_ entry: TIFFEntry, into findings: inout Findings) throws(MetadataError) {
        guard entry.byteCount > 0 else { return }
        previews.append(EmbeddedImage(offset: entry.valueOffset, count: entry.byteCount, format: .jpeg))
        let size = try JPEGContainer.read(block.file, at: entry.valueOffset, count: entry.byteCount, into: &findings)
        previews[0].size = size
    }
}
