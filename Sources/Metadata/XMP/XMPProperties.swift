/// What is wanted of an XMP packet, in a file or beside it; reconciled with EXIF and IPTC by the reader.
package struct XMPProperties: Sendable, Hashable {
    /// `exif:DateTimeOriginal`, when the shutter opened.
    package var dateTimeOriginal: ZonedTime?
    /// `photoshop:DateCreated`, when what is shown was made.
    package var dateCreated: ZonedTime?
    /// `exif:DateTimeDigitized`, or else `xmp:CreateDate`.
    package var createDate: ZonedTime?
    /// `xmp:ModifyDate`, or else `tiff:DateTime`.
    package var modifyDate: ZonedTime?

    /// `exif:GPSLatitude` and its companions; `nil` unless there are a latitude and a longitude.
    package var location: PhotoLocation?
    /// `tiff:Orientation`.
    package var orientation: PhotoOrientation?
    /// `tiff:ImageWidth` and `tiff:ImageLength`, or else `exif:PixelXDimension` and `exif:PixelYDimension`.
    package var size: PixelSize?
    /// `tiff:Make`, `tiff:Model`, `exifEX:BodySerialNumber` or `aux:SerialNumber`, `exifEX:LensModel` or `aux:Lens`.
    package var camera = Camera()

    /// `Iptc4xmpExt:LocationShown`, filled up from `photoshop:City`, `State`, `Country`, `Iptc4xmpCore:Location` and
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

    /// Makes properties without values.
    package init() {}
}

extension XMPProperties {
    /// Takes from another packet what this one does not say; a position, a place and a camera are taken as a whole or not at all.
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
    }
}
