/// A track of a video (`trak`): frames, sound or data.
///
/// Source: ISO/IEC 14496-12, 8.3 and 8.4.
struct VideoTrack: Hashable, Sendable {
    /// Its box.
    let box: Box
    /// Its number.
    private(set) var id: UInt32 = 0
    /// What it is: `vide`, `soun`, `meta`.
    private(set) var handler: FourCharacterCode = "none"
    /// Whether it is meant to be shown.
    private(set) var isEnabled = true
    /// When it was made, in UTC.
    private(set) var creation: WallTime?
    /// The size of its frames before they are turned.
    private(set) var size: PixelSize?
    /// How its frames become upright.
    private(set) var turn = OrientationTransform.none
    /// Units of a second of its own.
    private(set) var timescale = 0
    /// In seconds, where it is said.
    private(set) var duration: Double?

    init(_ box: Box, of file: FileBytes) throws(MetadataError) {
        self.box = box
        var walk = BoxWalk(file, box.content)
        var media: Box?
        while let part = try walk.next() {
            if part.type == "tkhd" { try readHeader(part, file) }
            if part.type == "mdia", media == nil { media = part }
        }
        if let media { try readMedia(media, file) }
    }

    private mutating func readHeader(_ box: Box, _ file: FileBytes) throws(MetadataError) {
        var cursor = FileCursor(file, box.content)
        let head = try cursor.uint32()
        let timeSize = head >> 24 == 1 ? 8 : 4
        let time = VideoHeader.time(try cursor.integer(timeSize))
        cursor.skip(timeSize)
        id = try cursor.uint32()
        // Reserved, the duration, reserved, layer, group, volume, reserved.
        cursor.skip(4 + timeSize + 16)
        var matrix: [Int32] = []
        for _ in 0..<9 { matrix.append(Int32(bitPattern: try cursor.uint32())) }
        let (width, height) = (try cursor.uint32(), try cursor.uint32())
        guard !cursor.isCut else { return }
        isEnabled = head & 1 == 1
        creation = time
        // 16 fractional bits.
        let rounded = PixelSize(
            width: Int((UInt64(width) + 0x8000) >> 16), height: Int((UInt64(height) + 0x8000) >> 16))
        if rounded.width > 0, rounded.height > 0 { size = rounded }
        turn = OrientationTransform(a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4]) ?? .none
    }

    private mutating func readMedia(_ box: Box, _ file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, box.content)
        while let part = try walk.next() {
            switch part.type {
            case "mdhd":
                guard let header = try VideoHeader(part, of: file) else { continue }
                timescale = header.timescale
                duration = header.duration
            case "hdlr":
                var cursor = FileCursor(file, part.content)
                cursor.skip(8)
                let type = FourCharacterCode(try cursor.uint32())
                if !cursor.isCut { handler = type }
            case "minf":
                // The track header has the size in square pixels; without it the coded size counts.
                guard size == nil, let table = try BoxWalk.first("stbl", in: part.content, of: file),
                    let descriptions = try BoxWalk.first("stsd", in: table.content, of: file)
                else { continue }
                size = try Self.sampleSize(descriptions, file)
            default: break
            }
        }
    }

    private static func sampleSize(_ box: Box, _ file: FileBytes) throws(MetadataError) -> PixelSize? {
        var cursor = FileCursor(file, box.content)
        // The table's head, the first entry's head, and what comes before the size in entries of frames.
        cursor.skip(8 + 8 + 24)
        let (width, height) = (Int(try cursor.uint16()), Int(try cursor.uint16()))
        guard !cursor.isCut, width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }
}

/// The box `mvhd`: when a video was made, and how long it is.
///
/// Source: ISO/IEC 14496-12, 8.2.2.
struct VideoHeader: Hashable, Sendable {
    /// When it was made, in UTC; often the end of the recording.
    private(set) var creation: WallTime?
    /// Units of a second in which durations are given.
    private(set) var timescale = 0
    /// In seconds; `nil` when it is not stated, as in fragmented videos.
    private(set) var duration: Double?

    /// Reads `mvhd` or `mdhd`, which begin alike.
    init?(_ box: Box, of file: FileBytes) throws(MetadataError) {
        var cursor = FileCursor(file, box.content)
        let size = try cursor.uint32() >> 24 == 1 ? 8 : 4
        creation = Self.time(try cursor.integer(size))
        cursor.skip(size)
        timescale = Int(try cursor.uint32())
        let units = try cursor.integer(size)
        guard !cursor.isCut else { return nil }
        let isUnknown = units == 0 || units == (size == 8 ? .max : UInt64(UInt32.max))
        if !isUnknown, timescale > 0 { duration = Double(units) / Double(timescale) }
    }

    /// Seconds since 1904 began; some writers count from 1970, which shows for times before 1970.
    static func time(_ seconds: UInt64) -> WallTime? {
        let from1904To1970: UInt64 = 2_082_844_800
        guard seconds > 0, seconds < 1 << 40 else { return nil }
        return WallTime(secondsSince1970: Int(seconds >= from1904To1970 ? seconds - from1904To1970 : seconds))
    }
}
