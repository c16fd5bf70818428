import Glibc
public import LKMetadata

/// An image as pixels: red, green, blue and alpha, one byte each, row by row from the top.
///
/// Immutable and safe to share across threads. Copies and ``cropped(to:)`` share the memory. Colours are not
/// premultiplied by alpha.
///
/// ```swift
/// let photo = try ImageDecoder().image(at: "IMG_0001.JPG", size: .fitSize(PixelSize(width: 800, height: 600)))
/// try photo.write(to: URL(filePath: "small.png"))
/// ```
public struct PixelImage: Sendable {
    /// Width and height in pixels, each at least 1.
    public let size: PixelSize

    /// The distance from one row to the next, in bytes; a multiple of 4.
    public let stride: Int

    /// The colour space.
    public let colorSpace: PixelImage.ColorSpace

    /// Whether no pixel is transparent, so that alpha is 255 everywhere.
    public let isOpaque: Bool

    let buffer: PixelBuffer
    /// The byte offset of the first pixel in the buffer.
    let offset: Int

    init(
        _ buffer: PixelBuffer, size: PixelSize, stride: Int, offset: Int = 0, isOpaque: Bool,
        colorSpace: PixelImage.ColorSpace
    ) {
        self.buffer = buffer
        self.size = size
        self.stride = stride
        self.offset = offset
        self.isOpaque = isOpaque
        self.colorSpace = colorSpace
    }

    /// Creates an image.
    ///
    /// - Parameters:
    ///   - size: Width and height in pixels.
    ///   - colorSpace: The colour space; sRGB by default.
    ///   - isOpaque: Whether alpha is 255 everywhere; if wrong, transparent pixels appear opaque.
    ///   - fill: Sets all bytes, `4 * width` per row, which are uninitialized before.
    /// - Throws: ``ImageError/Code/tooLarge`` for a side below 1, or when out of memory.
    public init(
        size: PixelSize, colorSpace: PixelImage.ColorSpace = .sRGB, isOpaque: Bool = false,
        filling fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(ImageError) {
        let buffer = try Self.memory(for: size)
        fill(UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.count))
        self.init(buffer, size: size, stride: size.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }

    /// Allocates memory for an image without gaps between its rows.
    static func memory(for size: PixelSize) throws(ImageError) -> PixelBuffer {
        let (row, overflow) = size.width.multipliedReportingOverflow(by: 4)
        let (count, more) = row.multipliedReportingOverflow(by: size.height)
        guard size.width > 0, size.height > 0, !overflow, !more, let buffer = PixelBuffer(count: count) else {
            throw ImageError(.tooLarge, "there is not enough memory for an image of \(size) pixels")
        }
        return buffer
    }

    /// Calls `body` with the bytes of a row: red, green, blue and alpha of each pixel.
    ///
    /// - Parameters:
    ///   - y: The row, counted from the top.
    ///   - body: Reads the bytes, which are valid only during the call.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withRow<Result, Failure: Error>(
        _ y: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(y >= 0 && y < size.height, "row \(y) of \(size.height)")
        return try body(UnsafeRawBufferPointer(start: row(y), count: size.width * 4))
    }

    /// Returns the pixel at a column and a row, counted from the upper left corner.
    public subscript(x: Int, y: Int) -> PixelImage.Pixel {
        precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "pixel \(x), \(y) of \(size)")
        let bytes = row(y) + x * 4
        return PixelImage.Pixel(
            red: bytes.load(as: UInt8.self), green: bytes.load(fromByteOffset: 1, as: UInt8.self),
            blue: bytes.load(fromByteOffset: 2, as: UInt8.self), alpha: bytes.load(fromByteOffset: 3, as: UInt8.self))
    }

    /// The memory of the pixels, in bytes, shared or not.
    public var byteCount: Int { buffer.count }

    func row(_ y: Int) -> UnsafeRawPointer { UnsafeRawPointer(buffer.base + offset + y * stride) }
}

extension PixelImage: Equatable {
    /// Returns whether the images have the same pixels and colour space.
    public static func == (lhs: PixelImage, rhs: PixelImage) -> Bool {
        guard lhs.size == rhs.size, lhs.colorSpace == rhs.colorSpace else { return false }
        return (0..<lhs.size.height).allSatisfy { y in
            lhs.withRow(y) { left in rhs.withRow(y) { right in left.elementsEqual(right) } }
        }
    }
}

extension PixelImage {
    /// The colour of a pixel, not premultiplied by alpha.
    public struct Pixel: Sendable, Hashable {
        /// 0...255.
        public var red: UInt8
        /// 0...255.
        public var green: UInt8
        /// 0...255.
        public var blue: UInt8
        /// 0 is transparent, 255 opaque.
        public var alpha: UInt8

        /// Creates a colour.
        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
        }
    }
}

/// Memory for pixels, shared by images that show parts of it.
///
/// Written only before a ``PixelImage`` is made from it.
// Unchecked: holds a raw pointer to bytes that do not change once shared.
final class PixelBuffer: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let count: Int

    /// Creates a buffer of uninitialized memory; returns `nil` when the allocation fails.
    init?(count: Int) {
        guard count >= 0, let base = malloc(max(count, 1)) else { return nil }
        self.base = base
        self.count = count
    }

    deinit { free(base) }
}
