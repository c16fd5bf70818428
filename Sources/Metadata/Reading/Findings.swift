/// What the parts of a file say, before it is reconciled to one ``PhotoMetadata``.
///
/// A container puts what it says itself into ``container``, and hands blocks of EXIF, XMP and IPTC over to the
/// methods here.
struct Findings {
    /// What the container itself says, without EXIF, XMP and IPTC.
    var container: PhotoMetadata

    /// Whether the container alone says how the picture is turned, as HEIF does; EXIF's word is then a comment.
    var orientationIsFromContainer = false

    /// What EXIF says, also in the tables of TIFF.
    var exif = EXIFProperties()
    private(set) var hasEXIF = false

    /// What XMP says.
    var xmp: XMPProperties?

    private var xmpAttempts = 0

    /// The parts of a packet of XMP that is too large for one segment of a JPEG, and the GUID that they have.
    var extendedXMP = ExtendedXMP()
    private var extendedGUID: String?

    /// What IPTC says.
    var iptc: IPTCProperties?

    init(format: PhotoFormat) { container = PhotoMetadata(format: format) }

    /// Notes what could not be read; the first few are kept.
    mutating func warn(_ message: @autoclosure () -> String, at offset: Int? = nil) {
        guard container.warnings.count < 16 else { return }
        container.warnings.append(MetadataWarning(message(), offset: offset))
    }

    /// Reads a block of EXIF: the header of a TIFF, tables, and their values, all within the range; the first one
    /// counts.
    mutating func readEXIF(in file: FileBytes, at offset: Int, count: Int) throws(MetadataError) {
        guard !hasEXIF else { return }
        guard let block = try TIFFBlock(in: file, at: offset, count: min(count, file.count - offset)) else {
            return warn("the EXIF has no header", at: offset)
        }
        hasEXIF = true
        var reader = EXIFReader(block: block)
        try reader.read(into: &self)
    }

    /// Reads a packet of XMP that lies in the file in one piece; the first one counts.
    mutating func readXMP(in file: FileBytes, at offset: Int, count: Int) throws(MetadataError) {
        guard xmp == nil, xmpAttempts < 4, count > 0 else { return }
        guard let bytes = try file.bytes(at: offset, count: count) else {
            return warn("the XMP is cut off or too large", at: offset)
        }
        readXMP(bytes, at: offset)
    }

    /// Reads a packet of XMP from memory; the first one counts.
    mutating func readXMP(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) {
        // Damaged packets may come in any number.
        guard xmp == nil, xmpAttempts < 4 else { return }
        xmpAttempts += 1
        guard let content = XMPPacket.content(of: bytes) else {
            return warn("the XMP cannot be understood", at: offset)
        }
        xmp = content.properties
        extendedGUID = content.extendedGUID
        if let damage = content.damage { warn("the XMP is damaged: \(damage)", at: offset) }
    }

    /// Puts the parts of a packet that is too large for one segment together, and adds what they say.
    mutating func readExtendedXMP(in file: FileBytes) throws(MetadataError) {
        guard let extendedGUID else { return }
        guard let packet = try extendedXMP.packet(extendedGUID, of: file) else {
            return warn("parts of the XMP are missing")
        }
        if let more = packet.withUnsafeBytes({ XMPPacket.properties(of: $0) }) { xmp?.fill(from: more) }
    }
}
