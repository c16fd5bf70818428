/// The tracks of a video that are known to hold no position, and a search of its texts.
///
/// Samples cannot be removed without rewriting the video, so a video with any other track is refused.
struct TimedMetadata {
    /// How many bytes of texts are still searched, for all tracks together: crafted tracks can share the same texts.
    private var remainingTexts = 64 << 20

    /// Refuses to remove a position from a video if samples of a track may hold it.
    ///
    /// - Parameters:
    ///   - track: The track.
    ///   - file: The video.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    mutating func refuse(_ track: Box, _ file: FileBytes) throws {
        guard let table = try VideoSampleTables.table(of: track, file),
            let descriptions = try BoxWalk.first("stsd", in: table.content, of: file)
        else { return }
        let handler = try VideoTrack(track, of: file).handler
        let start = descriptions.content.lowerBound
        var entries = BoxWalk(file, min(start + 8, descriptions.content.upperBound)..<descriptions.content.upperBound)
        var isSearched = false
        while let entry = try entries.next() {
            if Self.pictures.contains(handler), !Self.positions.contains(entry.type) { continue }
            if Self.harmless.contains(entry.type) { continue }
            if Self.texts.contains(handler) || Self.texts.contains(entry.type) {
                // The samples of all descriptions of a track are in one table.
                if !isSearched { try refuseTexts(entry.type, table, file) }
                isSearched = true
                continue
            }
            // A longer one could name more than is looked at.
            if entry.content.count <= Self.maximumDescription {
                let description = try file.copy(of: entry.content)
                if entry.type == "mebx", Self.areKnown(Self.names(in: description)) { continue }
                if ["mett", "metx", "urim"].contains(entry.type), Self.isKnown(description) { continue }
            }
            throw EditRefusal("one of its tracks may hold positions ('\(entry.type)')", isCertain: true)
        }
        if let damage = entries.damage { throw EditRefusal("the description of a track is damaged: \(damage)") }
    }

    /// The longest description of a format that is looked at, in bytes.
    private static let maximumDescription = 1 << 16
    /// Handlers of pictures, sound and depth.
    private static let pictures: Set<FourCharacterCode> = ["vide", "soun", "auxv", "pict", "subp", "hint", "vmhd"]
    /// Formats of positions, whatever the handler.
    private static let positions: Set<FourCharacterCode> = [
        "gpmd", "camm", "rtmd", "gps ", "gps0", "fdsc", "marl", "djmd", "dbgi", "mett", "metx", "urim", "mebx",
    ]
    /// Time codes, descriptions of scenes of MPEG-4, and pictures and sound of tracks without a known handler.
    private static let harmless: Set<FourCharacterCode> = [
        "tmcd", "tc64", "mp4s", "avc1", "avc3", "hvc1", "hev1", "mp4v", "mp4a", "av01", "vp08", "vp09", "jpeg", "mjpa",
        "apch", "apcn", "apcs", "s263", "samr", "sawb", "sowt", "twos", "lpcm",
    ]
    /// Handlers and formats of texts, in which drones write positions.
    private static let texts: Set<FourCharacterCode> = [
        "text", "tx3g", "sbtl", "subt", "clcp", "c608", "c708", "wvtt", "stpp", "stxt", "sbtt",
    ]

    // MARK: Names

    /// Apple's keys of timed metadata without a position.
    private static let keys = [
        "still-image-time", "video-orientation", "detected-", "scene-illuminance", "live-photo", "camera-", "cinematic",
        "smartstyle", "preferred-", "segment-identifier", "stereo", "quality", "depth",
        "full-frame-rate-playback-intent", "auto-", "motion", "sample", "presentation",
    ].map { "com.apple.quicktime." + $0 }
    /// MIME types of timed metadata without a position.
    private static let kinds = [
        "application/motionphoto-image-meta", "application/microvideo-meta-stream", "application/arcore-",
    ]

    /// Returns the names of keys in the description of a track; `nil` if there are none.
    private static func names(in description: [UInt8]) -> [String]? {
        var names: [String] = []
        let mark = Array("keyd".utf8)
        for start in description.indices.dropLast(8) where start >= 4 && description[start...].starts(with: mark) {
            let size = description[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 12, start - 4 + size <= description.count else { return nil }
            names.append(String(decoding: description[start + 8..<start - 4 + size], as: UTF8.self))
        }
        return names.isEmpty ? nil : names
    }

    private static func areKnown(_ names: [String]?) -> Bool {
        names?.allSatisfy { name in keys.contains { name.hasPrefix($0) } } == true
    }

    private static func isKnown(_ description: [UInt8]) -> Bool {
        description.withUnsafeBytes { bytes in kinds.contains { ByteSearch.contains(bytes, Array($0.utf8)) } }
    }

    // MARK: Texts

    private mutating func refuseTexts(_ format: FourCharacterCode, _ table: Box, _ file: FileBytes) throws {
        let refusal = EditRefusal("one of its tracks holds positions ('\(format)')", isCertain: true)
        guard let ranges = try VideoSampleTables.chunks(of: table, file) else {
            throw EditRefusal("the texts of one of its tracks cannot be searched ('\(format)')", isCertain: true)
        }
        for range in ranges {
            remainingTexts -= range.count
            guard remainingTexts >= 0, range.upperBound <= file.count else {
                throw EditRefusal("the texts of one of its tracks cannot be searched ('\(format)')", isCertain: true)
            }
            let isOfPosition = try file.copy(of: range).withUnsafeBytes { bytes in
                Self.names.contains { ByteSearch.containsInAnyCase(bytes, $0) } || Self.hasPair(bytes)
            }
            if isOfPosition { throw refusal }
        }
    }

    private static let names = ["location", "gps", "latitude", "longitude", "lat:", "lat=", "lon:"].map {
        Array($0.utf8)
    }

    /// Returns whether there are two numbers with four or more decimals close together, as coordinates have.
    private static func hasPair(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var (last, digits, isBehindPoint): (Int?, Int, Bool) = (nil, 0, false)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: "."), UInt8(ascii: ","):
                if isBehindPoint, digits >= 4 {
                    if let last, index - last < 40 { return true }
                    last = index
                }
                (isBehindPoint, digits) = (digits > 0, 0)
            default:
                if isBehindPoint, digits >= 4 {
                    if let last, index - last < 40 { return true }
                    last = index
                }
                (isBehindPoint, digits) = (false, 0)
            }
        }
        return isBehindPoint && digits >= 4 && last.map { bytes.count - $0 < 40 } == true
    }
}

extension VideoSampleTables {
    /// The maximum number of samples of a track whose texts are searched.
    private static let maximumSamples = 1 << 20

    /// Returns the byte ranges of the samples of a track, a chunk each.
    ///
    /// - Parameters:
    ///   - table: The box `stbl` of the track.
    ///   - file: The video.
    /// - Returns: `nil` if the tables are incomplete, or contradict each other.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func chunks(of table: Box, _ file: FileBytes) throws(MetadataError) -> [Range<Int>]? {
        guard let sizes = try sizes(in: table, file), let starts = try starts(in: table, file),
            let map = try BoxWalk.first("stsc", in: table.content, of: file)
        else { return nil }
        if sizes.isEmpty { return [] }
        var cursor = FileCursor(file, map.content)
        cursor.skip(4)
        let count = Int(try cursor.uint32())
        guard count <= cursor.remaining / 12 else { return nil }
        var runs: [(first: Int, samples: Int)] = []
        for _ in 0..<count {
            let first = Int(try cursor.uint32())
            runs.append((first, Int(try cursor.uint32())))
            cursor.skip(4)
        }
        var ranges: [Range<Int>] = []
        var (sample, run) = (0, 0)
        for (index, start) in starts.enumerated() where sample < sizes.count {
            while run + 1 < runs.count, runs[run + 1].first <= index + 1 { run += 1 }
            guard run < runs.count, runs[run].samples > 0 else { return nil }
            let end = min(sizes.count, sample + runs[run].samples)
            let length = sizes[sample..<end].reduce(0, +)
            guard start <= file.count, length <= file.count - start else { return nil }
            ranges.append(start..<start + length)
            sample = end
        }
        return sample == sizes.count ? ranges : nil
    }

    private static func sizes(in table: Box, _ file: FileBytes) throws(MetadataError) -> [Int]? {
        guard let box = try BoxWalk.first("stsz", in: table.content, of: file) else { return nil }
        var cursor = FileCursor(file, box.content)
        cursor.skip(4)
        let (size, count) = (Int(try cursor.uint32()), Int(try cursor.uint32()))
        guard !cursor.isCut, count <= maximumSamples else { return nil }
        if size > 0 { return [Int](repeating: size, count: count) }
        guard count <= cursor.remaining / 4 else { return nil }
        var sizes: [Int] = []
        for _ in 0..<count { sizes.append(Int(try cursor.uint32())) }
        return sizes
    }

    private static func starts(in table: Box, _ file: FileBytes) throws(MetadataError) -> [Int]? {
        var found = try BoxWalk.first("stco", in: table.content, of: file)
        if found == nil { found = try BoxWalk.first("co64", in: table.content, of: file) }
        guard let box = found else { return nil }
        let size = box.type == "stco" ? 4 : 8
        var cursor = FileCursor(file, box.content)
        cursor.skip(4)
        let count = Int(try cursor.uint32())
        guard !cursor.isCut, count <= cursor.remaining / size, count <= maximumSamples else { return nil }
        var starts: [Int] = []
        for _ in 0..<count { starts.append(Int(clamping: try cursor.integer(size))) }
        return starts
    }
}
