/// A track of a video (`trak`): video, audio or data.
///
/// Source: ISO/IEC 14496-12, 8.3 and 8.4.
struct VideoTrack: Hashable, Sendable {
    /// Its box.
    let box: Box
    /// Its identifier.
    private(set) var id: UInt32 = 0
    /// Its kind: `vide`, `soun`, `meta`.
    private(set) var handler: FourCharacterCode = "none"
    /// Whether it is enabled for display.
    private(set) var isEnabled = true
    /// The creation time, in UTC.
    private(set) var creation: PhotoDate.WallTime?
    /// The size of its frames before rotation.
    private(set) var size: PixelSize?
    /// The orientation of its frames.
    private(set) var turn = OrientationTransform.none
    /// Its time units per second.
    private(set) var timescale = 0
    /// The duration in seconds, if stated.
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
                // The track header has the size in square pixels; without it the coded size is used.
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
        // The table's header, the first entry's header, and the bytes before the size in video entries.
        cursor.skip(8 + 8 + 24)
        let (width, height) = (Int(try cursor.uint16()), Int(try cursor.uint16()))
        guard !cursor.isCut, width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }
}

/// The box `mvhd`: creation time and duration of a video.
///
/// Source: ISO/IEC 14496-12, 8.2.2.
struct VideoHeader: Hashable, Sendable {
    /// The creation time, in UTC; often the end of the recording.
    private(set) var creation: PhotoDate.WallTime?
    /// The time units per second of durations.
    private(set) var timescale = 0
    /// The duration in seconds; `nil` when not stated, as in fragmented videos.
    private(set) var duration: Double?

    /// Reads `mvhd` or `mdhd`, which begin the same way.
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

    /// Converts seconds since 1904; some writers count from 1970, which would result in times before 1970.
    static func time(_ seconds: UInt64) -> PhotoDate.WallTime? {
        let from1904To1970: UInt64 = 2_082_844_800
        guard seconds > 0, seconds < 1 << 40 else { return nil }
        return PhotoDate.WallTime(secondsSince1970: Int(seconds >= from1904To1970 ? seconds - from1904To1970 : seconds))
    }
}
