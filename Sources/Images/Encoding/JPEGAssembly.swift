import FoundationEssentials

/// Puts EXIF and a colour profile into a JPEG that was just encoded.
struct JPEGAssembly {
    /// How many bytes of EXIF have a place in a JPEG.
    static let longestEXIF = 65_527

    /// A TIFF block; one longer than ``longestEXIF`` is left out.
    var exif: [UInt8]
    var profile: [UInt8]

    /// The file, with the segments behind JFIF's.
    func data(around picture: UnsafeRawBufferPointer) -> Data {
        guard picture.count > 6, !exif.isEmpty || !profile.isEmpty else { return Data(picture) }
        // JFIF's segment comes first, in the words of its specification.
        let start = picture[3] == 0xE0 ? min(4 + (Int(picture[4]) << 8 | Int(picture[5])), picture.count) : 2
        var result = Data(picture[..<start])
        if !exif.isEmpty, exif.count <= Self.longestEXIF { append(0xE1, Array("Exif\0\0".utf8) + exif, to: &result) }
        let most = 65_519
        let parts = (profile.count + most - 1) / most
        if parts <= 255 {
            for part in 0..<parts {
                let content = profile[part * most..<min((part + 1) * most, profile.count)]
                let head = Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(parts)]
                append(0xE2, head + content, to: &result)
            }
        }
        result.append(contentsOf: picture[start...])
        return result
    }

    private func append(_ marker: UInt8, _ content: [UInt8], to data: inout Data) {
        let length = content.count + 2
        data.append(contentsOf: [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)])
        data.append(contentsOf: content)
    }
}
