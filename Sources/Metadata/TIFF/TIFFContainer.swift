/// A TIFF file, or a camera's raw picture that is built like one: a chain of directories with branches.
enum TIFFContainer {
    /// More directories are not looked at: files with thousands of pages exist, and the first ones say it all.
    private static let mostDirectories = 64

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
        var pictures: [TIFFImage] = []
        var next: TIFFDirectory? = first
        while let directory = next, pictures.count < mostDirectories {
            let (picture, branches) = try walk.picture(directory)
            pictures.append(picture)
            for branch in branches where pictures.count < mostDirectories {
                guard let directory = try reader.enter(branch, &findings) else { continue }
                pictures.append(try walk.picture(directory).picture)
            }
            next = nil
            if let offset = try block.directory(after: directory) { next = try reader.enter(offset, &findings) }
        }
        let isCR2 = try file.bytes(at: 8, count: 2)?.elementsEqual("CR".utf8) == true
        if isCR2 || walk.isDNG || walk.sensorSize != nil || block.magic == 0x4F52 || block.magic == 0x5352
            || pictures.contains(where: \.isRaw)
        {
            findings.container.format = .raw
        }
        findings.container.storedSize =
            walk.sensorSize ?? pictures.first { $0.isFull && $0.size != nil }?.size
            ?? pictures.first { $0.size != nil }?.size
        // The first directory of a CR2 is that of its preview.
        if isCR2, let width = findings.exif.width, let height = findings.exif.height, width > 0, height > 0 {
            findings.container.storedSize = PixelSize(width: width, height: height)
        }
        if findings.container.storedSize == nil { findings.warn("the TIFF has no size") }
        if findings.container.format == .raw { addPreviews(pictures, walk, file, to: &findings) }
    }

    /// The smallest JPEG is the thumbnail, the largest the preview.
    private static func addPreviews(
        _ pictures: [TIFFImage], _ walk: TIFFDirectoryReader, _ file: FileBytes, to findings: inout Findings
    ) {
        var images = walk.previews
        for picture in pictures where picture.isJPEG {
            guard let offset = picture.jpegOffset, let count = picture.jpegCount, offset > 0, count > 0,
                offset < file.count, count <= file.count - offset
            else { continue }
            images.append(EmbeddedImage(offset: offset, count: count, format: .jpeg, size: picture.size))
        }
        findings.container.thumbnail = images.min { $0.count < $1.count }
        findings.container.preview = images.max { $0.count < $1.count }
    }
}
