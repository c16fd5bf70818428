import Metadata

extension ImageBytes {
    /// The block of EXIF in a JPEG, PNG, WebP or HEIF; `nil` where there is none.
    func exifBlock() -> [UInt8]? {
        switch try? ImageKind(buffer, name: name) {
        case .jpeg: JPEGSegments(buffer).exif.map { Array(buffer[$0]) }
        case .png: Self.pngChunk("eXIf", in: buffer).map { Array(buffer[$0]) }
        case .webp: RIFFChunks.range(of: "EXIF", in: buffer).map { Self.withoutName(Array(buffer[$0])) }
        case .heif: (try? HEIFDecoder(self, limits: DecodeLimits()))?.exif().map { Self.withoutName($0) }
        case .gif, .tiff, .raw, .video, nil: nil
        }
    }

    /// Some writers put JPEG's name of the segment before the block.
    private static func withoutName(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: "Exif\0\0".utf8) ? Array(bytes[6...]) : bytes
    }

    private static func pngChunk(_ name: String, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            guard length <= bytes.count - offset - 8 else { return nil }
            if bytes[offset + 4..<offset + 8].elementsEqual(name.utf8) { return offset + 8..<offset + 8 + length }
            offset += 12 + length
        }
        return nil
    }
}
