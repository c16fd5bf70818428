/// The properties that are read or written, by their standard names, whatever prefix a packet declares.
///
/// Source: ISO 16684-1 (XMP), XMP Specification Part 2, CIPA DC-010 (exifEX), IPTC Photo Metadata Standard.
enum XMPName: String, CaseIterable {
    case description = "rdf:Description"
    case rdf = "rdf:RDF"
    case bag = "rdf:Bag"
    case sequence = "rdf:Seq"
    case alternatives = "rdf:Alt"
    case item = "rdf:li"
    case value = "rdf:value"
    case parseType = "rdf:parseType"
    case resource = "rdf:resource"
    case language = "xml:lang"

    case originalTime = "exif:DateTimeOriginal"
    case digitizedTime = "exif:DateTimeDigitized"
    case createdDate = "photoshop:DateCreated"
    case createDate = "xmp:CreateDate"
    case modifyDate = "xmp:ModifyDate"
    case fileTime = "tiff:DateTime"

    case latitude = "exif:GPSLatitude"
    case longitude = "exif:GPSLongitude"
    /// Not in the standard, but Apple Photos writes it beside an unsigned number.
    case latitudeReference = "exif:GPSLatitudeRef"
    case longitudeReference = "exif:GPSLongitudeRef"
    case altitude = "exif:GPSAltitude"
    case altitudeReference = "exif:GPSAltitudeRef"
    case gpsTime = "exif:GPSTimeStamp"
    case imageDirection = "exif:GPSImgDirection"
    case imageDirectionReference = "exif:GPSImgDirectionRef"
    case speed = "exif:GPSSpeed"
    case speedReference = "exif:GPSSpeedRef"
    case track = "exif:GPSTrack"
    case trackReference = "exif:GPSTrackRef"
    case gpsVersion = "exif:GPSVersionID"
    case mapDatum = "exif:GPSMapDatum"
    case positioningError = "exif:GPSHPositioningError"
    case gpsStatus = "exif:GPSStatus"
    case processingMethod = "exif:GPSProcessingMethod"
    case satellites = "exif:GPSSatellites"
    case measureMode = "exif:GPSMeasureMode"
    case dilution = "exif:GPSDOP"
    case areaInformation = "exif:GPSAreaInformation"
    case differential = "exif:GPSDifferential"

    case orientation = "tiff:Orientation"
    case imageWidth = "tiff:ImageWidth"
    case imageLength = "tiff:ImageLength"
    case pixelWidth = "exif:PixelXDimension"
    case pixelHeight = "exif:PixelYDimension"
    case make = "tiff:Make"
    case model = "tiff:Model"
    case serialNumber = "exifEX:BodySerialNumber"
    case olderSerialNumber = "aux:SerialNumber"
    case lensModel = "exifEX:LensModel"
    case olderLens = "aux:Lens"

    case city = "photoshop:City"
    case state = "photoshop:State"
    case country = "photoshop:Country"
    case location = "Iptc4xmpCore:Location"
    case countryCode = "Iptc4xmpCore:CountryCode"
    case locationShown = "Iptc4xmpExt:LocationShown"
    case locationCreated = "Iptc4xmpExt:LocationCreated"
    case structCity = "Iptc4xmpExt:City"
    case structState = "Iptc4xmpExt:ProvinceState"
    case structCountry = "Iptc4xmpExt:CountryName"
    case structCountryCode = "Iptc4xmpExt:CountryCode"
    case structSublocation = "Iptc4xmpExt:Sublocation"

    case title = "dc:title"
    case caption = "dc:description"
    case keywords = "dc:subject"
    case creatorTool = "xmp:CreatorTool"
    case software = "tiff:Software"
    case userComment = "exif:UserComment"
    case sidecarForExtension = "photoshop:SidecarForExtension"
    case extendedXMP = "xmpNote:HasExtendedXMP"

    /// The prefixes used above, by namespace.
    static let prefixes: [String: String] = [
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
        "http://www.w3.org/XML/1998/namespace": "xml",
        "http://ns.adobe.com/exif/1.0/": "exif",
        "http://ns.adobe.com/exif/1.0/aux/": "aux",
        "http://cipa.jp/exif/1.0/": "exifEX",
        "http://cipa.jp/exif/1.0/exifEX": "exifEX",
        "http://ns.adobe.com/tiff/1.0/": "tiff",
        "http://ns.adobe.com/xap/1.0/": "xmp",
        "http://ns.adobe.com/xmp/note/": "xmpNote",
        "http://ns.adobe.com/photoshop/1.0/": "photoshop",
        "http://purl.org/dc/elements/1.1/": "dc",
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
    ]
}

/// The namespaces whose properties are written.
enum XMPNamespace: String, CaseIterable {
    case rdf
    case exif
    case photoshop
    case core = "Iptc4xmpCore"
    case ext = "Iptc4xmpExt"
    case dc
    case geo

    /// Its URI.
    var uri: StaticString {
        switch self {
        case .rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        case .exif: "http://ns.adobe.com/exif/1.0/"
        case .photoshop: "http://ns.adobe.com/photoshop/1.0/"
        case .core: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
        case .ext: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        case .dc: "http://purl.org/dc/elements/1.1/"
        case .geo: "http://www.w3.org/2003/01/geo/wgs84_pos#"
        }
    }

    /// Creates the namespace of a declaration; returns `nil` if properties in it are not written.
    init?(uri: ArraySlice<UInt8>) {
        let found = Self.allCases.first { uri.elementsEqual($0.uri) }
        guard let found else { return nil }
        self = found
    }

    /// Creates the namespace that a prefix usually has.
    init?(prefix: ArraySlice<UInt8>) {
        let found = Self.allCases.first { prefix.elementsEqual($0.rawValue.utf8) }
        guard let found else { return nil }
        self = found
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether the bytes equal a text.
    func elementsEqual(_ text: StaticString) -> Bool {
        elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension XMPName {
    /// A name split into its parts, for many comparisons.
    struct Parts {
        var namespace: XMPNamespace?
        var local: [UInt8]
    }

    private static let allParts = Dictionary(
        uniqueKeysWithValues: allCases.map { name in
            let prefix = name.rawValue.utf8.prefix { $0 != UInt8(ascii: ":") }
            return (name, Parts(namespace: XMPNamespace(prefix: ArraySlice(prefix)), local: Array(name.local.utf8)))
        })

    /// The name's parts.
    var parts: Parts { Self.allParts[self] ?? Parts(namespace: nil, local: []) }

    /// The namespace, if properties in it are written.
    var namespace: XMPNamespace? { parts.namespace }

    /// The name without its prefix.
    var local: Substring {
        rawValue.firstIndex(of: ":").map { rawValue[rawValue.index(after: $0)...] } ?? rawValue[...]
    }
}
