import LKMetadata

/// Adapts the EXIF of an image for one derived from it; position, times and camera stay.
struct EXIFCopy {
    private var block: TIFFNumbers

    /// A TIFF block.
    var bytes: [UInt8] { block.bytes }

    private enum Tag {
        static let width = 0x0100
        static let height = 0x0101
        static let orientation = 0x0112
        static let thumbnailOffset = 0x0201
        static let thumbnailCount = 0x0202
        static let exif = 0x8769
        static let pixelWidth = 0xA002
        static let pixelHeight = 0xA003
    }

    /// Parses the header; `nil` when it is not a TIFF block.
    init?(_ bytes: [UInt8]) {
        guard let block = TIFFNumbers(bytes), block.number(2, 2) == 42 else { return nil }
        self.block = block
    }

    /// Sets the size and an upright orientation, and removes the thumbnail of the original.
    mutating func describe(_ size: PixelSize) {
        guard let first = block.number(4, 4) else { return }
        let next = setAll([Tag.width: size.width, Tag.height: size.height, Tag.orientation: 1], in: first)
        if let directory = value(of: Tag.exif, in: first) {
            _ = setAll([Tag.pixelWidth: size.width, Tag.pixelHeight: size.height], in: directory)
        }
        guard let next, let second = block.number(next, 4), second != 0 else { return }
        if let offset = value(of: Tag.thumbnailOffset, in: second),
            let count = value(of: Tag.thumbnailCount, in: second),
            offset <= block.bytes.count
        {
            for index in offset..<offset + min(count, block.bytes.count - offset) { block.bytes[index] = 0 }
        }
        block.set(next, 4, 0)
    }

    /// Sets existing values, and returns where the offset of the next directory is stored.
    private mutating func setAll(_ values: [Int: Int], in directory: Int) -> Int? {
        guard let count = block.number(directory, 2) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = block.number(entry, 2), let type = block.number(entry + 2, 2) else { return nil }
            guard let value = values[tag], block.number(entry + 4, 4) == 1 else { continue }
            if type == 3, value <= 0xFFFF { block.set(entry + 8, 2, value) }
            if type == 4 { block.set(entry + 8, 4, value) }
        }
        return directory + 2 + count * 12
    }

    private func value(of wanted: Int, in directory: Int) -> Int? {
        guard let count = block.number(directory, 2) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = block.number(entry, 2), let type = block.number(entry + 2, 2) else { return nil }
            if tag == wanted { return block.number(entry + 8, type == 3 ? 2 : 4) }
        }
        return nil
    }
}

/// The numbers of a TIFF block, in its byte order.
struct TIFFNumbers {
    var bytes: [UInt8]
    let isBigEndian: Bool

    /// Creates the numbers of a block; returns `nil` when it does not begin with a byte order.
    init?(_ block: [UInt8]) {
        guard block.count >= 8, block[0] == block[1], block[0] == 0x49 || block[0] == 0x4D else { return nil }
        bytes = block
        isBigEndian = block[0] == 0x4D
    }

    /// Creates the numbers of a block that is only a header, whose first directory follows.
    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
        bytes = isBigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    }

    /// Returns the number that some bytes encode, or `nil` when any of them is outside the block.
    func number(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let part = bytes[offset..<offset + count]
        return isBigEndian ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Writes a number over some bytes, unless any of them is outside.
    mutating func set(_ offset: Int, _ count: Int, _ value: Int) {
        guard offset >= 0, offset <= bytes.count - count else { return }
        for index in 0..<count {
            let shift = 8 * (isBigEndian ? count - 1 - index : index)
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    /// Appends a number.
    mutating func append(_ value: Int, _ count: Int) {
        bytes += repeatElement(0, count: count)
        set(bytes.count - count, count, value)
    }
}
