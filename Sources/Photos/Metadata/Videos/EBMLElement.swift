/// An element of a Matroska file, and its byte range.
///
/// Source: RFC 8794 (EBML).
package struct EBMLElement: Hashable, Sendable {
    /// Its ID, with the bits that encode its length.
    package let id: UInt32
    /// The byte offset of its header, which holds ID and size.
    package let offset: Int
    /// The byte range of its content.
    package let content: Range<Int>
    /// Whether its size is unknown, as in live recordings; ``content`` then reaches to the end of its parent.
    package let isOpen: Bool
}

/// Iterates over the sibling elements in a range of a file.
///
/// Always terminates: each element has at least two bytes, and after `maximumCount` elements it stops with a warning.
struct EBMLWalk {
    /// No valid element has more children, except a cluster, whose blocks are never read.
    static let maximumChildren = 100_000

    private let file: FileBytes
    private var position: Int
    private let end: Int
    private var count = 0
    private let maximumCount: Int
    /// The damage that ended the walk early.
    private(set) var damage: PhotoMetadata.Warning?

    init(_ file: FileBytes, _ range: Range<Int>, maximumCount: Int = EBMLWalk.maximumChildren) {
        self.file = file
        position = range.lowerBound
        end = min(range.upperBound, file.count)
        self.maximumCount = maximumCount
    }

    /// Returns the next element; `nil` at the end of the range and at damage.
    mutating func next() throws(MetadataError) -> EBMLElement? {
        guard damage == nil, position < end else { return nil }
        guard count < maximumCount else {
            damage = PhotoMetadata.Warning("more than \(maximumCount) elements side by side", offset: position)
            return nil
        }
        count += 1
        var cursor = FileCursor(file, position..<end)
        let id = try Self.number(&cursor, maximumLength: 4)
        let size = try Self.number(&cursor, maximumLength: 8)
        guard let id, let size, !cursor.isCut else {
            damage = PhotoMetadata.Warning("this is not a Matroska element", offset: position)
            return nil
        }
        let isOpen = size.value == size.mask
        let room = UInt64(end - cursor.position)
        if !isOpen, size.value > room {
            damage = PhotoMetadata.Warning(
                "an element claims \(size.value) bytes, but only \(room) are there", offset: position)
        }
        let contentEnd = isOpen || size.value > room ? end : cursor.position + Int(size.value)
        let element = EBMLElement(
            id: UInt32(id.value | id.marker), offset: position, content: cursor.position..<contentEnd, isOpen: isOpen)
        // The children of an element of unknown size are returned next, as if they were siblings; callers that descend
        // know its range.
        position = isOpen ? cursor.position : contentEnd
        return element
    }

    private typealias Number = (value: UInt64, mask: UInt64, marker: UInt64)

    /// Reads a variable-length integer: the number of leading zeros in the first byte is the number of bytes that
    /// follow.
    private static func number(_ cursor: inout FileCursor, maximumLength: Int) throws(MetadataError) -> Number? {
        let first = try cursor.uint8()
        let length = first.leadingZeroBitCount + 1
        guard length <= maximumLength else { return nil }
        let rest = try cursor.integer(length - 1)
        let bits = (length - 1) * 8
        let marker = UInt64(0x80 >> (length - 1)) << UInt64(bits)
        let value = (UInt64(first) << UInt64(bits) | rest) & (marker - 1)
        return (value, marker - 1, marker)
    }
}

/// The IDs of the elements that are read.
///
/// Source: RFC 9559 (Matroska).
enum MatroskaID {
    static let head: UInt32 = 0x1A45_DFA3
    static let documentType: UInt32 = 0x4282
    static let segment: UInt32 = 0x1853_8067
    static let seekHead: UInt32 = 0x114D_9B74
    static let seek: UInt32 = 0x4DBB
    static let seekID: UInt32 = 0x53AB
    static let seekPosition: UInt32 = 0x53AC
    static let information: UInt32 = 0x1549_A966
    static let timescale: UInt32 = 0x2A_D7B1
    static let duration: UInt32 = 0x4489
    static let date: UInt32 = 0x4461
    static let title: UInt32 = 0x7BA9
    static let writingApplication: UInt32 = 0x5741
    static let tracks: UInt32 = 0x1654_AE6B
    static let track: UInt32 = 0xAE
    static let trackType: UInt32 = 0x83
    static let video: UInt32 = 0xE0
    static let pixelWidth: UInt32 = 0xB0
    static let pixelHeight: UInt32 = 0xBA
    static let projection: UInt32 = 0x7670
    static let roll: UInt32 = 0x7675
    static let cluster: UInt32 = 0x1F43_B675
    static let tags: UInt32 = 0x1254_C367
    static let tag: UInt32 = 0x7373
    static let simpleTag: UInt32 = 0x67C8
    static let tagName: UInt32 = 0x45A3
    static let tagText: UInt32 = 0x4487
}
