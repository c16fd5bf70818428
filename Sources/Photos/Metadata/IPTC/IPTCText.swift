/// IPTC texts, which are limited in bytes and share one character set.
enum IPTCText {
    /// Returns a text truncated between characters.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - maximumLength: The maximum length, in bytes of UTF-8.
    /// - Returns: The bytes; `nil` when nothing is left.
    static func bytes(_ text: String?, maximumLength: Int) -> [UInt8]? {
        guard let text = XMPText.clean(text) else { return nil }
        var bytes: [UInt8] = []
        for character in text {
            guard bytes.count + character.utf8.count <= maximumLength else { break }
            bytes += character.utf8
        }
        while bytes.last == 0x20 { bytes.removeLast() }
        return bytes.isEmpty ? nil : bytes
    }

    /// Returns whether a value is the same in every character set.
    static func isASCII(_ value: some Sequence<UInt8>) -> Bool { value.allSatisfy { $0 < 0x80 } }

    /// Converts a value in Windows-1252, which is assumed for everything except UTF-8, to UTF-8.
    static func utf8(ofWestern value: [UInt8]) -> [UInt8] {
        var text = ""
        for byte in value {
            let scalar = (0x80...0x9F).contains(byte) ? western[Int(byte) - 0x80] : Unicode.Scalar(byte)
            text.unicodeScalars.append(scalar)
        }
        return Array(text.utf8)
    }

    /// The characters 0x80...0x9F; the five undefined ones are the same as in Latin-1.
    private static let western: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}",
        "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]
}

/// Converts texts to the form that IPTC can hold: limited in bytes, with three-letter country codes.
enum IPTCForm {
    private static let maximumNameLength = 32
    private static let maximumCountryLength = 64
    private static let maximumKeywordLength = 64

    /// Returns the names of a place.
    static func place(_ place: PhotoPlace) -> PhotoPlace {
        var form = PhotoPlace()
        form.sublocation = cut(place.sublocation, maximumNameLength)
        form.city = cut(place.city, maximumNameLength)
        form.state = cut(place.state, maximumNameLength)
        form.country = cut(place.country, maximumCountryLength)
        form.countryCode = CountryCode.threeLetters(place.countryCode)
        return form
    }

    /// Returns a keyword.
    static func keyword(_ keyword: String) -> String? { cut(keyword, maximumKeywordLength) }

    private static func cut(_ text: String?, _ maximumLength: Int) -> String? {
        IPTCText.bytes(text, maximumLength: maximumLength).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Converts country codes of ISO 3166-1: XMP has two letters, IPTC three.
enum CountryCode {
    /// Returns the three-letter code; `nil` if it is not a country code.
    ///
    /// - Parameter code: A code of two or three letters.
    /// - Returns: The code in capitals.
    static func threeLetters(_ code: String?) -> String? {
        guard let code = code?.uppercased(), code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        return code.utf8.count == 3 ? code : table[code]
    }

    private static let table = Dictionary(
        uniqueKeysWithValues: codes.split { $0.isWhitespace }.map { (String($0.prefix(2)), String($0.suffix(3))) })

    /// Two and three letters of each; `XK` is commonly used for Kosovo.
    private static let codes = """
        ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB
        BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR
        BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR
        CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK
        FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
        GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN
        ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
        LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
        MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER
        NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
        PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP
        SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF
        TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY
        UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE
        """
}
