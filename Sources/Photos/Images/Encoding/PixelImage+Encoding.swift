import CLKJPEG
import CLKPNG
public import FoundationEssentials
import Glibc
import LKFormats
import LKMetadata
import LKStorage

extension PixelImage {
    /// Returns the image as a PNG file: lossless, with alpha if any.
    ///
    /// - Parameter compression: 0 (none) to 9 (smallest and slowest).
    /// - Returns: The file's bytes.
    /// - Throws: ``ImageError/Code/unavailable`` without libpng, ``ImageError/Code/notWritten`` without memory.
    public func pngData(compression: Int = 6) throws(ImageError) -> Data {
        try pngData(compression: compression, texts: [], exif: [])
    }

    func pngData(
        compression: Int, texts: [(key: String, value: String)], exif: [UInt8]
    ) throws(ImageError) -> Data {
        guard cpng_load() != 0 else { throw .missingLibrary("PNG", "libpng", package: "libpng16-16") }
        var options = cpng_options()
        options.width = UInt32(size.width)
        options.height = UInt32(size.height)
        options.stride = stride
        options.level = Int32(min(max(compression, 0), 9))
        options.has_alpha = isOpaque ? 0 : 1
        let strings = texts.map { (key: strdup($0.key), value: strdup($0.value)) }
        defer {
            for text in strings {
                free(text.key)
                free(text.value)
            }
        }
        let pairs = strings.compactMap { text in
            text.key.flatMap { key in text.value.map { cpng_text(key: key, value: $0) } }
        }
        let pixels = row(0).assumingMemoryBound(to: UInt8.self)
        let (data, code) = (colorSpace.profile ?? []).withUnsafeBufferPointer { profile in
            exif.withUnsafeBufferPointer { exif in
                pairs.withUnsafeBufferPointer { pairs -> (Data, Int32) in
                    options.profile = profile.baseAddress
                    options.profile_count = profile.count
                    options.exif = exif.baseAddress
                    options.exif_count = exif.count
                    options.texts = pairs.baseAddress
                    options.text_count = pairs.count
                    var bytes: UnsafeMutablePointer<UInt8>?
                    var count = 0
                    let code = cpng_encode(pixels, &options, &bytes, &count)
                    guard let bytes else { return (Data(), code) }
                    return (Data(bytesNoCopy: bytes, count: count, deallocator: .free), code)
                }
            }
        }
        guard code == CPNG_OK else { throw ImageError(.notWritten, "a PNG of \(size) pixels could not be encoded") }
        return data
    }

    /// Returns the image as a JPEG file; transparent pixels are blended with white.
    ///
    /// - Parameter quality: 1 (smallest) to 100; from 90 on without chroma subsampling.
    /// - Returns: The file's bytes.
    /// - Throws: ``ImageError/Code/unavailable`` without libturbojpeg, ``ImageError/Code/notWritten`` without memory,
    ///   or for a side above 65,500 pixels.
    public func jpegData(quality: Int = 85) throws(ImageError) -> Data { try jpegData(quality: quality, exif: []) }

    /// Returns only the pixels as a JPEG file, without a colour profile, which may name a camera or a person's screen.
    ///
    /// - Parameter quality: 1 to 100.
    /// - Returns: The file's bytes.
    /// - Throws: As ``jpegData(quality:)``.
    package func bareJPEGData(quality: Int) throws(ImageError) -> Data {
        try jpegData(quality: quality, exif: [], profile: [])
    }

    func jpegData(
        quality: Int, exif: [UInt8], profile: [UInt8]? = nil, segments: [UInt8] = []
    ) throws(ImageError) -> Data {
        guard cjpeg_load() != 0 else { throw .missingLibrary("JPEG", "libturbojpeg", package: "libturbojpeg0") }
        guard size.width <= 65_500, size.height <= 65_500, let handle = cjpeg_encoder() else {
            throw ImageError(
                .notWritten, "a JPEG cannot have \(size) pixels", advice: "make it smaller, or write a PNG")
        }
        defer { cjpeg_free(handle) }
        let opaque = isOpaque ? self : try onWhite()
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let code = withExtendedLifetime(opaque) {
            cjpeg_encode(
                handle, opaque.row(0).assumingMemoryBound(to: UInt8.self), opaque.stride, Int32(size.width),
                Int32(size.height), Int32(min(max(quality, 1), 100)), &bytes, &count)
        }
        guard code == CJPEG_OK, let bytes else {
            throw ImageError(
                .notWritten, "a JPEG of \(size) pixels could not be encoded: \(String(cString: cjpeg_message(handle)))")
        }
        defer { cjpeg_free_bytes(bytes) }
        let body = UnsafeRawBufferPointer(start: bytes, count: count)
        return JPEGAssembly(segments: segments, exif: exif, profile: profile ?? colorSpace.profile ?? [])
            .data(around: body)
    }

    private func onWhite() throws(ImageError) -> PixelImage {
        try PixelImage(size: size, colorSpace: colorSpace, isOpaque: true) { bytes in
            var index = 0
            for y in 0..<size.height {
                withRow(y) { row in
                    for x in Swift.stride(from: 0, to: row.count, by: 4) {
                        let alpha = Int(row[x + 3])
                        for part in 0..<3 {
                            bytes[index + part] = UInt8((Int(row[x + part]) * alpha + 255 * (255 - alpha) + 127) / 255)
                        }
                        bytes[index + 3] = 255
                        index += 4
                    }
                }
            }
        }
    }
}

extension PixelImage {
    /// The formats that images are written in.
    public enum FileFormat: Sendable, Hashable {
        /// Lossless, with alpha; compression 0 (none) to 9.
        case png(compression: Int = 6)
        /// Small, without alpha; quality 1 to 100.
        case jpeg(quality: Int = 85)
    }

    /// Encodes the image as a file.
    ///
    /// - Parameter format: PNG or JPEG.
    /// - Returns: The file's bytes.
    /// - Throws: ``ImageError/Code/unavailable``, ``ImageError/Code/notWritten``.
    public func data(_ format: FileFormat) throws(ImageError) -> Data {
        switch format {
        case .png(let compression): try pngData(compression: compression)
        case .jpeg(let quality): try jpegData(quality: quality)
        }
    }

    /// Writes the image to a file durably and atomically, with a mark by which a later call recognizes it.
    ///
    /// - Parameters:
    ///   - url: The file. An existing one is replaced if it is empty or such an image; a symbolic link is not followed.
    ///   - format: The format; by default PNG for a path that ends in `.png`, else JPEG.
    ///   - replacesOthers: Whether any other file is replaced too, such as a photo.
    /// - Throws: ``ImageError/Code/unavailable``, ``ImageError/Code/notWritten``; an existing file is untouched then.
    public func write(
        to url: URL, as format: FileFormat? = nil, replacesOthers: Bool = false
    ) throws(ImageError) {
        let path = url.filePath
        let isPNG = path.lowercased().hasSuffix(".png")
        do {
            let file = try OutputFile(path, replacing: replacesOthers ? .everything : .own(Self.isMarked))
            let data = try markedData(format ?? (isPNG ? .png() : .jpeg()))
            try file.write { try OutputFile.write(data, to: $0, path) }
        } catch let error as ImageError {
            throw error
        } catch {
            let advice = (error as? StorageError)?.advice
            throw ImageError(.notWritten, stating: "\(error)", advice: advice, underlying: error)
        }
    }

    /// Returns the image as a file with LocationKit's mark.
    package func markedData(_ format: FileFormat) throws(ImageError) -> [UInt8] {
        switch format {
        case .png(let compression): ProgramMark.marked(png: [UInt8](try pngData(compression: compression)))
        case .jpeg(let quality):
            [UInt8](try jpegData(quality: quality, exif: [], segments: ProgramMark.jpegSegment))
        }
    }

    /// Returns whether a file that begins with these bytes is an image that LocationKit has written.
    package static func isMarked(_ beginning: [UInt8]) -> Bool {
        ProgramMark.isMarked(png: beginning) || ProgramMark.isMarked(jpeg: beginning)
    }
}

/// Inserts EXIF and a colour profile into an encoded JPEG.
struct JPEGAssembly {
    /// The longest EXIF block in a JPEG, in bytes.
    static let maximumEXIFSize = 65_527

    /// Whole segments that precede the others.
    var segments: [UInt8] = []
    /// A TIFF block; omitted if longer than ``maximumEXIFSize``.
    var exif: [UInt8]
    var profile: [UInt8]

    /// Returns the file, with the segments after the JFIF segment.
    func data(around jpeg: UnsafeRawBufferPointer) -> Data {
        guard jpeg.count > 6, !segments.isEmpty || !exif.isEmpty || !profile.isEmpty else { return Data(jpeg) }
        // The JFIF specification requires its segment to come first.
        let start = jpeg[3] == 0xE0 ? min(4 + (Int(jpeg[4]) << 8 | Int(jpeg[5])), jpeg.count) : 2
        var result = Data(jpeg[..<start]) + segments
        if !exif.isEmpty, exif.count <= Self.maximumEXIFSize {
            append(0xE1, Array("Exif\0\0".utf8) + exif, to: &result)
        }
        let maximumPartSize = 65_519
        let parts = (profile.count + maximumPartSize - 1) / maximumPartSize
        if parts <= 255 {
            for part in 0..<parts {
                let content = profile[part * maximumPartSize..<min((part + 1) * maximumPartSize, profile.count)]
                let head = Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(parts)]
                append(0xE2, head + content, to: &result)
            }
        }
        result.append(contentsOf: jpeg[start...])
        return result
    }

    private func append(_ marker: UInt8, _ content: [UInt8], to data: inout Data) {
        let length = content.count + 2
        data.append(contentsOf: [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)])
        data.append(contentsOf: content)
    }
}
