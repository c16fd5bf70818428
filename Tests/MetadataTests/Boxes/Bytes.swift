/// Builds files of boxes and of EBML in code.
enum Bytes {
    static func u8(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value)] }
    static func u16(_ value: Int) -> [UInt8] { big(UInt64(truncatingIfNeeded: value), 2) }
    static func u32(_ value: Int) -> [UInt8] { big(UInt64(truncatingIfNeeded: value), 4) }
    static func u64(_ value: UInt64) -> [UInt8] { big(value, 8) }
    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64((count - 1 - $0) * 8)) }
    }

    /// Four letters of Latin-1.
    static func code(_ type: String) -> [UInt8] { type.unicodeScalars.map { UInt8($0.value & 0xFF) } }

    static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let all = Array(content.joined())
        return u32(all.count + 8) + code(type) + all
    }

    /// A box with version and flags.
    static func full(_ type: String, _ version: Int = 0, _ flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
        box(type, u32(version << 24 | flags), Array(content.joined()))
    }

    /// A box whose size is written in 64 bits.
    static func long(_ type: String, _ content: [UInt8]) -> [UInt8] {
        u32(1) + code(type) + u64(UInt64(content.count + 16)) + content
    }

    static func brands(_ major: String, _ others: String...) -> [UInt8] {
        box("ftyp", code(major), u32(0), Array(others.map(code).joined()))
    }

    /// An element of EBML with a size of as many bytes as are needed.
    static func element(_ id: UInt32, _ content: [UInt8]...) -> [UInt8] {
        let all = Array(content.joined())
        let number = big(UInt64(id), 4).drop { $0 == 0 }
        return number + (all.count < 127 ? [0x80 | UInt8(all.count)] : [0x08] + big(UInt64(all.count), 4)) + all
    }

    static func xmp(_ attributes: String) -> [UInt8] {
        text(
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                + "<rdf:Description rdf:about='' xmlns:exif='http://ns.adobe.com/exif/1.0/' "
                + "xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' xmlns:tiff='http://ns.adobe.com/tiff/1.0/' "
                + "\(attributes)/></rdf:RDF></x:xmpmeta>")
    }
}
