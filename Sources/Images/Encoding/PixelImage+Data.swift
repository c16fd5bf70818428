internal import CJPEG
internal import CPNG
public import FoundationEssentials
import Glibc
import Metadata

extension PixelImage {
    /// The picture as a PNG file: without loss, with alpha where it has some.
    ///
    /// - Parameter compression: 0, which is none, to 9, which is smallest and slowest.
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

    /// The picture as a JPEG file; what is transparent is shown on white.
    ///
    /// - Parameter quality: 1, which is smallest, to 100; from 90 on colours are as fine as brightness.
    /// - Returns: The file's bytes.
    /// - Throws: ``ImageError/Code/unavailable`` without libturbojpeg, ``ImageError/Code/notWritten`` without memory, or for a
    ///   side above 65,500 pixels.
    public func jpegData(quality: Int = 85) throws(ImageError) -> Data { try jpegData(quality: quality, exif: []) }

    func jpegData(quality: Int, exif: [UInt8]) throws(ImageError) -> Data {
        guard cjpeg_load() != 0 else { throw .missingLibrary("JPEG", "libturbojpeg", package: "libturbojpeg0") }
        guard size.width <= 65_500, size.height <= 65_500, let handle = cjpeg_encoder() else {
            throw ImageError(.notWritten, "a JPEG cannot have \(size) pixels; make it smaller, or write a PNG")
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
        return JPEGAssembly(exif: exif, profile: colorSpace.profile ?? []).data(around: body)
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
