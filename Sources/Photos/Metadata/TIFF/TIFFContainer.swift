/// A TIFF file, or a raw photo with the same structure: a chain of directories with branches.
enum TIFFContainer {
    /// The maximum number of directories read: some files have thousands of pages, but the first ones suffice.
    private static let maximumDirectories = 64

    /// Reads a TIFF file.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let block = try TIFFBlock(in: file, at: 0, count: file.count) else {
            throw file.error(.malformed, "has no directory of a TIFF")
        }
        var reader = EXIFReader(block: block)
        guard let first = try reader.enter(block.firstDirectory, &findings) else { return }
        try reader.readMain(first, into: &findings)
        var walk = TIFFDirectoryReader(block: block)
        try walk.readMain(first, into: &findings)
        var images: [TIFFImage] = []
        var next: TIFFDirectory? = first
        while let directory = next, images.count < maximumDirectories {
            let (image, branches) = try walk.image(directory)
            images.append(image)
            for branch in branches where images.count < maximumDirectories {
                guard let directory = try reader.enter(branch, &findings) else { continue }
                images.append(try walk.image(directory).image)
            }
            next = nil
            if let offset = try block.directory(after: directory) { next = try reader.enter(offset, &findings) }
        }
        let isCR2 = try file.bytes(at: 8, count: 2)?.elementsEqual("CR".utf8) == true
        if isCR2 || walk.isDNG || walk.sensorSize != nil || block.magic == 0x4F52 || block.magic == 0x5352
            || images.contains(where: \.isRaw)
        {
            findings.container.format = .raw
        }
        findings.container.storedSize =
            walk.sensorSize ?? images.first { $0.isFull && $0.size != nil }?.size
            ?? images.first { $0.size != nil }?.size
        // The first directory of a CR2 is that of its preview.
        if isCR2, let width = findings.exif.width, let height = findings.exif.height, width > 0, height > 0 {
            findings.container.storedSize = PixelSize(width: width, height: height)
        }
        if findings.container.storedSize == nil { findings.warn("the TIFF has no size") }
        if findings.container.format == .raw { addPreviews(images, walk, file, to: &findings) }
    }

    /// Adds the embedded JPEGs; the smallest is the thumbnail, the largest the preview.
    private static func addPreviews(
        _ images: [TIFFImage], _ walk: TIFFDirectoryReader, _ file: FileBytes, to findings: inout Findings
    ) {
        var previews = walk.previews
        for image in images where image.isJPEG {
            guard let offset = image.jpegOffset, let count = image.jpegCount, offset > 0, count > 0,
                offset < file.count, count <= file.count - offset
            else { continue }
            previews.append(EmbeddedImage(offset: offset, count: count, format: .jpeg, size: image.size))
        }
        findings.container.thumbnail = previews.min { $0.count < $1.count }
        findings.container.preview = previews.max { $0.count < $1.count }
    }
}

/// Reads the parts of a TIFF's directories that concern the file and its images.
struct TIFFDirectoryReader {
    let block: TIFFBlock
    /// Whether the file identifies itself as DNG.
    private(set) var isDNG = false
    /// The image size within the borders of a Panasonic sensor.
    private(set) var sensorSize: PixelSize?
    /// JPEGs in separate tags.
    private(set) var previews: [EmbeddedImage] = []

    init(block: TIFFBlock) { self.block = block }

    /// Reads XMP, IPTC and makers' tags in the first directory.
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
        // Photoshop's blocks come first, since only they have the digest.
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

    /// Returns the image that a directory describes, and the offsets of its branches.
    func image(_ directory: TIFFDirectory) throws(MetadataError) -> (image: TIFFImage, branches: [Int]) {
        var image = TIFFImage()
        var branches: [Int] = []
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory) else { continue }
            switch entry.tag {
            case EXIFTag.subfileType: image.subfileType = try block.integer(entry)
            case EXIFTag.imageWidth: image.width = try block.integer(entry) ?? 0
            case EXIFTag.imageLength: image.height = try block.integer(entry) ?? 0
            case EXIFTag.compression: image.compression = try block.integer(entry) ?? 0
            case EXIFTag.photometric: image.photometric = try block.integer(entry) ?? 0
            case EXIFTag.stripOffsets:
                image.stripCount = entry.count
                if image.jpegOffset == nil { image.jpegOffset = try block.integer(entry) }
            case EXIFTag.stripByteCounts: if image.jpegCount == nil { image.jpegCount = try block.integer(entry) }
            case EXIFTag.thumbnailOffset: image.jpegOffset = try block.integer(entry)
            case EXIFTag.thumbnailCount: image.jpegCount = try block.integer(entry)
            case EXIFTag.subDirectories:
                for branch in 0..<min(entry.count, 16) {
                    if let offset = try block.integer(entry, branch), offset > 0, offset < block.end - block.base {
                        branches.append(block.base + offset)
                    }
                }
            default: break
            }
        }
        return (image, branches)
    }

    /// Reads the complete JPEG with EXIF in a tag of Panasonic's raw photos.
    private mutating func readPanasonicJPEG(_ entry: TIFFEntry, into findings: inout Findings) throws(MetadataError) {
        guard entry.byteCount > 0 else { return }
        previews.append(EmbeddedImage(offset: entry.valueOffset, count: entry.byteCount, format: .jpeg))
        let size = try JPEGContainer.read(block.file, at: entry.valueOffset, count: entry.byteCount, into: &findings)
        previews[0].size = size
    }
}

/// An image of a TIFF: the main one, a page, a preview or a thumbnail.
struct TIFFImage {
    /// The subfile type; bit 0 is set for reduced copies.
    var subfileType: Int?
    var width = 0
    var height = 0
    var compression = 0
    var photometric = 0
    var jpegOffset: Int?
    var jpegCount: Int?
    var stripCount = 0

    /// The size, if known.
    var size: PixelSize? { width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil }

    /// Whether it is marked as the full-resolution image.
    var isFull: Bool { subfileType == 0 }

    /// Whether its pixels are sensor data: a colour mosaic, linear data, or a maker's own packing.
    var isRaw: Bool {
        photometric == 32803 || photometric == 34892 || compression == 34713 || compression == 65535
            || compression == 32767
    }

    /// Whether it is stored as one JPEG that any decoder can read.
    var isJPEG: Bool {
        (compression == 6 || compression == 7 || compression == 0) && !isRaw && stripCount <= 1 && jpegOffset != nil
            && jpegCount != nil
    }
}
