/// One of the pictures of a TIFF: the main one, a page, a preview or a thumbnail.
struct TIFFImage {
    /// What the directory says it is; bit 0 is set for smaller copies.
    var subfileType: Int?
    var width = 0
    var height = 0
    var compression = 0
    var photometric = 0
    var jpegOffset: Int?
    var jpegCount: Int?
    var stripCount = 0

    /// The size, if it has one.
    var size: PixelSize? { width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil }

    /// Whether it is the picture in full resolution, by its own word.
    var isFull: Bool { subfileType == 0 }

    /// Whether its pixels are those of a sensor: a mosaic of colours, linear data, or a maker's own packing.
    var isRaw: Bool {
        photometric == 32803 || photometric == 34892 || compression == 34713 || compression == 65535
            || compression == 32767
    }

    /// Whether it is stored as one JPEG that any decoder reads.
    var isJPEG: Bool {
        (compression == 6 || compression == 7 || compression == 0) && !isRaw && stripCount <= 1 && jpegOffset != nil
            && jpegCount != nil
    }
}
