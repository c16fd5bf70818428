/// What the parts of a file say, before it is reconciled into one ``PhotoMetadata``.
///
/// A container stores its own metadata in ``container``, and passes blocks of EXIF, XMP and IPTC to the methods here.
struct Findings {
    /// The container's own metadata, without EXIF, XMP and IPTC.
    var container: PhotoMetadata

    /// Whether the container alone defines the orientation, as in HEIF; EXIF's is then ignored.
    var orientationIsFromContainer = false

    /// The values of EXIF, also from the tables of TIFF.
    var exif = EXIFProperties()
    private(set) var hasEXIF = false

    /// The values of XMP.
    var xmp: XMPProperties?

    private var xmpAttempts = 0

    /// The parts of a packet of XMP that is too large for one segment of a JPEG, and the GUID that they have.
    var extendedXMP = ExtendedXMP()
    private var extendedGUID: String?

    /// The values of IPTC.
    var iptc: IPTCProperties?

    init(format: PhotoFormat) { container = PhotoMetadata(format: format) }

    /// Adds a warning; only the first few are kept.
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

    /// Reads a packet of XMP that is contiguous in the file; the first one counts.
    mutating func readXMP(in file: FileBytes, at offset: Int, count: Int) throws(MetadataError) {
        guard xmp == nil, xmpAttempts < 4, count > 0 else { return }
        guard let bytes = try file.bytes(at: offset, count: count) else {
            return warn("the XMP is cut off or too large", at: offset)
        }
        readXMP(bytes, at: offset)
    }

    /// Reads a packet of XMP from memory; the first one counts.
    mutating func readXMP(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) {
        // There may be any number of damaged packets.
        guard xmp == nil, xmpAttempts < 4 else { return }
        xmpAttempts += 1
        guard let content = XMPPacket.content(of: bytes) else {
            return warn("the XMP cannot be read", at: offset)
        }
        xmp = content.properties
        extendedGUID = content.extendedGUID
        if let damage = content.damage { warn("the XMP is damaged: \(damage)", at: offset) }
    }

    /// Joins the parts of a packet that is too large for one segment, and adds their properties.
    mutating func readExtendedXMP(in file: FileBytes) throws(MetadataError) {
        guard let extendedGUID else { return }
        guard let packet = try extendedXMP.packet(extendedGUID, of: file) else {
            return warn("parts of the XMP are missing")
        }
        if let more = packet.withUnsafeBytes({ XMPPacket.properties(of: $0) }) { xmp?.fill(from: more) }
    }
}
