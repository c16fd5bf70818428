import TestSupport

/// Videos built in code.
enum SampleVideos {
    /// 2019-07-24 08:25:57 UTC in seconds since 1904.
    static let creation = 1_563_956_757 + 2_082_844_800

    static func movieHeader(_ time: Int = creation, timescale: Int = 600, duration: Int = 2400) -> [UInt8] {
        Bytes.full(
            "mvhd", 0, 0, Bytes.u32(time), Bytes.u32(time), Bytes.u32(timescale), Bytes.u32(duration), Bytes.zeros(80))
    }

    /// A track of images; the matrix is that of an upright iPhone unless another is given.
    static func track(
        _ handler: String = "vide", matrix: [Int] = [0, 0x10000, -0x10000, 0], width: Int = 568, height: Int = 320,
        lengthOfMedia: Int = 2400
    ) -> [UInt8] {
        let cells = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0, 0x4000_0000]
        let header = Bytes.full(
            "tkhd", 0, 15, Bytes.u32(creation), Bytes.u32(creation), Bytes.u32(1), Bytes.zeros(4), Bytes.u32(2400),
            Bytes.zeros(16), Array(cells.map(Bytes.u32).joined()), Bytes.u32(width << 16), Bytes.u32(height << 16))
        let media = Bytes.box(
            "mdia", Bytes.full("mdhd", 0, 0, Bytes.zeros(8), Bytes.u32(600), Bytes.u32(lengthOfMedia), Bytes.zeros(4)),
            Bytes.full("hdlr", 0, 0, Bytes.zeros(4), Bytes.code(handler), Bytes.zeros(12)))
        return Bytes.box("trak", header, media)
    }

    /// Apple's metadata, as QuickTime writes them: without a version.
    static func metadata(_ values: [(name: String, value: String)]) -> [UInt8] {
        let handler = Bytes.full("hdlr", 0, 0, Bytes.zeros(4), Bytes.code("mdta"), Bytes.zeros(12))
        let names = values.map { Bytes.box("mdta", Bytes.text($0.name)) }
        let keys = Bytes.full("keys", 0, 0, Bytes.u32(values.count), Array(names.joined()))
        let items = values.enumerated().map { index, pair in
            let data = Bytes.box("data", Bytes.u32(1), Bytes.u32(0), Bytes.text(pair.value))
            return Bytes.u32(data.count + 8) + Bytes.u32(index + 1) + data
        }
        return Bytes.box("meta", handler, keys, Bytes.box("ilst", Array(items.joined())))
    }

    static func record(_ type: String, _ text: String) -> [UInt8] {
        Bytes.box(type, Bytes.u16(text.utf8.count), Bytes.u16(0x15C7), Bytes.text(text))
    }

    /// As an iPhone makes them.
    static let apple: [UInt8] =
        Bytes.brands("qt  ", "qt  ") + Bytes.box("wide") + Bytes.box("mdat", Bytes.zeros(64))
        + Bytes.box(
            "moov", movieHeader(), track("soun", width: 0, height: 0), track(),
            metadata([
                ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone 6"),
                ("com.apple.quicktime.creationdate", "2019-07-24T11:25:40+0300"),
                ("com.apple.quicktime.location.ISO6709", "+59.9343+030.3351-004.500/"),
                ("com.apple.quicktime.location.accuracy.horizontal", "8.5"),
                ("com.apple.quicktime.content.identifier", "ABC-1"),
            ]))

    /// As telephones with Android make them: `©xyz`, and 3GPP's `loci` beside it.
    static let android: [UInt8] =
        Bytes.brands("mp42", "isom", "mp42") + Bytes.long("mdat", Bytes.zeros(40))
        + Bytes.box(
            "moov", movieHeader(timescale: 1000, duration: 1500), track(matrix: [0x10000, 0, 0, 0x10000]),
            Bytes.box("udta", record("©xyz", "+52.3693+006.6761/"), loci, Bytes.zeros(4)))

    /// In two fragments of half a second, with the index that ffmpeg writes at the end.
    static let fragmented: [UInt8] = {
        let fragment = { (time: UInt64) in
            Bytes.box(
                "moof",
                Bytes.box(
                    "traf", Bytes.full("tfhd", 0, 0, Bytes.u32(1)), Bytes.full("tfdt", 1, 0, Bytes.u64(time)),
                    Bytes.full("trun", 0, 0x100, Bytes.u32(2), Bytes.u32(150), Bytes.u32(150))))
                + Bytes.box("mdat", Bytes.zeros(8))
        }
        let extends = Bytes.box("mvex", Bytes.full("trex", 0, 0, Bytes.u32(1), Bytes.zeros(16)))
        let start =
            Bytes.brands("iso5", "isom")
            + Bytes.box("moov", movieHeader(duration: 0), track(lengthOfMedia: 0), extends) + fragment(0)
        let table = Bytes.full(
            "tfra", 1, 0, Bytes.u32(1), Bytes.u32(0), Bytes.u32(1), Bytes.u64(0), Bytes.u64(UInt64(start.count)),
            [1, 1, 1])
        let index = Bytes.box("mfra", table, Bytes.full("mfro", 0, 0, Bytes.u32(8 + table.count + 16)))
        return start + fragment(300) + index
    }()

    static let loci = Bytes.full(
        "loci", 0, 0, Bytes.u16(0x15C7), Bytes.text("Enschede\0"), Bytes.u8(0), Bytes.u32(Int(6.67609 * 65_536)),
        Bytes.u32(Int(52.36929 * 65_536)), Bytes.u32(-12 * 65_536), Bytes.text("earth\0\0"))
}
