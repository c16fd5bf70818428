/// Videos whose parts lie in different orders, with tables of samples that show whether these are still found.
enum EditableVideos {
    static let samples: [UInt8] = (0..<200).map { UInt8($0) }

    /// How a video lies in its file.
    enum Order: CaseIterable {
        case movieFirst, movieFirstWithRoom, movieLast, movieBetween, movieLastToEnd, picturesToEnd,
            picturesToEndWithWide
    }

    /// A video.
    ///
    /// - Parameters:
    ///   - order: How it lies.
    ///   - brand: `qt  ` or `isom`.
    ///   - children: What `moov` holds behind its track.
    /// - Returns: The file.
    static func video(_ order: Order, brand: String = "isom", _ children: [UInt8] = []) -> [UInt8] {
        let head = Bytes.brands(brand, brand)
        let length = movie(0, children).count
        let pictures = Bytes.box("mdat", samples)
        switch order {
        case .movieFirst: return head + movie(head.count + length + 8, children) + pictures
        case .movieFirstWithRoom:
            return head + movie(head.count + length + 208, children) + Bytes.box("free", Bytes.zeros(192)) + pictures
        case .movieLast: return head + pictures + movie(head.count + 8, children)
        case .movieBetween:
            return head + pictures + movie(head.count + 8, children) + Bytes.box("mdat", Bytes.zeros(9))
        case .movieLastToEnd:
            return head + pictures + Bytes.u32(0) + movie(head.count + 8, children).dropFirst(4)
        case .picturesToEnd:
            return head + movie(head.count + length + 8, children) + Bytes.u32(0) + pictures.dropFirst(4)
        case .picturesToEndWithWide:
            return head + movie(head.count + length + 16, children) + Bytes.box("wide") + Bytes.u32(0)
                + pictures.dropFirst(4)
        }
    }

    static func movie(_ chunk: Int, _ children: [UInt8]) -> [UInt8] {
        Bytes.box("moov", SampleVideos.movieHeader(), track(chunk), children)
    }

    static func track(_ chunk: Int, format: String = "avc1", handler: String = "vide", _ user: [UInt8] = []) -> [UInt8]
    {
        let description = Bytes.full("stsd", 0, 0, Bytes.u32(1), Bytes.box(format, Bytes.zeros(24)))
        let table = Bytes.box("stbl", description, Bytes.full("stco", 0, 0, Bytes.u32(1), Bytes.u32(chunk)))
        let media = Bytes.box(
            "mdia", Bytes.full("hdlr", 0, 0, Bytes.zeros(4), Bytes.code(handler), Bytes.zeros(12)),
            Bytes.box("minf", table))
        return Bytes.box("trak", media, user)
    }

    /// The samples that a video's table leads to.
    static func samples(of bytes: [UInt8]) -> [UInt8]? {
        // Whatever was `moov` before is no longer.
        guard
            let start = bytes.indices.first(where: {
                bytes[$0...].starts(with: Bytes.code("stco")) && isInMoov($0, bytes)
            })
        else { return nil }
        let offset = bytes[start + 12..<start + 16].reduce(0) { $0 << 8 | Int($1) }
        guard offset + samples.count <= bytes.count else { return nil }
        return Array(bytes[offset..<offset + samples.count])
    }

    private static func isInMoov(_ place: Int, _ bytes: [UInt8]) -> Bool {
        var position = 0
        while position + 8 <= bytes.count {
            let size = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = size == 0 ? bytes.count : position + size
            if (position..<end).contains(place) {
                return bytes[position + 4..<position + 8].elementsEqual(Bytes.code("moov"))
            }
            position = max(end, position + 8)
        }
        return false
    }
}
