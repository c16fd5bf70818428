/// Collects the values of a packet as texts, and converts them to properties at its end.
struct XMPValues {
    /// The maximum number of keywords kept.
    static let maximumKeywords = 4096

    /// Texts by property, and by property and member of a struct.
    private var texts: [Key: String] = [:]
    /// The texts in the language `x-default`.
    private var defaults: Set<Key> = []
    private var keywords: [String] = []

    private struct Key: Hashable {
        var property: XMPName
        var member: XMPName?
    }

    /// Stores a value.
    ///
    /// - Parameters:
    ///   - text: Its text.
    ///   - property: The property.
    ///   - member: The member, if the property is a struct.
    ///   - isDefault: Whether its language is `x-default`, which takes precedence.
    mutating func set(_ text: String, _ property: XMPName, member: XMPName?, isDefault: Bool) {
        if property == .keywords, member == nil {
            if keywords.count < Self.maximumKeywords, !text.isEmpty { keywords.append(text) }
            return
        }
        let key = Key(property: property, member: member)
        guard !text.isEmpty, texts[key] == nil || isDefault && !defaults.contains(key) else { return }
        texts[key] = text
        if isDefault { defaults.insert(key) }
    }

    /// The GUID of the packet's parts in other segments of a JPEG.
    var extendedGUID: String? { self[.extendedXMP] }

    /// The properties.
    var properties: XMPProperties {
        var all = XMPProperties()
        all.dateTimeOriginal = time(.originalTime)
        all.dateCreated = time(.createdDate)
        all.createDate = time(.digitizedTime) ?? time(.createDate)
        all.modifyDate = time(.modifyDate) ?? time(.fileTime)
        all.location = XMPPosition(self).location
        all.orientation = self[.orientation].flatMap { Int($0) }.flatMap { PhotoMetadata.Orientation(rawValue: $0) }
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
        all.unread = unread
        return all
    }

    /// Dates and angles whose texts have no known meaning.
    private var unread: [XMPProperties.Unread] {
        let times: [XMPName] = [.originalTime, .createdDate, .digitizedTime, .createDate, .modifyDate, .fileTime]
        let dates = times.filter { name in
            // Zeros and blanks mean that it is unknown.
            self[name]?.utf8.contains { (0x31...0x39).contains($0) } == true && time(name) == nil
        }
        return XMPPosition(self).unread.map { .init(subject: .position, name: $0.rawValue, text: self[$0] ?? "") }
            + dates.map { .init(subject: .date, name: $0.rawValue, text: self[$0] ?? "") }
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

    /// The struct takes precedence, and the older properties fill in missing values.
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

/// The properties read from an XMP packet, in a file or sidecar; the reader reconciles them with EXIF and IPTC.
package struct XMPProperties: Sendable, Hashable {
    /// `exif:DateTimeOriginal`: the exposure.
    package var dateTimeOriginal: ZonedTime?
    /// `photoshop:DateCreated`: the creation of the content.
    package var dateCreated: ZonedTime?
    /// `exif:DateTimeDigitized`, or else `xmp:CreateDate`.
    package var createDate: ZonedTime?
    /// `xmp:ModifyDate`, or else `tiff:DateTime`.
    package var modifyDate: ZonedTime?

    /// `exif:GPSLatitude` and related properties; `nil` without latitude and longitude.
    package var location: PhotoLocation?
    /// `tiff:Orientation`.
    package var orientation: PhotoMetadata.Orientation?
    /// `tiff:ImageWidth` and `tiff:ImageLength`, or else `exif:PixelXDimension` and `exif:PixelYDimension`.
    package var size: PixelSize?
    /// `tiff:Make`, `tiff:Model`, `exifEX:BodySerialNumber` or `aux:SerialNumber`, `exifEX:LensModel` or `aux:Lens`.
    package var camera = Camera()

    /// `Iptc4xmpExt:LocationShown`, completed from `photoshop:City`, `State`, `Country`, `Iptc4xmpCore:Location` and
    /// `CountryCode`.
    package var placeShown = PhotoPlace()
    /// `Iptc4xmpExt:LocationCreated`, the first of the bag.
    package var placeCreated = PhotoPlace()

    /// `dc:title`, its default language.
    package var title: String?
    /// `dc:description`, its default language.
    package var caption: String?
    /// `dc:subject`.
    package var keywords: [String] = []
    /// `xmp:CreatorTool`, or else `tiff:Software`.
    package var software: String?
    /// `exif:UserComment`.
    package var userComment: String?
    /// `photoshop:SidecarForExtension`, in sidecars.
    package var sidecarForExtension: String?
    /// Dates and angles that the packet has, but whose texts have no known meaning, or several.
    package var unread: [Unread] = []

    /// A date or an angle that cannot be read.
    package struct Unread: Sendable, Hashable {
        /// What it is about.
        package var subject: PhotoMetadata.Warning.Subject
        /// The property, such as `exif:GPSLatitude`.
        package var name: String
        /// Its text.
        package var text: String

        /// A part of a sentence, such as `exif:GPSLatitude is '12,30', which cannot be read`.
        package var message: String { "\(name) is '\(text.prefix(40))', which cannot be read" }
    }

    /// Creates properties without values.
    package init() {}
}

extension XMPProperties {
    /// Fills missing values from another packet; a position, a place and a camera are filled completely or not at all.
    package mutating func fill(from other: XMPProperties) {
        if dateTimeOriginal == nil, dateCreated == nil {
            dateTimeOriginal = other.dateTimeOriginal
            dateCreated = other.dateCreated
        }
        createDate = createDate ?? other.createDate
        modifyDate = modifyDate ?? other.modifyDate
        location = location ?? other.location
        orientation = orientation ?? other.orientation
        size = size ?? other.size
        if camera.isEmpty { camera = other.camera }
        if placeShown.isEmpty { placeShown = other.placeShown }
        if placeCreated.isEmpty { placeCreated = other.placeCreated }
        title = title ?? other.title
        caption = caption ?? other.caption
        if keywords.isEmpty { keywords = other.keywords }
        software = software ?? other.software
        userComment = userComment ?? other.userComment
        sidecarForExtension = sidecarForExtension ?? other.sidecarForExtension
        unread += other.unread
    }
}
