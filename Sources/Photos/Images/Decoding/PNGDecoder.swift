import CLKPNG
import LKMetadata

/// Decodes PNG with libpng: grayscale, palettes, 16 bits and transparency become 8-bit RGBA.
struct PNGDecoder: PixelDecoder, ~Copyable {
    let size: PixelSize
    private let bytes: ImageBytes
    private let limits: ImagePipeline.Limits
    private let reader: OpaquePointer

    /// Reads the header.
    init(_ bytes: ImageBytes, limits: ImagePipeline.Limits) throws(ImageError) {
        guard cpng_load() != 0 else { throw .missingLibrary("PNG", "libpng", package: "libpng16-16") }
        guard let reader = cpng_open(bytes.start, bytes.count) else {
            throw ImageError(.tooLarge, "no memory for a PNG decoder")
        }
        let size = PixelSize(width: Int(cpng_width(reader)), height: Int(cpng_height(reader)))
        guard size.width > 0, size.height > 0 else {
            let message = String(cString: cpng_message(reader))
            cpng_close(reader)
            throw .damaged(bytes.name, "PNG", message)
        }
        self.size = size
        self.bytes = bytes
        self.limits = limits
        self.reader = reader
    }

    deinit { cpng_close(reader) }

    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels {
        let isOpaque = cpng_has_alpha(reader) == 0
        let isWhole = target == size || cpng_is_interlaced(reader) != 0
        guard (isWhole ? size.height : target.height) * size.width * 4 <= limits.memory else {
            throw .beyondMemory(bytes.name, size, limits)
        }
        if let pixels = try stored(isWhole ? size : target, isOpaque) { return pixels }
        return isWhole ? try whole(isOpaque) : try scaled(to: target, isOpaque)
    }

    /// Decodes an uncompressed PNG without libpng; `nil` for others.
    private func stored(_ target: PixelSize, _ isOpaque: Bool) throws(ImageError) -> DecodedPixels? {
        guard var rows = StoredPNGRows(bytes.buffer), rows.size == size, (rows.channels == 3) == isOpaque else {
            return nil
        }
        defer { withExtendedLifetime(bytes) {} }
        if target == size {
            let memory = try PixelImage.memory(for: size)
            for y in 0..<size.height {
                guard let row = rows.next() else { return nil }
                Self.expand(row, rows.channels, to: memory.base + y * size.width * 4, size.width)
            }
            return rows.isComplete() ? finished(memory, size, isOpaque) : nil
        }
        var scaler = try AreaScaler(from: size, to: target, hasAlpha: !isOpaque, channels: rows.channels)
        for _ in 0..<size.height {
            guard let row = rows.next() else { return nil }
            scaler.addRow(row)
        }
        return rows.isComplete() ? finished(scaler.buffer, target, isOpaque) : nil
    }

    private static func expand(
        _ row: UnsafePointer<UInt8>, _ channels: Int, to line: UnsafeMutableRawPointer, _ width: Int
    ) {
        if channels == 4 { return line.copyMemory(from: row, byteCount: width * 4) }
        let pixels = line.assumingMemoryBound(to: UInt8.self)
        for x in 0..<width {
            for part in 0..<3 { pixels[x * 4 + part] = row[x * 3 + part] }
            pixels[x * 4 + 3] = 255
        }
    }

    private func whole(_ isOpaque: Bool) throws(ImageError) -> DecodedPixels {
        let memory = try blank(PixelImage.memory(for: size))
        let pixels = memory.base.assumingMemoryBound(to: UInt8.self)
        // Interlaced images need all rows at once; others are read row by row, so that those before an error are
        // kept.
        let step = cpng_is_interlaced(reader) != 0 ? size.height : 1
        for y in Swift.stride(from: 0, to: size.height, by: step) {
            if cpng_read_rows(reader, pixels + y * size.width * 4, size.width * 4, UInt32(step)) != CPNG_OK {
                if y == 0, step == 1 { throw .damaged(bytes.name, "PNG", String(cString: cpng_message(reader))) }
                break
            }
        }
        return finished(memory, size, isOpaque)
    }

    /// Scales the image row by row, so that it is never in memory at full size.
    private func scaled(to target: PixelSize, _ isOpaque: Bool) throws(ImageError) -> DecodedPixels {
        var scaler = try AreaScaler(from: size, to: target, hasAlpha: !isOpaque)
        _ = blank(scaler.buffer)
        let row = try PixelImage.memory(for: PixelSize(width: size.width, height: 1))
        for y in 0..<size.height {
            if cpng_read_rows(reader, row.base.assumingMemoryBound(to: UInt8.self), size.width * 4, 1) != CPNG_OK {
                if y == 0 { throw .damaged(bytes.name, "PNG", String(cString: cpng_message(reader))) }
                break
            }
            scaler.addRow(row.base)
        }
        withExtendedLifetime(row) {}
        return finished(scaler.buffer, target, isOpaque)
    }

    /// Returns an image whose missing parts are grey.
    private func blank(_ memory: PixelBuffer) -> PixelBuffer {
        memory.base.initializeMemory(as: UInt8.self, repeating: 0x80, count: memory.count)
        return memory
    }

    private func finished(_ memory: PixelBuffer, _ size: PixelSize, _ isOpaque: Bool) -> DecodedPixels {
        let isDamaged = cpng_is_damaged(reader) != 0
        if isDamaged, isOpaque { PixelImage.makeOpaque(memory) }
        var profile: UnsafePointer<UInt8>?
        let count = cpng_profile(reader, &profile)
        let space = profile.map { PixelImage.ColorSpace(profile: Array(UnsafeBufferPointer(start: $0, count: count))) }
        return DecodedPixels(
            image: PixelImage(
                memory, size: size, stride: size.width * 4, isOpaque: isOpaque, colorSpace: space ?? .sRGB),
            isDamaged: isDamaged)
    }
}

extension PixelImage {
    /// Sets alpha to 255 everywhere.
    static func makeOpaque(_ memory: PixelBuffer) {
        let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
        for index in Swift.stride(from: 3, to: memory.count, by: 4) { bytes[index] = 255 }
    }
}
