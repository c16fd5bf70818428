/// An item of a HEIF file: an image, a tile of one, or a block of metadata.
package struct HEIFItem: Hashable, Sendable {
    /// What its extents' offsets count from.
    package enum Construction: Sendable {
        /// The beginning of the file.
        case file
        /// The content of the box `idat`.
        case itemData
        /// Another item, or what is reserved.
        case unknown
    }

    /// A piece of its bytes.
    package struct Extent: Hashable, Sendable {
        /// Where the offset is written in `iloc`, for whoever moves the item.
        package let entry: Int
        /// Where the piece lies in the file; `nil` where it reaches beyond the file.
        package let range: Range<Int>?
    }

    /// Its number.
    package let id: UInt32
    /// Its type: `hvc1`, `av01`, `grid`, `Exif`, `mime`.
    package let type: FourCharacterCode
    /// The media type of a `mime` item.
    package let contentType: String?
    /// The file that declares it hides it from viewers.
    package let isHidden: Bool
    /// How its extents are counted.
    package internal(set) var construction = Construction.file
    /// Its pieces in their order.
    package internal(set) var extents: [Extent] = []

    /// Where it lies, when it is all in one piece.
    package var range: Range<Int>? {
        guard var whole = extents.first?.range else { return nil }
        for extent in extents.dropFirst() {
            guard let next = extent.range, next.lowerBound == whole.upperBound else { return nil }
            whole = whole.lowerBound..<next.upperBound
        }
        return whole
    }
}
