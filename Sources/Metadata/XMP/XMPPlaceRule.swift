/// Which names in XMP tell of a position or of a place: one rule for the packet that is edited, for further ones, for
/// sidecars, and for packets anywhere in a file.
enum XMPPlaceRule {
    /// What a packet tells.
    struct Facts: Hashable {
        var position = false
        var place = false
    }

    /// What a packet, or a part of one, tells.
    ///
    /// - Parameter packet: XMP in UTF-8, UTF-16 or UTF-32; of what cannot be taken apart it is guessed by the names that
    ///   occur in it.
    /// - Returns: Whether it tells of a position, and of a place.
    static func facts(of packet: [UInt8]) -> Facts {
        let text = narrow(packet)
        let guess = guess(of: text)
        guard guess != Facts(), let markup = XMPMarkup(text), markup.root != nil else { return guess }
        var facts = Facts()
        for element in markup.elements {
            let attributes = element.attributes.lazy.map { markup.attributes[$0] }.filter { !$0.isDeclaration }
            for name in [element.name] + attributes.map(\.name) {
                facts.position = facts.position || markup.isPosition(name)
                facts.place = facts.place || markup.isPlaceName(name)
            }
        }
        return facts
    }

    /// What bytes of a packet may tell, by the names that occur among them.
    ///
    /// A colon is no letter of pictures that are written as text, as extended XMP has them.
    static func guess(of part: [UInt8]) -> Facts {
        narrow(part).withUnsafeBytes { bytes in
            Facts(
                position: positionMarks.contains { ByteSearch.containsInAnyCase(bytes, $0) },
                place: placeMarks.contains { ByteSearch.containsInAnyCase(bytes, $0) })
        }
    }

    /// All names are of letters that need one byte of two or four; the others are zeros, which UTF-8 has none of.
    private static func narrow(_ text: [UInt8]) -> [UInt8] { text.contains(0) ? text.filter { $0 != 0 } : text }

    private static let positionMarks: [[UInt8]] =
        ([":gps", "latitude", "longitude", "longtitude", "wgs84_pos"] + wholePositions.map { ":" + $0 }
        + cellMarks).map { Array($0.utf8) }
    private static let placeMarks: [[UInt8]] = [
        ":city", ":state", ":provincestate", ":country", ":location", ":sublocation", ":coverage",
    ].map { Array($0.utf8) }

    /// What tells a position in further words: Darwin Core's struct and its members, where a video was shot, where a drone
    /// began or was, and how high.
    static let wholePositions = [
        "dctermslocation", "verbatimcoordinates", "footprintwkt", "shotlocation", "takeofflocation", "homelocation",
        "dronelat", "dronelon", "dronelong", "homelat", "homelon", "homelong", "absolutealtitude",
    ]

    /// Which cell of the telephone network was heard: its identifier, and those of the area, the country and the network.
    static let cellNames = ["cgi", "cellid", "lac", "mcc", "mnc"]
    /// How they are found among bytes: their letters alone are parts of many words.
    static let cellMarks = cellNames.flatMap { [":" + $0, "<" + $0] }

    /// Names of places in whatever namespace: Photoshop, IPTC, PRISM, Media Pro.
    static let placeNames = [
        "city", "country", "countryname", "countrycode", "provincestate", "sublocation", "location", "locationname",
        "locationshown", "locationcreated",
    ]
}

extension XMPMarkup {
    /// Whether a name tells of a position in any namespace: `exif:GPSLatitude`, `drone-dji:GpsLatitude`, `geo:lat`,
    /// `dwc:decimalLatitude`.
    func isPosition(_ found: Name) -> Bool {
        let local = SidecarName.lowercased(bytes[found.local])
        if found.namespace == .geo {
            return ["lat", "long", "alt", "lat_long"].contains { local.elementsEqual($0.utf8) }
        }
        if local.starts(with: "gps".utf8) { return local.count > 3 }
        let whole = XMPPlaceRule.wholePositions + XMPPlaceRule.cellNames
        if whole.contains(where: { local.elementsEqual($0.utf8) }) { return true }
        // The last one is what drones of DJI write.
        return ["latitude", "longitude", "longtitude"].contains { local.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// Whether a name is that of a place's name, or of a struct of these, in any namespace.
    func isPlaceName(_ found: Name) -> Bool {
        let local = SidecarName.lowercased(bytes[found.local])
        switch found.namespace {
        case .rdf: return false
        // Words that mean something else elsewhere.
        case .photoshop: if local.elementsEqual("state".utf8) { return true }
        case .dc: if local.elementsEqual("coverage".utf8) { return true }
        default: break
        }
        return XMPPlaceRule.placeNames.contains { local.elementsEqual($0.utf8) }
    }
}

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
            edit.location == .remove ? saysPosition(bytes) : marksOfEXIF.contains { ByteSearch.contains(bytes, $0) }
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
        packet.prefix(64).contains(0) || positionMarks.contains { ByteSearch.containsInAnyCase(packet, $0) }
            || Base64Images.mayBe(in: packet)
    }
}
