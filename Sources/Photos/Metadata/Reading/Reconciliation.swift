import LKGeo

/// Merges EXIF, XMP, IPTC and the container's metadata into one ``PhotoMetadata``.
///
/// EXIF is written by the camera and takes precedence for time, position and camera; names and texts are entered by
/// people, in XMP and IPTC. XMP takes precedence over IPTC, unless the digest shows that a program changed IPTC
/// afterwards (as the Metadata Working Group recommends).
struct Reconciliation {
    let findings: Findings

    /// The merged metadata.
    var metadata: PhotoMetadata {
        let (exif, xmp) = (findings.exif, findings.xmp)
        var result = findings.container
        result.date = DateRules(findings: findings).date
        result.location = location ?? findings.container.location
        if result.storedSize == nil { result.storedSize = size }
        if !findings.orientationIsFromContainer {
            result.orientation = exif.orientation ?? xmp?.orientation ?? findings.container.orientation
        }
        if let camera { result.camera = camera }
        result.software = exif.software ?? xmp?.software ?? result.software
        result.userComment = exif.userComment ?? xmp?.userComment ?? result.userComment
        result.liveIdentifier = result.liveIdentifier ?? exif.liveIdentifier
        result.thumbnail = exif.thumbnail ?? result.thumbnail
        addWords(to: &result)
        if let doubt = hemisphereDoubt { result.warnings.append(doubt) }
        return result
    }

    /// The warning about a position whose hemispheres XMP contradicts, or that states none.
    private var hemisphereDoubt: PhotoMetadata.Warning? {
        guard let gps = findings.exif.gps, let mine = gps.location else { return nil }
        let other = findings.xmp?.location
        if gps.hasHemispheres {
            guard let other, mine.isMirrored(from: other) else { return nil }
            return PhotoMetadata.Warning(
                "its XMP has its position in another hemisphere; EXIF's counts", subject: .position)
        }
        if let other, mine.hasSameMagnitudes(as: other) { return nil }
        return PhotoMetadata.Warning(
            "its position does not say north or south, or east or west; north and east are assumed",
            subject: .hemispheres)
    }

    private var size: PixelSize? {
        if let width = findings.exif.width, let height = findings.exif.height, width > 0, height > 0 {
            return PixelSize(width: width, height: height)
        }
        return findings.xmp?.size
    }

    private var camera: Camera? {
        var camera = findings.exif.camera
        let others = [findings.xmp?.camera, findings.container.camera]
        for case let other? in others {
            camera.make = camera.make ?? other.make
            camera.model = camera.model ?? other.model
            camera.serialNumber = camera.serialNumber ?? other.serialNumber
            camera.lens = camera.lens ?? other.lens
        }
        return camera.isEmpty ? nil : camera
    }

    /// EXIF's position, or else XMP's, since a GPS directory may lack a position.
    private var location: PhotoLocation? {
        guard let gps = findings.exif.gps, var location = gps.location else { return findings.xmp?.location }
        if !gps.hasHemispheres, let other = findings.xmp?.location?.coordinate {
            // Without hemisphere letters, use the signs of XMP's position if it is otherwise the same.
            if location.hasSameMagnitudes(as: PhotoLocation(coordinate: other)) { location.coordinate = other }
        }
        return location
    }
}

extension Reconciliation {
    /// Adds titles, keywords and place names.
    private func addWords(to result: inout PhotoMetadata) {
        let (xmp, iptc) = (findings.xmp, findings.iptc)
        result.title = preferred(xmp?.title, iptc?.title) ?? result.title
        result.caption = preferred(xmp?.caption, iptc?.caption) ?? findings.exif.caption ?? result.caption
        let keywords = xmp?.keywords ?? []
        let others = iptc?.keywords ?? []
        let first = iptc?.isNewerThanXMP == true ? others : keywords
        let words = first.isEmpty ? (keywords.isEmpty ? others : keywords) : first
        if !words.isEmpty { result.keywords = words }
        var shown = PhotoPlace()
        shown.sublocation = preferred(xmp?.placeShown.sublocation, iptc?.place.sublocation)
        shown.city = preferred(xmp?.placeShown.city, iptc?.place.city)
        shown.state = preferred(xmp?.placeShown.state, iptc?.place.state)
        shown.country = preferred(xmp?.placeShown.country, iptc?.place.country)
        shown.countryCode = preferred(xmp?.placeShown.countryCode, iptc?.place.countryCode)
        if !shown.isEmpty { result.placeShown = shown }
        if let created = xmp?.placeCreated, !created.isEmpty { result.placeCreated = created }
    }

    /// Returns XMP's text, or IPTC's if it is newer and not merely truncated at IPTC's limit.
    private func preferred(_ xmp: String?, _ iptc: String?) -> String? {
        guard let xmp, let iptc, findings.iptc?.isNewerThanXMP == true else { return xmp ?? iptc }
        return iptc.utf8.count >= 32 && xmp.utf8.starts(with: iptc.utf8) ? xmp : iptc
    }
}

/// The values found in the parts of a file, before they are merged into one ``PhotoMetadata``.
///
/// A container stores its own metadata in ``container``, and passes EXIF, XMP and IPTC blocks to the methods here.
struct Findings {
    /// The container's own metadata, without EXIF, XMP and IPTC.
    var container: PhotoMetadata

    /// Whether the container alone defines the orientation, as in HEIF; EXIF's is then ignored.
    var orientationIsFromContainer = false

    /// The values of EXIF, including those in TIFF directories.
    var exif = EXIFProperties()
    private(set) var hasEXIF = false

    /// The values of XMP.
    var xmp: XMPProperties?

    private var xmpAttempts = 0

    /// The parts of an XMP packet that is too large for one JPEG segment, with their GUID.
    var extendedXMP = ExtendedXMP()
    private var extendedGUID: String?

    /// The values of IPTC.
    var iptc: IPTCProperties?

    init(format: PhotoFormat) { container = PhotoMetadata(format: format) }

    /// Adds a warning; only the first few are kept.
    mutating func warn(
        _ message: @autoclosure () -> String, at offset: Int? = nil,
        about subject: PhotoMetadata.Warning.Subject = .structure
    ) {
        guard container.warnings.count < 16 else { return }
        container.warnings.append(PhotoMetadata.Warning(message(), offset: offset, subject: subject))
    }

    /// Reads an EXIF block: a TIFF header, directories, and their values, all within the range; only the first block is
    /// used.
    mutating func readEXIF(in file: FileBytes, at offset: Int, count: Int) throws(MetadataError) {
        guard !hasEXIF else { return }
        guard let block = try TIFFBlock(in: file, at: offset, count: min(count, file.count - offset)) else {
            return warn("the EXIF has no header", at: offset)
        }
        hasEXIF = true
        var reader = EXIFReader(block: block)
        try reader.read(into: &self)
    }

    /// Reads an XMP packet that is contiguous in the file; only the first one is used.
    mutating func readXMP(in file: FileBytes, at offset: Int, count: Int) throws(MetadataError) {
        guard xmp == nil, xmpAttempts < 4, count > 0 else { return }
        guard let bytes = try file.bytes(at: offset, count: count) else {
            return warn("the XMP is cut off or too large", at: offset)
        }
        readXMP(bytes, at: offset)
    }

    /// Reads an XMP packet from memory; only the first one is used.
    mutating func readXMP(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) {
        // Limits the number of damaged packets tried.
        guard xmp == nil, xmpAttempts < 4 else { return }
        xmpAttempts += 1
        guard let content = XMPPacket.content(of: bytes) else {
            return warn("the XMP cannot be read", at: offset)
        }
        xmp = content.properties
        extendedGUID = content.extendedGUID
        if let damage = content.damage { warn("the XMP is damaged: \(damage)", at: offset) }
        for unread in content.properties.unread { warn(unread.message, at: offset, about: unread.subject) }
    }

    /// Joins the parts of a packet that is too large for one segment, and adds its properties.
    mutating func readExtendedXMP(in file: FileBytes) throws(MetadataError) {
        guard let extendedGUID else { return }
        guard let packet = try extendedXMP.packet(extendedGUID, of: file) else {
            return warn("parts of the XMP are missing")
        }
        if let more = packet.withUnsafeBytes({ XMPPacket.properties(of: $0) }) { xmp?.fill(from: more) }
    }
}

/// Chooses the date of a photo among a file's times, and its UTC offset.
struct DateRules {
    let findings: Findings

    /// The date; `nil` when the file has none.
    var date: PhotoDate? {
        let (exif, xmp) = (findings.exif, findings.xmp)
        if findings.container.format.isVideo, let date = findings.container.date { return date }
        if let time = exif.original.zoned { return shot(time, rule: .original) }
        if let time = xmp?.dateTimeOriginal { return shot(time, rule: .xmp, offsetRule: .text) }
        if let created { return created }
        if let time = exif.digitized.zoned { return shot(time, rule: .digitized) }
        if let time = xmp?.createDate { return shot(time, rule: .xmp, offsetRule: .text) }
        if let time = exif.makerNote.zoned { return shot(time, rule: .makerNote) }
        if let seconds = exif.gps?.secondsSince1970, let time = PhotoDate.WallTime(secondsSince1970: seconds) {
            return PhotoDate(wallTime: time, offset: 0, rule: .gps, offsetRule: .utc)
        }
        if let time = exif.modified.zoned { return stated(time, rule: .modified) }
        if let time = xmp?.modifyDate { return stated(time, rule: .xmp, offsetRule: .text) }
        return findings.container.date
    }

    /// The creation date in XMP, or in IPTC if that was changed later.
    private var created: PhotoDate? {
        let xmp = findings.xmp?.dateCreated.map { stated($0, rule: .xmp, offsetRule: .text) }
        let iptc = findings.iptc?.dateCreated.map { stated($0, rule: .iptc, offsetRule: .text) }
        return findings.iptc?.isNewerThanXMP == true ? iptc ?? xmp : xmp ?? iptc
    }

    /// Returns a time of the camera's clock, whose offset may be derived.
    private func shot(
        _ time: ZonedTime, rule: PhotoDate.Rule, offsetRule: PhotoDate.OffsetRule = .offsetField
    ) -> PhotoDate {
        var date = stated(time, rule: rule, offsetRule: offsetRule)
        if date.offset == nil, !date.wallTime.isDayOnly, let (offset, rule) = derivedOffset(of: date.wallTime) {
            date.offset = offset
            date.offsetRule = rule
        }
        return date
    }

    /// Returns a time with its stated offset.
    private func stated(
        _ time: ZonedTime, rule: PhotoDate.Rule, offsetRule: PhotoDate.OffsetRule = .offsetField
    ) -> PhotoDate {
        PhotoDate(wallTime: time.wallTime, offset: time.offset, rule: rule, offsetRule: offsetRule)
    }

    /// Returns the offset of a time without one: from the same time in XMP, the receiver's clock, or the maker note.
    private func derivedOffset(of time: PhotoDate.WallTime) -> (Int, PhotoDate.OffsetRule)? {
        for other in [findings.xmp?.dateTimeOriginal, findings.xmp?.dateCreated] {
            if let other, let offset = other.offset, other.wallTime.secondsSince1970 == time.secondsSince1970 {
                return (offset, .text)
            }
        }
        if let gps = findings.exif.gps, !gps.isVoid, !gps.isDerived, let universal = gps.secondsSince1970,
            let offset = OffsetRules.offset(local: time, universal: universal)
        {
            return (offset, .gps)
        }
        return findings.exif.makerNote.offset.map { ($0, .makerNote) }
    }
}

/// Derives the UTC offset of a camera's clock if no field states it.
enum OffsetRules {
    /// Returns the difference between a local time and the receiver's UTC time; `nil` when no time zone has that
    /// offset.
    ///
    /// Receivers report the time of their last fix, sometimes minutes old, and some cameras write a wrong date.
    /// Therefore the difference must be near an offset in use.
    ///
    /// - Parameters:
    ///   - local: The camera's local time.
    ///   - universal: The receiver's time in seconds since 1970.
    /// - Returns: Seconds east of UTC, a multiple of a quarter of an hour.
    static func offset(local: PhotoDate.WallTime, universal: Int) -> Int? {
        let difference = local.secondsSince1970 - universal
        let quarters = Int((Double(difference) / 900).rounded())
        guard abs(difference - quarters * 900) <= tolerance, isInUse(quarters) else { return nil }
        return quarters * 900
    }

    /// The clock's error and the age of the fix together, in seconds.
    private static let tolerance = 300

    /// Returns whether a time zone has the offset, in quarters of an hour: whole hours, and a few others.
    private static func isInUse(_ quarters: Int) -> Bool {
        guard (-12 * 4...14 * 4).contains(quarters) else { return false }
        switch quarters {
        // -9:30, -3:30, -2:30, 3:30, 4:30, 5:30, 5:45, 6:30, 8:45, 9:30, 10:30, 12:45, 13:45.
        case -38, -14, -10, 14, 18, 22, 23, 26, 35, 38, 42, 51, 55: return true
        default: return quarters % 4 == 0
        }
    }
}
