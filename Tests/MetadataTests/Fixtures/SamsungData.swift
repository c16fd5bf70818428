@testable import LKMetadata

/// The data that Samsung's phones append to photos and videos.
enum SamsungData {
    static func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// A trailer of named entries, with its directory and `SEFT` as its last bytes.
    static func trailer(_ entries: [(type: Int, name: String, data: [UInt8])]) -> [UInt8] {
        let blocks = entries.map {
            [0, 0] + little($0.type, 2) + little($0.name.utf8.count) + Bytes.text($0.name) + $0.data
        }
        var directory = Bytes.text("SEFH") + little(107) + little(entries.count)
        for (index, block) in blocks.enumerated() {
            let back = blocks[index...].reduce(0) { $0 + $1.count }
            directory += [0, 0] + little(entries[index].type, 2) + little(back) + little(block.count)
        }
        return Array(blocks.joined()) + directory + little(directory.count) + Bytes.text("SEFT")
    }

    /// The trailer of a motion photo in boxes, which holds the byte offset of the video.
    static func motion(at offset: Int, _ count: Int) -> [UInt8] {
        Bytes.box(
            "sefd", trailer([(0x0A30, "MotionPhoto_Data", Bytes.text("mpv2") + Bytes.u32(offset) + Bytes.u32(count))]))
    }

    /// The offset that such a trailer holds, and the four bytes at which the video begins there.
    static func video(of bytes: [UInt8]) -> (offset: Int, type: [UInt8])? {
        let mark = Bytes.text("mpv2")
        guard let start = bytes.indices.last(where: { bytes[$0...].starts(with: mark) }) else { return nil }
        let offset = bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
        return offset + 8 <= bytes.count ? (offset, Array(bytes[offset + 4..<offset + 8])) : nil
    }
}
