public import Metadata

/// A picture as pixels: red, green, blue and alpha, a byte each, row by row from the top.
///
/// A value that never changes, so it can be given to other threads. Copies and ``cropped(to:)`` share the memory.
/// Colours are not multiplied by alpha.
///
/// ```swift
/// let photo = try ImageDecoder().image(at: "IMG_0001.JPG", size: .fitSize(PixelSize(width: 800, height: 600)))
/// try photo.write(to: "small.png")
/// ```
public struct PixelImage: Sendable {
    /// Width and height in pixels, each at least 1.
    public let size: PixelSize

    /// From the beginning of a row to that of the next, in bytes; a multiple of 4.
    public let stride: Int

    /// What the numbers mean as colours.
    public let colorSpace: PixelColorSpace

    /// Whether no pixel is transparent, so that alpha is 255 everywhere.
    public let isOpaque: Bool

    let buffer: PixelBuffer
    /// Where the first pixel is in the buffer.
    let offset: Int

    init(
        _ buffer: PixelBuffer, size: PixelSize, stride: Int, offset: Int = 0, isOpaque: Bool,
        colorSpace: PixelColorSpace
    ) {
        self.buffer = buffer
        self.size = size
        self.stride = stride
        self.offset = offset
        self.isOpaque = isOpaque
        self.colorSpace = colorSpace
    }

    /// Makes a picture.
    ///
    /// - Parameters:
    ///   - size: Width and height in pixels.
    ///   - colorSpace: What the numbers mean; sRGB when left out.
    ///   - isOpaque: Whether alpha is 255 everywhere; wrongly said, what is transparent is shown as opaque.
    ///   - fill: Sets all bytes, of which a row has `4 * width`; they are arbitrary before.
    /// - Throws: ``ImageError/Code/tooLarge`` for a side below 1, or without memory for it.
    public init(
        size: PixelSize, colorSpace: PixelColorSpace = .sRGB, isOpaque: Bool = false,
        filling fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(ImageError) {
        let buffer = try Self.memory(for: size)
        fill(UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.count))
        self.init(buffer, size: size, stride: size.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }

    /// Memory for a picture without gaps between its rows.
    static func memory(for size: PixelSize) throws(ImageError) -> PixelBuffer {
        let (row, overflow) = size.width.multipliedReportingOverflow(by: 4)
        let (count, more) = row.multipliedReportingOverflow(by: size.height)
        guard size.width > 0, size.height > 0, !overflow, !more, let buffer = PixelBuffer(count: count) else {
            throw ImageError(.tooLarge, "there is no memory for a picture of \(size) pixels")
        }
        return buffer
    }

    /// Gives the bytes of a row: red, green, blue and alpha of the first pixel, then those of the next.
    ///
    /// - Parameters:
    ///   - y: The row, counted from the top.
    ///   - body: Reads them, only while it runs.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withRow<Result, Failure: Error>(
        _ y: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(y >= 0 && y < size.height, "row \(y) of \(size.height)")
        return try body(UnsafeRawBufferPointer(start: row(y), count: size.width * 4))
    }

    /// The pixel at a column and a row, counted from the upper left corner.
    public subscript(x: Int, y: Int) -> Pixel {
        precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "pixel \(x), \(y) of \(size)")
        let bytes = row(y) + x * 4
        return Pixel(
            red: bytes.load(as: UInt8.self), green: bytes.load(fromByteOffset: 1, as: UInt8.self),
            blue: bytes.load(fromByteOffset: 2, as: UInt8.self), alpha: bytes.load(fromByteOffset: 3, as: UInt8.self))
    }

    /// How much memory the pixels take, in bytes, shared or not.
    public var byteCount: Int { buffer.count }

    func row(_ y: Int) -> UnsafeRawPointer { UnsafeRawPointer(buffer.base + offset + y * stride) }
}

extension PixelImage: Equatable {
    /// Whether the pictures have the same pixels and colour space.
    public static func == (lhs: PixelImage, rhs: PixelImage) -> Bool {
        guard lhs.size == rhs.size, lhs.colorSpace == rhs.colorSpace else { return false }
        return (0..<lhs.size.height).allSatisfy { y in
            lhs.withRow(y) { left in rhs.withRow(y) { right in left.elementsEqual(right) } }
        }
    }
}
