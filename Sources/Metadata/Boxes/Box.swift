/// A box (QuickTime: an atom) of an ISO media file, and its byte range.
///
/// Source: ISO/IEC 14496-12, 4.2; QuickTime File Format Specification, "Atoms".
package struct Box: Hashable, Sendable {
    /// How its size is written.
    package enum SizeForm: Sendable {
        /// In 32 bits.
        case short
        /// In 64 bits, after the type.
        case long
        /// As 0: it reaches to the end of its parent.
        case toEnd
    }

    /// Its type.
    package let type: FourCharacterCode
    /// The type of boxes of the type `uuid`.
    package let userType: BoxUserType?
    /// Where it begins, with its header.
    package let offset: Int
    /// What is in it.
    package let content: Range<Int>
    /// How its size is written.
    package let sizeForm: SizeForm
    /// Whether its stated size exceeds what is there; ``content`` is what is there.
    package let isCut: Bool

    /// From its header to its end.
    package var range: Range<Int> { offset..<content.upperBound }
}

/// The 16 bytes that distinguish boxes of the type `uuid`.
package struct BoxUserType: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// Adobe's box with an XMP packet.
    package static let xmp = BoxUserType(high: 0xBE7A_CFCB_97A9_42E8, low: 0x9C71_9994_91E3_AFAC)
    /// Canon's, within `moov`, with the blocks of EXIF.
    package static let canon = BoxUserType(high: 0x85C0_B687_820F_11E0, low: 0x8111_F4CE_462B_6A48)
    /// FLIR's with the position, in a `udta` beside `moov`.
    package static let flirPosition = BoxUserType(high: 0x7F2E_2100_8B46_4918, low: 0xAFB1_DE70_9A74_F6F5)
    /// Canon's with a preview.
    package static let canonPreview = BoxUserType(high: 0xEAF4_2B5E_1C98_4B88, low: 0xB9FB_B7DC_406E_4D16)
}

/// The type of a box, a brand, a handler: four bytes that are mostly letters.
package struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes as a number, the first highest.
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }

    /// Encodes four letters of Latin-1, of which QuickTime uses `©`.
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

/// Walks over the sibling boxes in a range of a file.
///
/// It always ends: each box takes eight bytes or more, and after ``most`` of them it stops with a warning.
struct BoxWalk {
    /// No valid box has more children: a video in fragments of a second has 60,000 in eight hours.
    static let most = 100_000

    private let file: FileBytes
    private var position: Int
    private let end: Int
    private var count = 0
    /// What ended the walk before the end of the range, if anything.
    private(set) var damage: MetadataWarning?

    init(_ file: FileBytes, _ range: Range<Int>) {
        self.file = file
        position = range.lowerBound
        end = min(range.upperBound, file.count)
    }

    /// The next box; `nil` at the end of the part and at a damage.
    mutating func next() throws(MetadataError) -> Box? {
        // Less than a header is padding: QuickTime's `udta` ends with four zero bytes.
        guard damage == nil, end - position >= 8 else { return nil }
        guard count < Self.most else {
            damage = MetadataWarning("more than \(Self.most) boxes side by side", offset: position)
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
            // A walk that continued anywhere would read pixels as boxes.
            damage = MetadataWarning("the box '\(type)' has a size of \(size)", offset: position)
            return nil
        }
        let isCut = form != .toEnd && size > UInt64(end - position)
        let boxEnd = isCut || form == .toEnd ? end : position + Int(size)
        if isCut {
            damage = MetadataWarning(
                "the box '\(type)' claims \(size) bytes, but only \(end - position) are there", offset: position)
        }
        defer { position = boxEnd }
        return Box(
            type: type, userType: userType, offset: position, content: start..<boxEnd, sizeForm: form, isCut: isCut)
    }

    /// The first box of a type in a part.
    static func first(
        _ type: FourCharacterCode, in range: Range<Int>, of file: FileBytes
    ) throws(MetadataError) -> Box? {
        var walk = BoxWalk(file, range)
        while let box = try walk.next() { if box.type == type { return box } }
        return nil
    }
}
