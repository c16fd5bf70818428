import Glibc

/// Whether an edit concerns XMP at all.
enum XMPRelevance {
    /// Whether a packet has to be changed, or made.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - packet: The packet as it is.
    /// - Returns: `true` for names of places and keywords, and for an offset and the position where the packet has one.
    static func isNeeded(for edit: MetadataEdit, packet: [UInt8]?) -> Bool {
        func isWanted(_ change: MetadataEdit.Change<PhotoPlace>) -> Bool {
            switch change {
            case .keep: false
            case .set: true
            case .remove: packet != nil
            }
        }
        if isWanted(edit.placeShown) || isWanted(edit.placeCreated) || !edit.keywords.isEmpty { return true }
        if edit.offset != nil, packet != nil { return true }
        guard edit.location != .keep, let packet else { return false }
        // A new position has to follow EXIF's names only.
        return packet.withUnsafeBytes { bytes in
            edit.location == .remove ? saysPosition(bytes) : marksOfEXIF.contains { contains(bytes, $0) }
        }
    }

    /// Names behind which names of places stand in XMP; of `Location` also longer ones.
    static let placeMarks: [[UInt8]] = [
        ":City", ":State", ":ProvinceState", ":Country", ":Location", ":Sublocation", ":shotLocation",
    ].map { Array($0.utf8) }

    /// `GPSLatitude`, also in two or four bytes for each letter.
    private static let marksOfEXIF: [[UInt8]] = [
        Array("GPS".utf8), [0x47, 0, 0x50, 0, 0x53], [0x47, 0, 0, 0, 0x50, 0, 0, 0, 0x53],
    ]

    /// What names of positions have in common, in small letters; the rest are those of `XMPPlaceRule`.
    private static let positionMarks =
        (["gps", "itude", "wgs84"] + XMPPlaceRule.wholePositions + XMPPlaceRule.cellMarks).map { Array($0.utf8) }

    /// Whether a packet may name any fact of a position; one in UTF-16 or UTF-32 may always.
    static func saysPosition(_ packet: UnsafeRawBufferPointer) -> Bool {
        packet.prefix(64).contains(0) || positionMarks.contains { containsInAnyCase(packet, $0) }
            || Base64Images.mayBe(in: packet)
    }

    /// Whether some letters occur among bytes, in large or small letters.
    static func containsInAnyCase(_ bytes: UnsafeRawBufferPointer, _ small: [UInt8]) -> Bool {
        guard let base = bytes.baseAddress, let letter = small.first else { return false }
        let isLetter = (0x61...0x7A).contains(letter)
        for first in isLetter ? [letter, letter & 0xDF] : [letter] {
            var place = 0
            while place <= bytes.count - small.count,
                let found = memchr(base + place, Int32(first), bytes.count - small.count - place + 1)
            {
                place = base.distance(to: UnsafeRawPointer(found))
                let isSame = small.indices.allSatisfy { index in
                    let byte = bytes[place + index]
                    return ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == small[index]
                }
                if isSame { return true }
                place += 1
            }
        }
        return false
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
