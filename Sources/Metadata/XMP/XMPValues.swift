/// Collects the values of a packet as texts, and makes properties of them at its end.
struct XMPValues {
    /// More keywords are not kept.
    static let mostKeywords = 4096

    /// Texts by property, and by property and member of a struct.
    private var texts: [Key: String] = [:]
    /// Which of them are of the language `x-default`.
    private var defaults: Set<Key> = []
    private var keywords: [String] = []

    private struct Key: Hashable {
        var property: XMPName
        var member: XMPName?
    }

    /// Takes a value.
    ///
    /// - Parameters:
    ///   - text: Its text.
    ///   - property: The property.
    ///   - member: The member of it, when it is a struct.
    ///   - isDefault: Whether it is of the language `x-default`, which comes before others.
    mutating func set(_ text: String, _ property: XMPName, member: XMPName?, isDefault: Bool) {
        if property == .keywords, member == nil {
            if keywords.count < Self.mostKeywords, !text.isEmpty { keywords.append(text) }
            return
        }
        let key = Key(property: property, member: member)
        guard !text.isEmpty, texts[key] == nil || isDefault && !defaults.contains(key) else { return }
        texts[key] = text
        if isDefault { defaults.insert(key) }
    }

    /// The GUID that parts of the packet in further segments of a JPEG have.
    var extendedGUID: String? { self[.extendedXMP] }

    /// What is wanted of them.
    var properties: XMPProperties {
        var all = XMPProperties()
        all.dateTimeOriginal = time(.originalTime)
        all.dateCreated = time(.createdDate)
        all.createDate = time(.digitizedTime) ?? time(.createDate)
        all.modifyDate = time(.modifyDate) ?? time(.fileTime)
        all.location = XMPPosition(self).location
        all.orientation = self[.orientation].flatMap { Int($0) }.flatMap { PhotoOrientation(rawValue: $0) }
        all.size = size(.imageWidth, .imageLength) ?? size(.pixelWidth, .pixelHeight)
        all.camera.make = self[.make]
        all.camera.model = self[.model]
        all.camera.serialNumber = self[.serialNumber] ?? self[.olderSerialNumber]
        all.camera.lens = self[.lensModel] ?? self[.olderLens]
        all.placeShown = placeShown
        all.placeCreated = place(.locationCreated)
        all.title = self[.title]
        all.caption = self[.caption]
        all.keywords = keywords
        all.software = self[.creatorTool] ?? self[.software]
        all.userComment = self[.userComment]
        all.sidecarForExtension = self[.sidecarForExtension]
        return all
    }

    subscript(property: XMPName, member: XMPName? = nil) -> String? { texts[Key(property: property, member: member)] }

    private func time(_ property: XMPName) -> ZonedTime? { self[property].flatMap { ZonedTime(text: $0.utf8) } }

    private func size(_ width: XMPName, _ height: XMPName) -> PixelSize? {
        guard let width = self[width].flatMap({ Int($0) }), let height = self[height].flatMap({ Int($0) }),
            (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    private func place(_ property: XMPName) -> PhotoPlace {
        var place = PhotoPlace()
        place.sublocation = self[property, .structSublocation]
        place.city = self[property, .structCity]
        place.state = self[property, .structState]
        place.country = self[property, .structCountry]
        place.countryCode = self[property, .structCountryCode]
        return place
    }

    /// The struct comes first, and the older properties fill what it leaves open.
    private var placeShown: PhotoPlace {
        var place = place(.locationShown)
        place.sublocation = place.sublocation ?? self[.location]
        place.city = place.city ?? self[.city]
        place.state = place.state ?? self[.state]
        place.country = place.country ?? self[.country]
        place.countryCode = place.countryCode ?? self[.countryCode]
        return place
    }
}
