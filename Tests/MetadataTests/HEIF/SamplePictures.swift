/// Pictures in boxes, built in code.
enum SamplePictures {
    /// What an image is made of.
    struct Recipe {
        var brand = "heic"
        var size = (4032, 3024)
        /// Properties beside the size, in their order.
        var properties: [[UInt8]] = []
        /// Whether extents count from `idat` (construction method 1) and not from the file.
        var usesItemData = false
        /// The version of `iloc`, 0...2.
        var locationVersion = 1
        /// What stands before the TIFF header, four bytes of distance included.
        var exifHead: [UInt8] = Bytes.u32(6) + Bytes.text("Exif\0\0")
    }

    static let tiff: [UInt8] = Bytes.text("MM\0*") + Bytes.u32(8) + Bytes.u16(0) + Bytes.u32(0)
    static let packet = Bytes.xmp("tiff:Make='Phone'")
    static let thumbnail = Bytes.zeros(100)

    static func rotation(_ quarters: Int) -> [UInt8] { Bytes.box("irot", Bytes.u8(quarters)) }
    static func mirror(_ axis: Int) -> [UInt8] { Bytes.box("imir", Bytes.u8(axis)) }

    /// Four items: the image (1), its thumbnail (2), EXIF (3), XMP (4).
    static func picture(_ recipe: Recipe = Recipe()) -> [UInt8] {
        let brands = Bytes.brands(recipe.brand, "mif1", recipe.brand)
        let blocks = [Bytes.zeros(50), thumbnail, recipe.exifHead + tiff, packet]
        // The places are known once the length of all before them is: it does not depend on them.
        let length = meta(recipe, blocks, 0).count
        let start = recipe.usesItemData ? 0 : brands.count + length + 8
        let body = recipe.usesItemData ? [] : Bytes.box("mdat", Array(blocks.joined()))
        return brands + meta(recipe, blocks, start) + body
    }

    private static func meta(_ recipe: Recipe, _ blocks: [[UInt8]], _ start: Int) -> [UInt8] {
        let entries = ["hvc1", "hvc1", "Exif", "mime"].enumerated().map { index, type in
            Bytes.full(
                "infe", 2, 0, Bytes.u16(index + 1), Bytes.u16(0), Bytes.code(type), Bytes.u8(0),
                type == "mime" ? Bytes.text("application/rdf+xml\0") : [])
        }
        let names = Bytes.full("iinf", 0, 0, Bytes.u16(4), Array(entries.joined()))
        let properties = [size(recipe.size.0, recipe.size.1), size(240, 320)] + recipe.properties
        let own = [1] + recipe.properties.indices.map { $0 + 3 }
        let associations = Bytes.full(
            "ipma", 0, 0, Bytes.u32(2), Bytes.u16(1), Bytes.u8(own.count), own.map { UInt8($0) | 0x80 }, Bytes.u16(2),
            Bytes.u8(1), [2])
        let references = Bytes.full(
            "iref", 0, 0, Bytes.box("thmb", Bytes.u16(2), Bytes.u16(1), Bytes.u16(1)),
            Bytes.box("cdsc", Bytes.u16(3), Bytes.u16(1), Bytes.u16(1)),
            Bytes.box("cdsc", Bytes.u16(4), Bytes.u16(1), Bytes.u16(1)))
        return Bytes.full(
            "meta", 0, 0, Bytes.full("hdlr", 0, 0, Bytes.zeros(4), Bytes.code("pict"), Bytes.zeros(13)),
            Bytes.full("pitm", 0, 0, Bytes.u16(1)), locations(recipe, blocks, start), names, references,
            Bytes.box("iprp", Bytes.box("ipco", Array(properties.joined())), associations),
            recipe.usesItemData ? Bytes.box("idat", Array(blocks.joined())) : [])
    }

    private static func size(_ width: Int, _ height: Int) -> [UInt8] {
        Bytes.full("ispe", 0, 0, Bytes.u32(width), Bytes.u32(height))
    }

    private static func locations(_ recipe: Recipe, _ blocks: [[UInt8]], _ start: Int) -> [UInt8] {
        let version = recipe.locationVersion
        var body = Bytes.u16(0x4440) + (version < 2 ? Bytes.u16(blocks.count) : Bytes.u32(blocks.count))
        var offset = 0
        for (index, block) in blocks.enumerated() {
            body += version < 2 ? Bytes.u16(index + 1) : Bytes.u32(index + 1)
            if version > 0 { body += Bytes.u16(recipe.usesItemData ? 1 : 0) }
            body += Bytes.u16(0) + Bytes.u32(start)
            // EXIF in two pieces that touch.
            let pieces = index == 2 ? [4, block.count - 4] : [block.count]
            body += Bytes.u16(pieces.count)
            for piece in pieces {
                body += Bytes.u32(offset) + Bytes.u32(piece)
                offset += piece
            }
        }
        return Bytes.full("iloc", version, 0, body)
    }
}
