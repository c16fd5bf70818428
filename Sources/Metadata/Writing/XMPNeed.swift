import Glibc

/// Whether an edit concerns XMP at all.
enum XMPNeed {
    /// Whether a packet has to be changed, or made.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - packet: The packet as it is.
    /// - Returns: `true` for names of places and keywords, and for an offset and the position where the packet has one.
    static func isThere(for edit: MetadataEdit, packet: [UInt8]?) -> Bool {
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

    /// Besides, drones' `GpsLatitude`, `decimalLatitude`, and the namespace of `geo:lat`.
    private static let positionMarks = marksOfEXIF + ["Gps", "itude", "wgs84_pos"].map { Array($0.utf8) }

    /// As long as that none occurs by chance in pictures that are written as letters, as in extended XMP.
    private static let longMarks: [[UInt8]] = ["atitude", "wgs84_pos", "GPSPosition", "GPSCoordinates"].map {
        Array($0.utf8)
    }

    /// Whether a packet names any fact of a position.
    static func saysPosition(_ packet: UnsafeRawBufferPointer) -> Bool {
        positionMarks.contains { contains(packet, $0) }
    }

    /// Whether a part of a packet, perhaps with pictures in it, names a position.
    static func partSaysPosition(_ part: UnsafeRawBufferPointer) -> Bool {
        longMarks.contains { contains(part, $0) }
    }

    /// Whether a packet may name a place.
    static func namesPlace(_ packet: UnsafeRawBufferPointer) -> Bool {
        placeMarks.contains { contains(packet, $0) }
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
