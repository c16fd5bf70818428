import Glibc

/// Whether an edit concerns XMP at all.
enum XMPNeed {
    /// Whether a packet has to be changed, or made.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - packet: The packet as it is.
    /// - Returns: `true` for names of places and keywords, and for the position where the packet has one.
    static func isThere(for edit: MetadataEdit, packet: [UInt8]?) -> Bool {
        func isWanted(_ change: MetadataEdit.Change<PhotoPlace>) -> Bool {
            switch change {
            case .keep: false
            case .set: true
            case .remove: packet != nil
            }
        }
        if isWanted(edit.placeShown) || isWanted(edit.placeCreated) || !edit.keywords.isEmpty { return true }
        guard edit.location != .keep, let packet else { return false }
        return packet.withUnsafeBytes { saysPosition($0) }
    }

    /// Whether a packet names any fact of a position; also one of two bytes for each letter.
    static func saysPosition(_ packet: UnsafeRawBufferPointer) -> Bool {
        contains(packet, Array("GPS".utf8)) || contains(packet, [0x47, 0, 0x50, 0, 0x53])
    }

    /// Whether some bytes occur among others.
    static func contains(_ bytes: UnsafeRawBufferPointer, _ wanted: [UInt8]) -> Bool {
        first(wanted, in: bytes, from: 0) != nil
    }

    /// Where some bytes occur first among others, from a place on.
    static func first(_ wanted: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, let letter = wanted.first else { return nil }
        var place = start
        while place <= bytes.count - wanted.count,
            let found = memchr(base + place, Int32(letter), bytes.count - wanted.count - place + 1)
        {
            place = base.distance(to: UnsafeRawPointer(found))
            if memcmp(base + place, wanted, wanted.count) == 0 { return place }
            place += 1
        }
        return nil
    }
}
