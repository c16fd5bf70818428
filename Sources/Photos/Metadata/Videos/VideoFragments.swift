/// Computes the duration of a fragmented video, whose header does not state it.
///
/// Source: ISO/IEC 14496-12, 8.8 (movie fragments), 8.16.3 (`sidx`).
struct VideoFragments: Sendable {
    /// The maximum number of samples of a fragment that are summed.
    static let maximumSamples = 1_000_000
    /// The number of fragments visited before the last one is looked up in the index at the end of the file.
    static let maximumVisited = 64
    /// The maximum number of fragments visited in a file without an index, whose recording was interrupted.
    static let maximumFragments = 4096

    /// The total duration of the segments in `sidx`, in seconds, by stream.
    private var indexed: [UInt32: Double] = [:]
    /// The last fragment.
    private var last: Box?
    /// The number of fragments visited.
    private(set) var count = 0
    /// The duration in the box `mehd`, in units of the video.
    private var stated: UInt64?
    /// The default duration of a sample, by track.
    private var defaults: [UInt32: UInt32] = [:]

    init() {}

    /// Processes a box of the file.
    mutating func note(_ box: Box, of file: FileBytes) throws(MetadataError) {
        if box.type == "moof" {
            last = box
            count += 1
        }
        guard box.type == "sidx", indexed.count < 64 else { return }
        var cursor = FileCursor(file, box.content)
        let version = try cursor.uint32() >> 24
        let (id, timescale) = (try cursor.uint32(), try cursor.uint32())
        cursor.skip(version == 0 ? 8 : 16)
        cursor.skip(2)
        var sum: UInt64 = 0
        for _ in 0..<Int(try cursor.uint16()) {
            cursor.skip(4)
            let duration = try cursor.uint32()
            cursor.skip(4)
            guard !cursor.isCut else { break }
            sum += UInt64(duration)
        }
        if timescale > 0 { indexed[id, default: 0] += Double(sum) / Double(timescale) }
    }

    /// Finds the last fragment by the index at the end of the file (`mfra`); returns `false` without an index.
    mutating func skipToLast(of file: FileBytes) throws(MetadataError) -> Bool {
        let end = file.count
        guard try file.uint32(at: end - 12, bigEndian: true) == FourCharacterCode("mfro").value,
            let size = try file.uint32(at: end - 4, bigEndian: true), Int(size) < end
        else { return false }
        var walk = BoxWalk(file, end - Int(size)..<end)
        guard let index = try walk.next(), index.type == "mfra" else { return false }
        var offset: UInt64 = 0
        var tables = BoxWalk(file, index.content)
        while let table = try tables.next() {
            guard table.type == "tfra" else { continue }
            var cursor = FileCursor(file, table.content)
            let width = try cursor.uint32() >> 24 == 1 ? 8 : 4
            cursor.skip(4)
            let lengths = Int(try cursor.uint32())
            let entry = width * 2 + [lengths >> 4, lengths >> 2, lengths].reduce(0) { $0 + ($1 & 3) + 1 }
            let entries = Int(try cursor.uint32())
            guard entries > 0, !cursor.isCut, entries <= cursor.remaining / entry else { continue }
            cursor.skip((entries - 1) * entry + width)
            offset = max(offset, try cursor.integer(width))
        }
        guard offset > 0, offset < UInt64(end) else { return false }
        var fragments = BoxWalk(file, Int(offset)..<end)
        guard let box = try fragments.next(), box.type == "moof" else { return false }
        last = box
        return true
    }

    /// Reads `mvex`.
    mutating func readDefaults(_ box: Box, of file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, box.content)
        while let part = try walk.next() {
            var cursor = FileCursor(file, part.content)
            let version = try cursor.uint32() >> 24
            if part.type == "mehd" {
                let value = try cursor.integer(version == 1 ? 8 : 4)
                if !cursor.isCut, value > 0 { stated = value }
            } else if part.type == "trex", defaults.count < 1024 {
                let id = try cursor.uint32()
                cursor.skip(4)
                let duration = try cursor.uint32()
                if !cursor.isCut { defaults[id] = duration }
            }
        }
    }

    /// Returns the duration in seconds.
    ///
    /// - Parameters:
    ///   - movieTimescale: The video's time units per second.
    ///   - timescales: The time units per second of its tracks.
    ///   - file: The file.
    /// - Returns: The duration; `nil` when unknown.
    /// - Throws: ``MetadataError/Code/unreadable``.
    func duration(
        movieTimescale: Int, timescales: [UInt32: Int], of file: FileBytes
    ) throws(MetadataError) -> Double? {
        if let stated, movieTimescale > 0 { return Double(stated) / Double(movieTimescale) }
        if let longest = indexed.values.max(), longest > 0 { return longest }
        guard let last else { return nil }
        var longest: Double?
        var walk = BoxWalk(file, last.content)
        while let part = try walk.next() {
            guard part.type == "traf", let (track, end) = try end(part, file), let scale = timescales[track], scale > 0
            else { continue }
            longest = max(longest ?? 0, Double(end) / Double(scale))
        }
        return longest
    }

    /// Returns the end of a fragment's last sample, in units of its track.
    private func end(_ box: Box, _ file: FileBytes) throws(MetadataError) -> (track: UInt32, end: UInt64)? {
        var track: UInt32?
        var each: UInt32 = 0
        var sum: UInt64?
        var samplesRead = 0
        var walk = BoxWalk(file, box.content)
        while let part = try walk.next() {
            var cursor = FileCursor(file, part.content)
            let head = try cursor.uint32()
            let flags = head & 0xFFFFFF
            switch part.type {
            case "tfhd":
                let id = try cursor.uint32()
                cursor.skip((flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0))
                each = flags & 8 != 0 ? try cursor.uint32() : defaults[id] ?? 0
                track = id
            case "tfdt": sum = try cursor.integer(head >> 24 == 1 ? 8 : 4)
            case "trun":
                let samples = Int(try cursor.uint32())
                cursor.skip((flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0))
                guard flags & 0x100 != 0 else {
                    sum = sum.map { $0 &+ UInt64(samples) &* UInt64(each) }
                    continue
                }
                let rest = [0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
                for _ in 0..<samples {
                    let duration = try cursor.uint32()
                    cursor.skip(rest)
                    samplesRead += 1
                    guard !cursor.isCut, samplesRead < Self.maximumSamples else { break }
                    sum = sum.map { $0 &+ UInt64(duration) }
                }
            default: break
            }
        }
        guard let track, let sum, sum < 1 << 53 else { return nil }
        return (track, sum)
    }
}
