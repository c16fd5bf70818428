/// A box (QuickTime: an atom) of an ISO media file, and its byte range.
///
/// Source: ISO/IEC 14496-12, 4.2; QuickTime File Format Specification, "Atoms".
package struct Box: Hashable, Sendable {
    /// The encoding of a box's size.
    package enum SizeForm: Sendable {
        /// In 32 bits.
        case short
        /// In 64 bits, after the type.
        case long
        /// As 0: the box extends to the end of its parent.
        case toEnd
    }

    /// Its type.
    package let type: FourCharacterCode
    /// The extended type of a box of type `uuid`.
    package let userType: BoxUserType?
    /// The byte offset of its header.
    package let offset: Int
    /// The byte range of its content.
    package let content: Range<Int>
    /// The encoding of its size.
    package let sizeForm: SizeForm
    /// Whether its stated size exceeds the available bytes; ``content`` covers the available ones.
    package let isCut: Bool

    /// The byte range of header and content.
    package var range: Range<Int> { offset..<content.upperBound }
}

/// The 16-byte extended type of a box of type `uuid`.
package struct BoxUserType: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// Adobe's box with an XMP packet.
    package static let xmp = BoxUserType(high: 0xBE7A_CFCB_97A9_42E8, low: 0x9C71_9994_91E3_AFAC)
    /// Canon's, in `moov`, with EXIF blocks.
    package static let canon = BoxUserType(high: 0x85C0_B687_820F_11E0, low: 0x8111_F4CE_462B_6A48)
    /// FLIR's with the position, in a `udta` beside `moov`.
    package static let flirPosition = BoxUserType(high: 0x7F2E_2100_8B46_4918, low: 0xAFB1_DE70_9A74_F6F5)
    /// Canon's with a preview.
    package static let canonPreview = BoxUserType(high: 0xEAF4_2B5E_1C98_4B88, low: 0xB9FB_B7DC_406E_4D16)
}

/// The type of a box, a brand, or a handler: four bytes that are mostly letters.
package struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes as a big-endian number.
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }

    /// Creates a type from four Latin-1 letters, since QuickTime uses `©`.
    package init(stringLiteral text: String) {
        value = text.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xFF }
    }

    package var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0xA9 }) else {
            return "0x" + String(value, radix: 16)
        }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// Iterates over the sibling boxes in a range of a file.
///
/// Always terminates: each box has at least eight bytes, and after ``maximumChildren`` boxes it stops with a warning.
struct BoxWalk {
    /// The maximum number of children: a video with fragments of one second has 60,000 in eight hours.
    static let maximumChildren = 100_000

    private let file: FileBytes
    private var position: Int
    private let end: Int
    private var count = 0
    /// The damage that ended the iteration early, if any.
    private(set) var damage: PhotoMetadata.Warning?

    init(_ file: FileBytes, _ range: Range<Int>) {
        self.file = file
        position = range.lowerBound
        end = min(range.upperBound, file.count)
    }

    /// Returns the next box; `nil` at the end of the range and at damage.
    mutating func next() throws(MetadataError) -> Box? {
        // Fewer bytes than a header are padding: QuickTime's `udta` ends with four zero bytes.
        guard damage == nil, end - position >= 8 else { return nil }
        guard count < Self.maximumChildren else {
            damage = PhotoMetadata.Warning("more than \(Self.maximumChildren) boxes side by side", offset: position)
            return nil
        }
        count += 1
        var header = FileCursor(file, position..<end)
        let short = Int(try header.uint32())
        let type = FourCharacterCode(try header.uint32())
        let form: Box.SizeForm = short == 0 ? .toEnd : short == 1 ? .long : .short
        let size = form == .long ? try header.integer(8) : UInt64(short)
        var userType: BoxUserType?
        if type == "uuid" { userType = BoxUserType(high: try header.integer(8), low: try header.integer(8)) }
        let start = header.position
        guard !header.isCut, form == .toEnd || size >= UInt64(start - position) else {
            // Continuing elsewhere would read image data as boxes.
            damage = PhotoMetadata.Warning("the box '\(type)' has a size of \(size)", offset: position)
            return nil
        }
        let isCut = form != .toEnd && size > UInt64(end - position)
        let boxEnd = isCut || form == .toEnd ? end : position + Int(size)
        if isCut {
            damage = PhotoMetadata.Warning(
                "the box '\(type)' claims \(size) bytes, but only \(end - position) are there", offset: position)
        }
        defer { position = boxEnd }
        return Box(
            type: type, userType: userType, offset: position, content: start..<boxEnd, sizeForm: form, isCut: isCut)
    }

    /// Returns the first box of a type in a range.
    static func first(
        _ type: FourCharacterCode, in range: Range<Int>, of file: FileBytes
    ) throws(MetadataError) -> Box? {
        var walk = BoxWalk(file, range)
        while let box = try walk.next() { if box.type == type { return box } }
        return nil
    }
}
