/// The white space at the end of a packet, in which it can grow without growing its file.
enum XMPPadding {
    /// Less is no room but layout.
    static let least = 100

    /// Makes a packet as long as it was, as far as its padding goes.
    ///
    /// - Parameters:
    ///   - packet: The packet as changed.
    ///   - count: How long it was, in bytes.
    static func adjust(_ packet: inout [UInt8], to count: Int) {
        guard packet.count != count, let padding = padding(of: packet), padding.count >= least else { return }
        let growth = packet.count - count
        if growth < 0 {
            // In lines, as it usually is.
            let more = (1...(-growth)).map { $0 % 100 == 0 ? UInt8(ascii: "\n") : UInt8(ascii: " ") }
            packet.insert(contentsOf: more, at: padding.lowerBound + 1)
        } else if growth < padding.count - 1 {
            packet.removeSubrange(padding.lowerBound + 1..<padding.lowerBound + 1 + growth)
        }
    }

    private static func padding(of packet: [UInt8]) -> Range<Int>? {
        let mark = Array("<?xpacket end=".utf8)
        guard packet.count > mark.count else { return nil }
        var end = packet.count - mark.count
        while end > 0, !(packet[end] == mark[0] && packet[end...].starts(with: mark)) { end -= 1 }
        guard end > 0 else { return nil }
        var start = end
        while start > 0, XMPMarkup.isBlank(packet[start - 1]) { start -= 1 }
        return start..<end
    }
}
