import LKStreets

/// What an object is for itself.
///
/// A castle, for example, is a house and a place of interest.
struct ObjectMeaning {
    var names: NameTable.Index = 0
    /// Numbers in the tables of the extract; 0 for none.
    var address: UInt32 = 0
    var interest: UInt32 = 0
    /// Of a street.
    var postcode: TextTable.Index = 0
    /// One more than the index in ``ObjectMeanings/areas``; 0 for none.
    var area: UInt32 = 0
    var street: StreetClass?
    /// Whether a closed line is the area inside it, also of a street.
    var isSquare = false
    var isHouse = false
    var flags: HouseFlags = []

    var isEmpty: Bool { area == 0 && street == nil && !isHouse }
}

/// What an area is, beside its names and shape.
struct AreaMeaning {
    var kind: AreaRecordKind
    var level: UInt8 = 0
    var settlement: SettlementKind?
    var code: TextTable.Index = 0
    var country: TextTable.Index = 0
}

/// Finds out what objects are from their tags, and keeps what makes them areas.
struct ObjectMeanings {
    private var areas: [AreaMeaning] = []

    /// Returns what the tags of an object describe, and adds its texts and names to an extract.
    ///
    /// - Parameters:
    ///   - tags: The tags.
    ///   - extract: Gets the texts.
    ///   - isClosed: Whether the object has an inside.
    /// - Returns: What the object is; empty for one that the index does not need.
    mutating func meaning(of tags: OSMTags, in extract: inout Extract, isClosed: Bool) -> ObjectMeaning {
        var meaning = ObjectMeaning()
        guard !tags.isEmpty else { return meaning }
        if let address = AddressTags(tags) {
            meaning.address = extract.index(of: address)
            meaning.isHouse = address.number != nil || address.block != nil
        }
        let street = StreetClass(tags)
        let interest = InterestTags(tags)
        let area = isClosed ? Self.area(tags, &extract) : nil
        let building = tags["building"]
        if building != nil, building != "no" { meaning.flags.insert(.isBuilding) }
        let isNamedBuilding = isClosed && interest == nil && !meaning.isHouse && meaning.flags.contains(.isBuilding)
        guard street != nil || interest != nil || area != nil || isNamedBuilding else { return meaning }
        meaning.names = extract.names(tags)
        // A motorway without a name is called by its number: A 13.
        if meaning.names == 0, let street, street <= .tertiary, let number = tags["ref"] {
            meaning.names = extract.names.index(of: [.init(language: 0, text: extract.texts.index(of: number))])
        }
        if let street, meaning.names != 0 {
            meaning.street = street
            meaning.postcode = extract.texts.index(of: tags["postal_code"] ?? tags["addr:postcode"])
            meaning.isSquare = isClosed && (tags["area"] == "yes" || tags["type"] == "multipolygon")
        }
        if meaning.street == nil,
            let found = interest ?? (isNamedBuilding ? InterestTags.namedBuilding(tags) : nil)
        {
            extract.interests.append(
                .init(
                    key: extract.texts.index(of: found.key), value: extract.texts.index(of: found.value),
                    names: meaning.names))
            meaning.interest = UInt32(extract.interests.count - 1)
            meaning.isHouse = true
            if interest == nil { meaning.flags.insert(.isNamedBuilding) }
        }
        if let area, meaning.names != 0 || area.kind == .postal {
            areas.append(area)
            meaning.area = UInt32(areas.count)
        }
        return meaning
    }

    private static func area(_ tags: OSMTags, _ extract: inout Extract) -> AreaMeaning? {
        let place = tags["place"].flatMap { SettlementKind(rawValue: $0) }
        switch tags["boundary"] {
        case "administrative":
            guard let level = tags["admin_level"].flatMap({ UInt8($0) }), (2...11).contains(level) else { return nil }
            let country = tags["ISO3166-1:alpha2"] ?? tags["ISO3166-1"]
            let code = country ?? tags["ISO3166-2"]
            // FR-75C is in FR.
            let prefix = code?.split(separator: "-").first.map(String.init)
            return AreaMeaning(
                kind: .administrative, level: level, settlement: place, code: extract.texts.index(of: code),
                country: extract.texts.index(of: prefix?.utf8.count == 2 ? prefix : nil))
        case "postal_code":
            guard let code = tags["postal_code"] ?? tags["addr:postcode"] ?? tags["ref"] else { return nil }
            return AreaMeaning(kind: .postal, code: extract.texts.index(of: code))
        default:
            guard let place else { return nil }
            return AreaMeaning(kind: .settlement, settlement: place)
        }
    }

    /// Appends an object to an extract as all that it is: a street, a house, an area.
    func append(_ meaning: ObjectMeaning, _ shape: Shape, _ identity: Extract.Identity, to extract: inout Extract) {
        if let street = meaning.street {
            extract.streets.append(
                .init(
                    identity: identity, names: meaning.names, postcode: meaning.postcode, rank: street, shape: shape))
        }
        if meaning.isHouse {
            var shape = shape
            if case .line = shape {
                // A line that is not closed has no inside: a pier, a ski lift, or a building that is broken.
                guard meaning.address != 0, extract.addresses[Int(meaning.address)].hasNumber else { return }
                shape = .point(extract.shapes.center(of: shape))
            }
            extract.houses.append(
                .init(
                    identity: identity, address: meaning.address, interest: meaning.interest, flags: meaning.flags,
                    shape: shape))
        }
        if meaning.area != 0, case .polygon = shape {
            let area = areas[Int(meaning.area) - 1]
            extract.areas.append(
                .init(
                    identity: identity, kind: area.kind, level: area.level, settlement: area.settlement,
                    names: meaning.names, code: area.code, country: area.country, shape: shape))
        }
    }
}

extension Extract {
    /// Returns the index of all names of a named object, in the order of their languages; 0 for an object without a
    /// name.
    mutating func names(_ tags: OSMTags) -> NameTable.Index {
        guard tags["name"] != nil else { return 0 }
        var list: [(tag: String, text: String)] = []
        for (key, value) in tags where !value.isEmpty && key.count <= 24 {
            guard let tag = NameTable.tag(of: String(decoding: key, as: UTF8.self)),
                !list.contains(where: { $0.tag == tag })
            else { continue }
            list.append((tag, OSMTags.text(value)))
        }
        list.sort { $0.tag < $1.tag }
        return names.index(
            of: list.map {
                .init(language: texts.index(of: $0.tag), text: texts.index(of: $0.text))
            })
    }
}
