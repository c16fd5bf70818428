import CLKGIF
import LKMetadata

/// Decodes GIF with giflib: the first frame of an animation, on its canvas.
struct GIFDecoder: PixelDecoder, ~Copyable {
    let size: PixelSize
    private let bytes: ImageBytes
    private let limits: ImagePipeline.Limits
    private let reader: OpaquePointer

    /// Reads up to the first frame.
    init(_ bytes: ImageBytes, limits: ImagePipeline.Limits) throws(ImageError) {
        guard cgif_load() != 0 else { throw .missingLibrary("GIF", "giflib", package: "libgif7") }
        guard let reader = cgif_open(bytes.start, bytes.count) else {
            throw ImageError(.tooLarge, "no memory for a GIF decoder")
        }
        let size = PixelSize(width: Int(cgif_width(reader)), height: Int(cgif_height(reader)))
        guard size.width > 0, size.height > 0 else {
            let message = String(cString: cgif_message(reader))
            cgif_close(reader)
            throw .damaged(bytes.name, "GIF", message)
        }
        self.size = size
        self.bytes = bytes
        self.limits = limits
        self.reader = reader
    }

    deinit { cgif_close(reader) }

    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels {
        let frame = cgif_first(reader)
        let (width, height) = (Int(frame.width), Int(frame.height))
        guard width <= limits.pixels / height else {
            throw .tooManyPixels(bytes.name, PixelSize(width: width, height: height), limits)
        }
        guard width * height + target.width * target.height * 4 + size.width * 8 <= limits.memory,
            let indices = PixelBuffer(count: width * height)
        else { throw .beyondMemory(bytes.name, size, limits) }
        let isDamaged = try read(frame, into: indices)
        let columns = Int(frame.x)..<Int(frame.x) + width
        let rows = Int(frame.y)..<Int(frame.y) + height
        let isCovered =
            columns.clamped(to: 0..<size.width).count == size.width
            && rows.clamped(to: 0..<size.height).count == size.height
        let isOpaque = isCovered && frame.transparent < 0
        let line = try PixelImage.memory(for: PixelSize(width: size.width, height: 1))
        let colors = cgif_colors(reader)
        /// Draws a row of the canvas into `line`.
        func draw(_ y: Int) {
            let pixels = line.base.assumingMemoryBound(to: UInt8.self)
            pixels.update(repeating: 0, count: size.width * 4)
            guard rows.contains(y) else { return }
            let row = indices.base.assumingMemoryBound(to: UInt8.self) + (y - rows.lowerBound) * width
            for x in columns.clamped(to: 0..<size.width) {
                let index = Int(row[x - columns.lowerBound])
                guard index != Int(frame.transparent) else { continue }
                for part in 0..<3 { pixels[x * 4 + part] = colors[index * 3 + part] }
                pixels[x * 4 + 3] = 255
            }
        }
        if target.width < size.width || target.height < size.height {
            var scaler = try AreaScaler(from: size, to: target, hasAlpha: !isOpaque)
            for y in 0..<size.height {
                draw(y)
                scaler.addRow(line.base)
            }
            return DecodedPixels(
                image: PixelImage(
                    scaler.buffer, size: target, stride: target.width * 4, isOpaque: isOpaque, colorSpace: .sRGB),
                isDamaged: isDamaged)
        }
        let memory = try PixelImage.memory(for: size)
        for y in 0..<size.height {
            draw(y)
            (memory.base + y * size.width * 4).copyMemory(from: line.base, byteCount: size.width * 4)
        }
        return DecodedPixels(
            image: PixelImage(memory, size: size, stride: size.width * 4, isOpaque: isOpaque, colorSpace: .sRGB),
            isDamaged: isDamaged)
    }

    /// Reads the palette indices of the first frame.
    ///
    /// - Returns: Whether some rows are missing, which then have index 0.
    private func read(_ frame: cgif_frame, into indices: PixelBuffer) throws(ImageError) -> Bool {
        let (width, height) = (Int(frame.width), Int(frame.height))
        let bytes = indices.base.assumingMemoryBound(to: UInt8.self)
        bytes.update(repeating: 0, count: width * height)
        // https://www.w3.org/Graphics/GIF/spec-gif89a.txt, appendix E.
        let passes = frame.is_interlaced != 0 ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        var isFirst = true
        for (first, step) in passes {
            for y in stride(from: first, to: height, by: step) {
                if cgif_read_row(reader, bytes + y * width) != CGIF_OK {
                    // Part of a row before the error is kept too.
                    if isFirst { throw .damaged(self.bytes.name, "GIF", String(cString: cgif_message(reader))) }
                    return true
                }
                isFirst = false
            }
        }
        return false
    }
}
