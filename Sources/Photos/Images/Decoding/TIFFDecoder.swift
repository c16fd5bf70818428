import CLKTIFF
import Glibc
import LKMetadata

/// Decodes TIFF with libtiff: the first directory that is not a reduced copy.
struct TIFFDecoder: PixelDecoder, ~Copyable {
    let size: PixelSize
    private let bytes: ImageBytes
    private let limits: ImagePipeline.Limits
    private let isCancelled: (@Sendable () -> Bool)?
    private let reader: OpaquePointer
    /// The file descriptor, or -1 when the file is in memory.
    private let file: Int32

    /// The largest file that is loaded into memory, in bytes.
    ///
    /// From an unmapped file, libtiff cannot read uncompressed tiles whose size is not a multiple of 1024 bytes.
    private static let maximumLoadedSize = 64 << 20

    /// The most directories searched.
    private static let maximumDirectories = 64

    /// Reads the first directories.
    ///
    /// - Parameters:
    ///   - bytes: The TIFF, or its beginning.
    ///   - limits: The limits of decoding.
    ///   - isCancelled: Polled between bands of rows.
    ///   - isPreview: Whether to accept a reduced copy, because the main image is raw.
    /// - Throws: ``ImageError/Code/damaged``, ``ImageError/Code/unsupported``, ``ImageError/Code/unavailable``, and
    ///   the errors of reading.
    init(
        _ bytes: ImageBytes, limits: ImagePipeline.Limits, _ isCancelled: (@Sendable () -> Bool)? = nil,
        isPreview: Bool = false
    ) throws(ImageError) {
        guard ctiff_load() != 0 else { throw .missingLibrary("TIFF", "libtiff", package: "libtiff6") }
        var bytes = bytes
        var file: Int32 = -1
        if bytes.isHead, let path = bytes.path {
            let opened = try ImageBytes.open(path)
            if opened.size <= min(Self.maximumLoadedSize, limits.fileSize) {
                close(opened.file)
                bytes = try bytes.part(0..<opened.size, maximumSize: limits.fileSize)
            } else {
                file = opened.file
            }
        }
        guard let reader = ctiff_open(file, file < 0 ? bytes.start : nil, bytes.count, limits.memory) else {
            if file >= 0 { close(file) }
            throw ImageError(.tooLarge, "no memory for a TIFF decoder")
        }
        do throws(ImageError) {
            size = try Self.seek(reader, bytes.name, isPreview: isPreview)
        } catch {
            ctiff_close(reader)
            if file >= 0 { close(file) }
            throw error
        }
        self.bytes = bytes
        self.limits = limits
        self.isCancelled = isCancelled
        self.reader = reader
        self.file = file
    }

    deinit {
        ctiff_close(reader)
        if file >= 0 { close(file) }
    }

    /// Selects the directory to decode, and returns its size.
    private static func seek(_ reader: OpaquePointer, _ name: String, isPreview: Bool) throws(ImageError) -> PixelSize {
        func isWanted() -> Bool {
            ctiff_width(reader) > 0 && (isPreview ? ctiff_is_supported(reader) != 0 : ctiff_is_reduced(reader) == 0)
        }
        var isFound = isWanted()
        var directory = 1
        while !isFound, directory < maximumDirectories, ctiff_next(reader) != 0 {
            isFound = isWanted()
            directory += 1
        }
        if !isFound, directory > 1 { _ = ctiff_go(reader, 0) }
        let size = PixelSize(width: Int(ctiff_width(reader)), height: Int(ctiff_height(reader)))
        guard size.width > 0, size.height > 0 else {
            let reason = String(cString: ctiff_message(reader))
            throw .damaged(name, "TIFF", reason.isEmpty ? "it has no size" : reason)
        }
        guard ctiff_is_supported(reader) != 0 else {
            let reason = String(cString: ctiff_message(reader))
            throw ImageError(
                .unsupported, "\(name) is a TIFF that libtiff cannot decode (\(reason))", advice: "convert it")
        }
        return size
    }

    mutating func decode(atLeast target: PixelSize) throws(ImageError) -> DecodedPixels {
        let band = min(Int(ctiff_band_rows(reader)), size.height)
        let scratch = Int(clamping: ctiff_scratch_pixels(reader))
        let isWhole = target == size
        // For each band, libtiff also holds the coded bytes and the samples, which may have 16 bits.
        let rows = isWhole ? size.height : target.height
        guard scratch <= limits.memory / 12,
            size.width * band * 12 + scratch * 12 + size.width * 8 + rows * target.width * 4 <= limits.memory
        else { throw .beyondMemory(bytes.name, size, limits) }
        let isOpaque = ctiff_has_alpha(reader) == 0
        let spare = try PixelImage.memory(for: PixelSize(width: scratch, height: 1))
        if isWhole {
            let memory = try PixelImage.memory(for: size)
            let pixels = memory.base.assumingMemoryBound(to: UInt8.self)
            var isDamaged = false
            var isEmpty = true
            for y in stride(from: 0, to: size.height, by: band) {
                let code = try read(y, min(band, size.height - y), pixels + y * size.width * 4, spare, isOpaque)
                isDamaged = isDamaged || code != CTIFF_OK
                isEmpty = isEmpty && code == CTIFF_FATAL
            }
            return try finished(memory, size, isOpaque, isDamaged: isDamaged, isEmpty: isEmpty)
        }
        var scaler = try AreaScaler(from: size, to: target, hasAlpha: !isOpaque)
        let buffer = try PixelImage.memory(for: PixelSize(width: size.width, height: band))
        let pixels = buffer.base.assumingMemoryBound(to: UInt8.self)
        var isDamaged = false
        var isEmpty = true
        for y in stride(from: 0, to: size.height, by: band) {
            let rows = min(band, size.height - y)
            let code = try read(y, rows, pixels, spare, isOpaque)
            isDamaged = isDamaged || code != CTIFF_OK
            isEmpty = isEmpty && code == CTIFF_FATAL
            for row in 0..<rows { scaler.addRow(pixels + row * size.width * 4) }
        }
        withExtendedLifetime(buffer) {}
        return try finished(scaler.buffer, target, isOpaque, isDamaged: isDamaged, isEmpty: isEmpty)
    }

    /// Reads a band of rows.
    private func read(
        _ y: Int, _ rows: Int, _ pixels: UnsafeMutablePointer<UInt8>, _ spare: PixelBuffer, _ isOpaque: Bool
    ) throws(ImageError) -> Int32 {
        if isCancelled?() == true { throw .canceled }
        let code = pixels.withMemoryRebound(to: UInt32.self, capacity: rows * size.width) {
            ctiff_read_band(reader, UInt32(y), $0, spare.base.assumingMemoryBound(to: UInt32.self))
        }
        // Missing parts of a damaged image are grey.
        if code == CTIFF_FATAL { pixels.update(repeating: 0x80, count: rows * size.width * 4) }
        if isOpaque || code == CTIFF_FATAL {
            Self.makeOpaque(pixels, rows * size.width)
        } else {
            Self.divideByAlpha(pixels, rows * size.width)
        }
        return code
    }

    private func finished(
        _ memory: PixelBuffer, _ made: PixelSize, _ isOpaque: Bool, isDamaged: Bool, isEmpty: Bool
    ) throws(ImageError) -> DecodedPixels {
        guard !isEmpty else {
            let reason = String(cString: ctiff_message(reader))
            throw .damaged(bytes.name, "TIFF", reason.isEmpty ? "none of its pixels can be read" : reason)
        }
        return DecodedPixels(
            image: PixelImage(memory, size: made, stride: made.width * 4, isOpaque: isOpaque, colorSpace: colorSpace),
            isDamaged: isDamaged)
    }

    private var colorSpace: PixelImage.ColorSpace {
        var profile: UnsafePointer<UInt8>?
        let count = ctiff_profile(reader, &profile)
        return profile.map { PixelImage.ColorSpace(profile: Array(UnsafeBufferPointer(start: $0, count: count))) }
            ?? .sRGB
    }

    private static func makeOpaque(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        var index = 3
        while index < count * 4 {
            pixels[index] = 255
            index += 4
        }
    }

    /// Converts premultiplied colours to straight alpha.
    private static func divideByAlpha(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for index in stride(from: 0, to: count * 4, by: 4) {
            let alpha = UInt32(pixels[index + 3])
            guard alpha > 0, alpha < 255 else { continue }
            for part in index..<index + 3 {
                pixels[part] = UInt8(min(255, (UInt32(pixels[part]) * 255 + alpha / 2) / alpha))
            }
        }
    }
}
