/// A box (QuickTime: an atom) of an ISO media file, and where it lies.
///
/// Source: ISO/IEC 14496-12, 4.2; QuickTime File Format Specification, "Atoms".
package struct Box: Hashable, Sendable {
    /// How its size is written.
    package enum SizeForm: Sendable {
        /// In 32 bits.
        case short
        /// In 64 bits, behind the type.
        case long
        /// As 0: it goes to the end of what it lies in.
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
    /// How its size is written, for whoever changes it.
    package let sizeForm: SizeForm
    /// Whether its size says more than there is; ``content`` is what is there.
    package let isCut: Bool

    /// From its header to its end.
    package var range: Range<Int> { offset..<content.upperBound }
}

/// The 16 bytes that tell boxes of the type `uuid` apart.
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
