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

extension PixelImage {
    /// The part of the picture within a frame, turned.
    ///
    /// - Parameter parameters: The frame.
    /// - Returns: The part, of as many pixels as the picture has there.
    /// - Throws: ``ImageError/Code/tooLarge`` without memory for it.
    public func cropped(_ parameters: CropParameters) throws(ImageError) -> PixelImage {
        let geometry = CropGeometry(parameters, in: size)
        return geometry.isTilted ? try sampled(geometry) : try cut(geometry)
    }

    /// Without a tilt every pixel stays as it is.
    private func cut(_ geometry: CropGeometry) throws(ImageError) -> PixelImage {
        let isTurned = geometry.quarterTurns % 2 == 1
        let part = isTurned ? geometry.size.turned : geometry.size
        let area = PixelArea(
            x: min(max(0, Int((geometry.middleX - Double(part.width) / 2).rounded())), size.width - part.width),
            y: min(max(0, Int((geometry.middleY - Double(part.height) / 2).rounded())), size.height - part.height),
            size: part)
        let orientation = [PhotoOrientation.up, .left, .down, .right][geometry.quarterTurns]
        return try (cropped(to: area) ?? self).upright(from: orientation)
    }

    /// Each pixel from the four around its place.
    private func sampled(_ geometry: CropGeometry) throws(ImageError) -> PixelImage {
        let result = geometry.size
        let memory = try Self.memory(for: result)
        let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
        var index = 0
        for y in 0..<result.height {
            let down = Double(y) + 0.5 - Double(result.height) / 2
            for x in 0..<result.width {
                let right = Double(x) + 0.5 - Double(result.width) / 2
                let placeX = geometry.middleX + right * geometry.cosine - down * geometry.sine - 0.5
                let placeY = geometry.middleY + right * geometry.sine + down * geometry.cosine - 0.5
                blend(placeX, placeY, into: bytes + index)
                index += 4
            }
        }
        return PixelImage(
            memory, size: result, stride: result.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }

    private func blend(_ x: Double, _ y: Double, into pixel: UnsafeMutablePointer<UInt8>) {
        let placeX = min(max(x, 0), Double(size.width - 1))
        let placeY = min(max(y, 0), Double(size.height - 1))
        let (left, top) = (Int(placeX), Int(placeY))
        let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
        let (shareX, shareY) = (Float(placeX - Double(left)), Float(placeY - Double(top)))
        let corners = [
            (row(top) + left * 4, (1 - shareX) * (1 - shareY)), (row(top) + right * 4, shareX * (1 - shareY)),
            (row(bottom) + left * 4, (1 - shareX) * shareY), (row(bottom) + right * 4, shareX * shareY),
        ]
        var alpha: Float = 0
        for (corner, share) in corners { alpha += share * Float(corner.load(fromByteOffset: 3, as: UInt8.self)) }
        for part in 0..<3 {
            var sum: Float = 0
            for (corner, share) in corners {
                let weight = share * Float(corner.load(fromByteOffset: 3, as: UInt8.self))
                sum += weight * Float(corner.load(fromByteOffset: part, as: UInt8.self))
            }
            pixel[part] = alpha > 0 ? UInt8(min(255, sum / alpha + 0.5)) : 0
        }
        pixel[3] = UInt8(min(255, alpha + 0.5))
    }
}

/// The colour of a pixel, not multiplied by alpha.
public struct Pixel: Sendable, Hashable {
    /// 0...255.
    public var red: UInt8
    /// 0...255.
    public var green: UInt8
    /// 0...255.
    public var blue: UInt8
    /// 0 is transparent, 255 opaque.
    public var alpha: UInt8

    /// Makes a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

extension PixelImage {
    /// A part of the picture, without copying.
    ///
    /// - Parameter area: What is wanted; what lies outside of the picture is left out.
    /// - Returns: The part, or `nil` when nothing of it is in the picture.
    public func cropped(to area: PixelArea) -> PixelImage? {
        guard let part = area.clipped(to: size) else { return nil }
        return PixelImage(
            buffer, size: part.size, stride: stride, offset: offset + part.y * stride + part.x * 4, isOpaque: isOpaque,
            colorSpace: colorSpace)
    }
}

extension PixelImage {
    /// The picture turned upright.
    ///
    /// - Parameter orientation: How the pixels are stored, as EXIF counts.
    /// - Returns: The upright picture; the same one for `.up`.
    /// - Throws: ``ImageError/Code/tooLarge`` without memory for it.
    public func upright(from orientation: PhotoOrientation) throws(ImageError) -> PixelImage {
        guard orientation != .up else { return self }
        let result = orientation.swapsSides ? size.turned : size
        let memory = try Self.memory(for: result)
        let across = MemoryLayout<UInt32>.size
        let (lastX, lastY) = ((size.width - 1) * across, (size.height - 1) * stride)
        // Where the upright picture's first pixel is stored, and the ways to its right and its lower neighbour.
        let (start, right, below) =
            switch orientation {
            case .up: (0, across, stride)
            case .upMirrored: (lastX, -across, stride)
            case .down: (lastX + lastY, -across, -stride)
            case .downMirrored: (lastY, across, -stride)
            case .leftMirrored: (0, stride, across)
            case .right: (lastY, -stride, across)
            case .rightMirrored: (lastX + lastY, -stride, -across)
            case .left: (lastX, stride, -across)
            }
        let source = row(0) + start
        let target = memory.base.assumingMemoryBound(to: UInt32.self)
        // By tiles, because one of the two is walked down its columns.
        let tile = 32
        for top in Swift.stride(from: 0, to: result.height, by: tile) {
            for left in Swift.stride(from: 0, to: result.width, by: tile) {
                for y in top..<min(top + tile, result.height) {
                    let line = target + y * result.width
                    for x in left..<min(left + tile, result.width) {
                        line[x] = source.loadUnaligned(fromByteOffset: x * right + y * below, as: UInt32.self)
                    }
                }
            }
        }
        return PixelImage(
            memory, size: result, stride: result.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }
}

extension PixelImage {
    /// The picture in a smaller size, each pixel the mean of the area it covers.
    ///
    /// - Parameter wanted: The new width and height; a side above the picture's own is left as it is.
    /// - Returns: The smaller picture; the same one where nothing is to be made smaller.
    /// - Throws: ``ImageError/Code/tooLarge`` without memory for it.
    public func downscaled(to wanted: PixelSize) throws(ImageError) -> PixelImage {
        let target = PixelSize(
            width: min(max(wanted.width, 1), size.width), height: min(max(wanted.height, 1), size.height))
        guard target != size else { return self }
        var scaler = try AreaScaler(from: size, to: target, hasAlpha: !isOpaque)
        for y in 0..<size.height { scaler.take(row(y)) }
        return PixelImage(
            scaler.buffer, size: target, stride: target.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }

    /// The picture as large as an option wants it, and cropped where it says so.
    ///
    /// - Parameter option: The size; ``ImageSizeOption/fullResolution`` changes nothing.
    /// - Returns: The picture, smaller or the same.
    /// - Throws: ``ImageError/Code/tooLarge`` without memory for it.
    public func downscaled(_ option: ImageSizeOption) throws(ImageError) -> PixelImage {
        try downscaled(to: option.scaledTarget(for: size)).cropped(for: option)
    }

    /// The middle that ``ImageSizeOption/cropSize(_:)`` shows, without copying; the same picture for other options.
    func cropped(for option: ImageSizeOption) -> PixelImage {
        let part = option.crop(of: size)
        let area = PixelArea(x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, size: part)
        return part == size ? self : cropped(to: area) ?? self
    }
}
