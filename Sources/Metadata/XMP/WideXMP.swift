/// Packets in UTF-16 and UTF-32, which are not changed, but looked into.
enum WideXMP {
    /// The text in UTF-8, without its declaration, which would name another encoding.
    ///
    /// - Parameter packet: A packet, with padding.
    /// - Returns: `nil` where the bytes are neither UTF-16 nor UTF-32.
    static func plain(_ packet: [UInt8]) -> [UInt8]? {
        guard let mark = packet.firstIndex(of: UInt8(ascii: "<")) else { return nil }
        for size in [4, 2] {
            // The zeros around the first letter tell size and order.
            for isBig in [true, false] {
                let start = isBig ? mark - size + 1 : mark
                guard start >= 0, start % size == 0, start + 2 * size <= packet.count,
                    units(packet[start..<start + 2 * size], size, isBig).allSatisfy({ (1..<0x80).contains($0) })
                else { continue }
                return text(units(packet[start...], size, isBig), size)
            }
        }
        return nil
    }

    private static func units(_ bytes: ArraySlice<UInt8>, _ size: Int, _ isBig: Bool) -> [UInt32] {
        stride(from: bytes.startIndex, to: bytes.endIndex - size + 1, by: size).map { place in
            let unit = bytes[place..<place + size]
            return isBig
                ? unit.reduce(0) { $0 << 8 | UInt32($1) } : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func text(_ units: [UInt32], _ size: Int) -> [UInt8]? {
        var text = ""
        if size == 2 {
            text = String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
        } else {
            for unit in units {
                guard let scalar = Unicode.Scalar(unit) else { return nil }
                text.unicodeScalars.append(scalar)
            }
        }
        let bytes = Array(text.utf8)
        guard bytes.starts(with: "<?xml ".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return bytes
        }
        return Array(bytes[(end + 1)...])
    }
}
