/// The supported kinds of sentences; the cycle detector identifies them by number.
enum NMEASentence: Int, CaseIterable {
    case gga = 1, rmc, gll, gns, gsa, gsv, gst, gbs, vtg, zda, dtm, hdg, hdt, dbt, mwd, mwv, txt
    case pgrme, pgrmf, pgrmm, pgrmz, pashr, pmgnst, psrfepe, psti, ptnthtm, ptnta, pubx

    /// The minimum number of fields, including the tag.
    var minimumFields: Int {
        switch self {
        case .gga, .gns: 13
        case .rmc, .gst, .pmgnst, .ptnta: 8
        case .gll, .gbs, .dbt, .pgrme, .psrfepe: 7
        case .gsa: 18
        case .vtg, .txt: 5
        case .zda, .pgrmz: 4
        case .pashr: 3
        case .dtm, .pgrmm, .psti, .pubx: 2
        case .hdt: 1
        case .pgrmf: 15
        case .ptnthtm: 9
        case .gsv, .hdg, .mwd, .mwv: 0
        }
    }

    /// Whether it has a field for the time of its position.
    var timesPosition: Bool { [.gga, .rmc, .gll, .gns].contains(self) }

    /// Creates the kind of a tag such as `GPRMC`: a manufacturer's sentence by its whole name, others by the three
    /// letters after the talker; returns `nil` for unsupported kinds.
    init?(tag: ArraySlice<UInt8>) {
        guard tag.count <= 8 else { return nil }
        if tag.count > 5 || tag.first == UInt8(ascii: "P") {
            if let own = Self.proprietary[Self.code(tag)] {
                self = own
                return
            }
            // Garmin's PGRMC and PGRMB look like RMC and RMB of a talker PG.
            if tag.starts(with: "PGRM".utf8) { return nil }
        }
        guard tag.count == 5, let kind = Self.standard(Self.code(tag.dropFirst(2))) else { return nil }
        self = kind
    }

    private static func code(_ text: some Sequence<UInt8>) -> UInt64 { text.reduce(0) { $0 << 8 | UInt64($1) } }

    private static func standard(_ code: UInt64) -> NMEASentence? {
        switch code {
        case 0x47_47_41: .gga
        case 0x52_4D_43: .rmc
        case 0x47_4C_4C: .gll
        case 0x47_4E_53: .gns
        case 0x47_53_41: .gsa
        case 0x47_53_56: .gsv
        case 0x47_53_54: .gst
        case 0x47_42_53: .gbs
        case 0x56_54_47: .vtg
        case 0x5A_44_41: .zda
        case 0x44_54_4D: .dtm
        case 0x48_44_47: .hdg
        case 0x48_44_54: .hdt
        case 0x44_42_54: .dbt
        case 0x4D_57_44: .mwd
        case 0x4D_57_56: .mwv
        case 0x54_58_54: .txt
        default: nil
        }
    }

    private static let proprietary: [UInt64: NMEASentence] = [
        code("PGRME".utf8): .pgrme, code("PGRMF".utf8): .pgrmf, code("PGRMM".utf8): .pgrmm, code("PGRMZ".utf8): .pgrmz,
        code("PASHR".utf8): .pashr, code("PMGNST".utf8): .pmgnst, code("PSRFEPE".utf8): .psrfepe,
        code("PSTI".utf8): .psti, code("PTNTHTM".utf8): .ptnthtm, code("PTNTA".utf8): .ptnta, code("PUBX".utf8): .pubx,
    ]

    /// Returns whether a line begins like a sentence: `$`, a tag of capital letters and digits, and a comma.
    static func isLikely(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "$"), let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return false }
        let tag = line[line.startIndex + 1..<comma]
        return isTag(tag)
            && tag.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    /// Returns whether the bytes between `$` and the first comma are a valid tag.
    ///
    /// Talkers are two capital letters; manufacturers' tags begin with P and a letter.
    static func isTag(_ tag: ArraySlice<UInt8>) -> Bool {
        guard tag.count >= 3, let first = tag.first, let second = tag.dropFirst().first else { return false }
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return capitals.contains(first) && capitals.contains(second)
    }
}

/// The two hexadecimal digits after a sentence's `*`: all bytes between `$` and `*`, combined by exclusive or.
enum NMEAChecksum {
    /// Returns the checksum of a sentence without `$`, `*` and newline.
    static func of(_ body: some Sequence<UInt8>) -> UInt8 { body.reduce(0, ^) }

    /// Returns whether the checksum is correct or absent; that of Ashtech's `$PASHR` sentences is ignored.
    ///
    /// As in gpsd, a sentence has a checksum if it ends in `*` and capital hexadecimal digits.
    static func isAcceptable(_ sentence: UnsafeRawBufferPointer) -> Bool {
        var star = sentence.count - 1
        while star > 0, isCapitalDigit(sentence[star]) { star -= 1 }
        guard star > 0, sentence[star] == UInt8(ascii: "*") else { return true }
        if sentence.starts(with: "$PASHR,".utf8) { return true }
        guard sentence.count - star > 2 else { return false }
        let sum = of(sentence[1..<star])
        return digit(sentence[star + 1]) == sum >> 4 && digit(sentence[star + 2]) == sum & 15
    }

    /// Returns whether a sentence ends with a checksum, correct or not.
    static func isPresent(_ sentence: [UInt8]) -> Bool {
        let end = sentence.lastIndex { $0 > 0x20 } ?? -1
        return end >= 3 && sentence[end - 2] == UInt8(ascii: "*") && isCapitalDigit(sentence[end - 1])
            && isCapitalDigit(sentence[end])
    }

    private static func isCapitalDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
    }

    private static func digit(_ byte: UInt8) -> UInt8 { byte <= 0x39 ? byte &- 0x30 : byte &- 0x37 }
}
