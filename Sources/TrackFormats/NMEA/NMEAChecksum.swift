/// The two hexadecimal digits behind a sentence's `*`: all bytes between `$` and `*`, combined by exclusive or.
enum NMEAChecksum {
    /// The checksum of a sentence without `$`, `*` and line end.
    static func of(_ body: some Sequence<UInt8>) -> UInt8 { body.reduce(0, ^) }

    /// Whether the checksum is right or absent; Ashtech's `$PASHR` sentences have none that counts.
    ///
    /// As in gpsd a sentence has a checksum when it ends in `*` and capital hexadecimal digits.
    static func isAcceptable(_ sentence: UnsafeRawBufferPointer) -> Bool {
        var star = sentence.count - 1
        while star > 0, isCapitalDigit(sentence[star]) { star -= 1 }
        guard star > 0, sentence[star] == UInt8(ascii: "*") else { return true }
        if sentence.starts(with: "$PASHR,".utf8) { return true }
        guard sentence.count - star > 2 else { return false }
        let sum = of(sentence[1..<star])
        return digit(sentence[star + 1]) == sum >> 4 && digit(sentence[star + 2]) == sum & 15
    }

    /// Whether a sentence ends with a checksum, right or wrong.
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
