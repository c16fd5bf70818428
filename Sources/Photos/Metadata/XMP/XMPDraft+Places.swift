import LKFormats

extension XMPDraft {
    /// Applies an edit's position, place names and keywords.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - hasEXIF: Whether the file also has EXIF for the position: XMP then gets a position only if it already has
    ///     one.
    mutating func apply(_ edit: MetadataEdit, hasEXIF: Bool) {
        switch edit.location {
        case .keep: break
        case .remove: removeAll { $0.isPosition($1) }
        case .set(let location):
            let hasPosition = !occurrences(of: .latitude).isEmpty || !occurrences(of: .longitude).isEmpty
            if !hasEXIF || hasPosition { set(location) }
        }
        applyShown(edit.placeShown)
        applyCreated(edit)
        // Removing all place names removes them everywhere, also in histories and in other programs' properties.
        if edit.placeShown == .remove, edit.placeCreated == .remove { removeAll { $0.isPlaceName($1) } }
        addKeywords(edit.keywords)
        if let offset = edit.offset { setOffset(offset) }
        addFacts(edit)
    }

    /// Adds a description and a date, unless there is one.
    private mutating func addFacts(_ edit: MetadataEdit) {
        if let caption = XMPText.clean(edit.caption), occurrences(of: .caption).isEmpty {
            add(.caption, .alternative(caption))
        }
        guard let date = edit.date else { return }
        let text = date.wallTime.description + (date.offset.map { UTCOffset.text($0) } ?? "")
        for name in [XMPName.originalTime, .createdDate] where occurrences(of: name).isEmpty { set(name, text) }
    }

    private mutating func set(_ location: PhotoLocation) {
        let texts = XMPPositionText(location: location)
        set(.gpsVersion, "2.3.0.0")
        for (name, text) in texts.position + texts.movement { set(name, text) }
        for (name, text) in texts.companions { set(name, text) }
        set(.mapDatum, "WGS-84")
        set(.positioningError, texts.error)
        set(.processingMethod, location.isDerived ? ProcessingMethod.derived : nil)
        // The receiver's statements about the former position.
        for name in [XMPName.satellites, .measureMode, .dilution, .areaInformation, .differential] { set(name, nil) }
        // The status of the old position would mark the new one as doubtful.
        if location.isVoid || !occurrences(of: .gpsStatus).isEmpty { set(.gpsStatus, location.isVoid ? "V" : "A") }
    }

    /// Removes elements and attributes at any depth.
    private mutating func removeAll(_ isMeant: (XMPMarkup, XMPMarkup.Name) -> Bool) {
        for index in root + 1..<markup.elements[root].next {
            let element = markup.elements[index]
            if isMeant(markup, element.name) { remove(.element(index)) }
            for attribute in element.attributes
            where !markup.attributes[attribute].isDeclaration && isMeant(markup, markup.attributes[attribute].name) {
                remove(.attribute(attribute))
            }
        }
    }

    private mutating func applyShown(_ change: MetadataEdit.Change<PhotoPlace>) {
        guard let place = Self.place(change) else { return }
        set(.city, place.city)
        set(.state, place.state)
        set(.country, place.country)
        set(.location, place.sublocation)
        set(.countryCode, place.countryCode)
        set(.locationShown, Self.members(of: place))
    }

    private mutating func applyCreated(_ edit: MetadataEdit) {
        var position: [(name: XMPName, text: String?)] = []
        if case .set(let location) = edit.location { position = XMPPositionText(location: location).position }
        if let place = Self.place(edit.placeCreated) {
            let names = Self.members(of: place)
            return set(.locationCreated, names.contains { $0.text != nil } ? names + position : [])
        }
        // The struct contains the old position.
        guard case .element(let element)? = occurrences(of: .locationCreated).first, let scope = scope(of: element),
            !markup.occurrences(of: .latitude, in: scope).isEmpty
                || !markup.occurrences(of: .longitude, in: scope).isEmpty
        else { return }
        set(position, in: scope)
    }

    /// Sets the first place of a bag, or removes the bag when there are no names.
    private mutating func set(_ property: XMPName, _ members: [(name: XMPName, text: String?)]) {
        let occurrences = occurrences(of: property)
        let given = members.compactMap { member in XMPText.clean(member.text).map { (member.name, $0) } }
        if !given.isEmpty, case .element(let element)? = occurrences.first, let scope = scope(of: element) {
            return set(members, in: scope)
        }
        for occurrence in occurrences { remove(occurrence) }
        if !given.isEmpty { add(property, .place(given)) }
    }

    /// Returns the element whose attributes and elements are the members of a struct, or of the first struct in a bag.
    private func scope(of element: Int) -> Int? {
        if let index = markup.attribute(.parseType, of: element) {
            return markup.bytes[markup.attributes[index].value].elementsEqual("Resource".utf8) ? element : nil
        }
        guard let child = markup.children(of: element).first else {
            let isStruct = markup.elements[element].attributes.contains { markup.attributes[$0].name.namespace == .ext }
            return isStruct && markup.isBlank(element) ? element : nil
        }
        let isArray = [XMPName.bag, .sequence, .alternatives].contains {
            markup.isName(markup.elements[child].name, $0)
        }
        guard isArray else { return child }
        guard let item = markup.children(of: child).first, markup.isName(markup.elements[item].name, .item) else {
            return nil
        }
        return scope(of: item)
    }

    private static func place(_ change: MetadataEdit.Change<PhotoPlace>) -> PhotoPlace? {
        switch change {
        case .keep: nil
        case .remove: PhotoPlace()
        case .set(let place): place
        }
    }

    private static func members(of place: PhotoPlace) -> [(name: XMPName, text: String?)] {
        [
            (.structSublocation, XMPText.clean(place.sublocation)), (.structCity, XMPText.clean(place.city)),
            (.structState, XMPText.clean(place.state)), (.structCountry, XMPText.clean(place.country)),
            (.structCountryCode, XMPText.clean(place.countryCode)),
        ]
    }
}
