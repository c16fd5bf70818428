import Metadata

/// A picture of one format, of which the header was read.
protocol PixelDecoder: ~Copyable {
    /// Width and height of what is decoded, before ``DecodedPixels/orientation``.
    var size: PixelSize { get }

    /// Decodes the picture, at least as large as `target` and in any size above it that comes cheap.
    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels
}

/// What a decoder made.
struct DecodedPixels {
    var image: PixelImage
    var isDamaged = false
}
