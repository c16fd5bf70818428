/// Defines which names in XMP mean a position or a place name: one rule for edited packets, additional ones, sidecars,
/// and packets anywhere in a file.
enum XMPPlaceRule {
    /// Whether a packet contains a position or a place name.
    struct Facts: Hashable {
        var position = false
        var place = false
    }

    /// Determines whether a packet, or a part of one, contains a position or a place name.
    ///
    /// - Parameter packet: XMP in UTF-8, UTF-16 or UTF-32; if it cannot be parsed, the names that occur in it decide.
    /// - Returns: Whether it contains a position, and a place name.
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

    /// Guesses the content of a packet by the names that occur in it.
    ///
    /// Base64-encoded images, as in extended XMP, contain no colons.
    static func guess(of part: [UInt8]) -> Facts {
        narrow(part).withUnsafeBytes { bytes in
            Facts(
                position: positionMarks.contains { ByteSearch.containsInAnyCase(bytes, $0) }
                    || XMPHarmlessNamespaces.lacksSome(of: bytes),
                place: placeMarks.contains { ByteSearch.containsInAnyCase(bytes, $0) })
        }
    }

    /// Removes the zeros of UTF-16 and UTF-32: all names are ASCII, and UTF-8 text has no zeros.
    private static func narrow(_ text: [UInt8]) -> [UInt8] { text.contains(0) ? text.filter { $0 != 0 } : text }

    private static let positionMarks: [[UInt8]] =
        ([":gps", "latitude", "longitude", "longtitude", "wgs84_pos"] + wholePositions.map { ":" + $0 }
        + cellMarks).map { Array($0.utf8) }
    private static let placeMarks: [[UInt8]] = [
        ":city", ":state", ":provincestate", ":country", ":location", ":sublocation", ":coverage",
    ].map { Array($0.utf8) }

    /// Other names of positions: Darwin Core's struct and its members, the place of shooting of a video, and positions
    /// and altitudes of drones.
    static let wholePositions = [
        "dctermslocation", "verbatimcoordinates", "footprintwkt", "shotlocation", "takeofflocation", "homelocation",
        "dronelat", "dronelon", "dronelong", "homelat", "homelon", "homelong", "absolutealtitude",
    ]

    /// Names of mobile network cells: the cell's identifier, and those of area, country and network.
    static let cellNames = ["cgi", "cellid", "lac", "mcc", "mnc"]
    /// Patterns for them, since their letters alone are part of many words.
    static let cellMarks = cellNames.flatMap { [":" + $0, "<" + $0] }

    /// Place names in any namespace: Photoshop, IPTC, PRISM, Media Pro.
    static let placeNames = [
        "city", "country", "countryname", "countrycode", "provincestate", "sublocation", "location", "locationname",
        "locationshown", "locationcreated",
    ]
}

extension XMPMarkup {
    /// Returns whether a name means a position in any namespace: `exif:GPSLatitude`, `drone-dji:GpsLatitude`,
    /// `geo:lat`, `dwc:decimalLatitude`, or may mean one, in a namespace that is not known.
    func isPosition(_ found: Name) -> Bool {
        if !found.isHarmless { return true }
        let local = SidecarName.lowercased(bytes[found.local])
        if found.namespace == .geo {
            return ["lat", "long", "alt", "lat_long"].contains { local.elementsEqual($0.utf8) }
        }
        if local.starts(with: "gps".utf8) { return local.count > 3 }
        let whole = XMPPlaceRule.wholePositions + XMPPlaceRule.cellNames
        if whole.contains(where: { local.elementsEqual($0.utf8) }) { return true }
        // DJI's drones misspell longitude.
        return ["latitude", "longitude", "longtitude"].contains { local.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// Returns whether a name means a place name, or a struct of these, in any namespace.
    func isPlaceName(_ found: Name) -> Bool {
        let local = SidecarName.lowercased(bytes[found.local])
        switch found.namespace {
        case .rdf: return false
        // These words have another meaning in other namespaces.
        case .photoshop: if local.elementsEqual("state".utf8) { return true }
        case .dc: if local.elementsEqual("coverage".utf8) { return true }
        default: break
        }
        return XMPPlaceRule.placeNames.contains { local.elementsEqual($0.utf8) }
    }
}

/// Whether an edit concerns XMP, and whether a packet may hold a position.
enum XMPRelevance {
    /// Returns whether a packet must be edited or created.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - packet: The current packet.
    /// - Returns: `true` for place names and keywords, and for an offset or position that the packet already has.
    static func isNeeded(for edit: MetadataEdit, packet: [UInt8]?) -> Bool {
        func isWanted(_ change: MetadataEdit.Change<PhotoPlace>) -> Bool {
            switch change {
            case .keep: false
            case .set: true
            case .remove: packet != nil
            }
        }
        if isWanted(edit.placeShown) || isWanted(edit.placeCreated) || !edit.keywords.isEmpty || edit.addsFacts {
            return true
        }
        if edit.offset != nil, packet != nil { return true }
        guard edit.location != .keep, let packet else { return false }
        // A new position concerns only EXIF's names.
        return packet.withUnsafeBytes { bytes in
            edit.location == .remove ? mayHoldPosition(bytes) : marksOfEXIF.contains { ByteSearch.contains(bytes, $0) }
        }
    }

    /// Names of XMP properties with place names; for `Location` also longer ones.
    static let placeMarks: [[UInt8]] = [
        ":City", ":State", ":ProvinceState", ":Country", ":Location", ":Sublocation", ":shotLocation",
    ].map { Array($0.utf8) }

    /// `GPSLatitude`, also with two or four bytes per letter.
    private static let marksOfEXIF: [[UInt8]] = [
        Array("GPS".utf8), [0x47, 0, 0x50, 0, 0x53], [0x47, 0, 0, 0, 0x50, 0, 0, 0, 0x53],
    ]

    /// The common parts of names of positions, in lower case; `XMPPlaceRule` has the rest.
    private static let positionMarks =
        (["gps", "itude", "wgs84"] + XMPPlaceRule.wholePositions + XMPPlaceRule.cellMarks).map { Array($0.utf8) }

    /// Returns whether a packet may contain a position to remove, also one in a namespace that is not known.
    static func mayHoldPosition(_ packet: UnsafeRawBufferPointer) -> Bool {
        saysPosition(packet) || XMPHarmlessNamespaces.lacksSome(of: packet)
    }

    /// Returns whether a packet may contain any fact of a position; always `true` for UTF-16 and UTF-32.
    static func saysPosition(_ packet: UnsafeRawBufferPointer) -> Bool {
        packet.prefix(64).contains(0) || positionMarks.contains { ByteSearch.containsInAnyCase(packet, $0) }
            || Base64Images.mayBe(in: packet)
    }
}
