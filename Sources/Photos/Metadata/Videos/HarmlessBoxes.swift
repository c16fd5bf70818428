/// The boxes of a video that are known: a removal keeps them, or edits what they say about a place.
enum HarmlessBoxes {
    /// User data of Apple, 3GPP and makers without a position; those whose type begins with `©` are texts.
    private static let userData: Set<FourCharacterCode> = [
        "name", "hnti", "hinf", "WLOC", "LOOP", "SelO", "AllF", "ptv ", "tsel", "strk", "chpl", "cprt", "titl", "auth",
        "dscp", "perf", "gnre", "albm", "yrrc", "kywd", "rtng", "clsf", "coll", "thmb", "meta", "XMP_", "free", "skip",
        "date", "manu", "modl", "desc", "@mak", "@mod", "@xyz", "loci", "hdlr", "ID32", "cgrp", "urat", "kind", "labl",
        "uuid", "TTMD", "hway", "FIRM", "LENS", "CAME", "SETT", "AMBA", "MUID", "HMMT", "BCID", "GUMI", "CNCV", "CNFV",
        "CNMN", "CNOP", "CNDB", "CNDM", "MMA0", "MMA1", "smrd", "smta", "mvcm", "vndr", "SDLN", "svss", "mdst", "slmo",
        "saut", "MSNV", "play", "ctim", "angl", "CCID", "IODS", "flvr", "clfn", "clid", "apmd", "kgtt", "FFMV", "QVMI",
        "pmcc", "GoPr", "SNum", "ptch", "_yaw", "roll", "_cx_", "_cy_", "rads", "lvlm", "Lvlm", "pose", "adzc", "adze",
        "adzm", "Xtra", "scrn", "@swr", "@day", "cver", "vrot", "mcvr", "ccid", "icnu", "infu", "cdis", "albr", "cvru",
        "lrcu", "tags", "hinv", "DcMD", "reel", "scen", "shot", "slno", "tnam", "cmid", "cmnm", "equi", "DCMD",
    ]

    /// Returns whether an entry of user data is known.
    static func contain(_ type: FourCharacterCode) -> Bool { type.value >> 24 == 0xA9 || userData.contains(type) }

    /// Boxes of a file beside `moov`, and of an image.
    private static let top: Set<FourCharacterCode> = [
        "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "pnot", "PICT", "moof", "mfra", "sidx", "ssix", "prft",
        "pdin", "meta", "udta", "sefd", "mpvd", "imda", "uuid", "idat",
    ]
    private static let ofMovie: Set<FourCharacterCode> = [
        "mvhd", "trak", "udta", "meta", "iods", "mvex", "free", "skip", "wide", "cmov", "ctab", "clip", "prfl", "uuid",
        "rmra", "trgr", "pssh", "moov",
    ]
    private static let ofTrack: Set<FourCharacterCode> = [
        "tkhd", "mdia", "edts", "udta", "meta", "tref", "load", "clip", "matt", "imap", "tapt", "trgr", "txas", "free",
        "skip", "uuid", "wide", "prfl", "ludt",
    ]
    /// Adobe's XMP, spherical videos, Sony's profile, and the previews of Canon.
    private static let users: Set<BoxUserType> = [
        .xmp, .flirPosition, .canonPreview, BoxUserType(high: 0xFFCC_8263_F855_4A93, low: 0x8814_587A_0252_1FDD),
        BoxUserType(high: 0x5052_4F46_21D2_4FCE, low: 0xBB88_695C_FAC9_C740),
        BoxUserType(high: 0x5553_4D54_21D2_4FCE, low: 0xBB88_695C_FAC9_C740),
    ]

    /// Where a box is.
    enum Level {
        case file, movie, track
    }

    /// Refuses to remove a position from a file with a box that is not known, and so may hold it.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - level: Where it is.
    ///   - file: The file.
    /// - Throws: ``EditRefusal`` unless the box is known, or holds only zeros; ``MetadataError``.
    static func check(_ box: Box, _ level: Level, _ file: FileBytes) throws {
        let known =
            switch level {
            case .file: top
            case .movie: ofMovie
            case .track: ofTrack
            }
        if known.contains(box.type), box.userType.map(users.contains) ?? true { return }
        guard try !file.isBlank(box.content) else { return }
        throw EditRefusal("its box '\(box.type)' is not known and may hold positions", isCertain: true)
    }
}
