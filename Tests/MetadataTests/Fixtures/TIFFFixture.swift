/// Builds blocks of TIFF in code: directories with values, branches and a chain.
struct TIFFFixture {
    /// The value of an entry.
    enum Value: Sendable {
        case byte([UInt8])
        case ascii(String)
        case short([Int])
        case long([Int])
        case rational([(Int, Int)])
        case undefined([UInt8])
        case directory([(Int, Value)])
        /// A type, a count and the four bytes that stand in the entry, as damaged files have them.
        case raw(type: Int, count: Int, value: Int)
    }

    var bigEndian = false
    var magic = 42
    private var bytes: [UInt8] = []

    /// A block of a chain of directories.
    static func bytes(_ chain: [(Int, Value)]..., bigEndian: Bool = false, magic: Int = 42) -> [UInt8] {
        var fixture = TIFFFixture(bigEndian: bigEndian, magic: magic)
        fixture.bytes = Array((bigEndian ? "MM" : "II").utf8) + fixture.u16(magic) + fixture.u32(8)
        var link = 4
        for directory in chain {
            fixture.patch(link, fixture.bytes.count)
            link = fixture.append(directory)
        }
        return fixture.bytes
    }

    /// Appends a directory and what it needs; gives the place of its link to the next one.
    private mutating func append(_ entries: [(Int, Value)]) -> Int {
        bytes += u16(entries.count)
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: entries.count * 12 + 4)
        for (index, (tag, value)) in entries.enumerated() {
            let place = start + index * 12
            write(place, u16(tag))
            if case .directory(let inner) = value {
                write(place + 2, u16(4) + u32(1))
                if bytes.count % 2 == 1 { bytes.append(0) }
                patch(place + 8, bytes.count)
                _ = append(inner)
                continue
            }
            if case .raw(let type, let count, let number) = value {
                write(place + 2, u16(type) + u32(count) + u32(number))
                continue
            }
            let (type, count, data) = encoded(value)
            write(place + 2, u16(type) + u32(count))
            if data.count <= 4 {
                write(place + 8, data)
            } else {
                if bytes.count % 2 == 1 { bytes.append(0) }
                patch(place + 8, bytes.count)
                bytes += data
            }
        }
        return start + entries.count * 12
    }

    private func encoded(_ value: Value) -> (Int, Int, [UInt8]) {
        switch value {
        case .byte(let bytes): (1, bytes.count, bytes)
        case .ascii(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let numbers): (3, numbers.count, numbers.flatMap { u16($0) })
        case .long(let numbers): (4, numbers.count, numbers.flatMap { u32($0) })
        case .rational(let numbers): (5, numbers.count, numbers.flatMap { u32($0.0) + u32($0.1) })
        case .undefined(let bytes): (7, bytes.count, bytes)
        case .directory, .raw: (0, 0, [])
        }
    }

    private mutating func write(_ place: Int, _ data: [UInt8]) {
        bytes.replaceSubrange(place..<place + data.count, with: data)
    }

    private mutating func patch(_ place: Int, _ number: Int) { write(place, u32(number)) }

    private func u16(_ number: Int) -> [UInt8] {
        let big = [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        return bigEndian ? big : big.reversed()
    }

    private func u32(_ number: Int) -> [UInt8] {
        let big = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        return bigEndian ? big : big.reversed()
    }
}
