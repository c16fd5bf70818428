import LKFormats
import LKMetadata
import LKStorage

/// Groups the files of a folder into photos.
///
/// - A raw file and a JPEG, HEIC or other image with the same base name: the raw file is the companion, unless both
///   are dated and differ by more than 2 seconds.
/// - An image and a video with the same live identifier; or with the same base name, if the video is at most 4
///   seconds long, not both have identifiers and their times agree: the video is the companion.
///
/// Names are case-sensitive, as on disk.
enum Pairing {
    struct Member {
        var entry: FileEntry
        var content: FileContent
    }

    /// Returns the photos, each with its main file first.
    static func photos(_ entries: some Sequence<FileEntry>) -> [[Member]] {
        var stems: [RawPath: [Member]] = [:]
        var byIdentifier: [String: [Member]] = [:]
        for entry in entries {
            guard let content = entry.content else { continue }
            let member = Member(entry: entry, content: content)
            stems[entry.name.stem, default: []].append(member)
            if let identifier = content.liveIdentifier { byIdentifier[identifier, default: []].append(member) }
        }
        // Videos claimed by an image of another name through the live identifier.
        var claimed: Set<ObjectIdentifier> = []
        var videos: [ObjectIdentifier: Member] = [:]
        for members in byIdentifier.values where members.count > 1 {
            let images = members.filter { !$0.content.format.isVideo }.sorted { $0.entry.name < $1.entry.name }
            let videoMembers = members.filter { $0.content.format.isVideo }.sorted { $0.entry.name < $1.entry.name }
            for (image, video) in zip(images, videoMembers) {
                claimed.insert(ObjectIdentifier(video.entry))
                videos[ObjectIdentifier(image.entry)] = video
            }
        }
        var photos: [[Member]] = []
        for members in stems.values {
            let free = members.filter { !claimed.contains(ObjectIdentifier($0.entry)) }
            for var photo in free.count < 2 ? free.map({ [$0] }) : paired(free) {
                for member in photo {
                    if let video = videos[ObjectIdentifier(member.entry)] { photo.append(video) }
                }
                photos.append(photo)
            }
        }
        return photos
    }

    /// Pairs files with the same base name.
    private static func paired(_ members: [Member]) -> [[Member]] {
        let sorted = members.sorted { $0.entry.name < $1.entry.name }
        var raws = sorted.filter { $0.content.format == .raw }
        var videoMembers = sorted.filter { $0.content.format.isVideo }
        var photos = sorted.filter { $0.content.format != .raw && !$0.content.format.isVideo }
            .sorted { rank($0) < rank($1) }.map { [$0] }
        if photos.isEmpty, !raws.isEmpty { photos = [[raws.removeFirst()]] }
        for index in photos.indices {
            let shown = photos[index][0]
            if let place = raws.firstIndex(where: { isSameShot(shown, $0) }) {
                photos[index].append(raws.remove(at: place))
            }
            if let place = videoMembers.firstIndex(where: { isLive(shown, $0) }) {
                photos[index].append(videoMembers.remove(at: place))
            }
        }
        return photos + (raws + videoMembers).map { [$0] }
    }

    /// Returns the rank of a file: cameras write JPEG or HEIC beside the raw file; other formats are made from it
    /// later.
    private static func rank(_ member: Member) -> Int {
        switch member.content.format {
        case .jpeg: 0
        case .heic: 1
        default: 2
        }
    }

    private static func isSameShot(_ shown: Member, _ raw: Member) -> Bool {
        guard let left = shown.content.date, let right = raw.content.date, left.rule == .original,
            right.rule == .original
        else { return true }
        return abs(left.wallSeconds - right.wallSeconds) <= 2
    }

    private static func isLive(_ shown: Member, _ video: Member) -> Bool {
        let (left, right) = (shown.content.liveIdentifier, video.content.liveIdentifier)
        if let left, let right { return left == right }
        return video.content.duration <= 4 && !areApart(shown, video)
    }

    /// Returns whether both are dated and were not made at the same time.
    ///
    /// Videos record UTC, photos often no time zone, so times that differ by whole quarters of an hour may be the
    /// same instant.
    private static func areApart(_ shown: Member, _ video: Member) -> Bool {
        guard let image = shown.content.date, image.rule == .original, !image.isDayOnly,
            let made = video.content.date, [.quickTimeCreationDate, .movieHeader].contains(made.rule)
        else { return false }
        let difference = Double(
            image.wallSeconds - Int64(image.offset ?? 0) - made.wallSeconds + Int64(made.offset ?? 0))
        guard image.offset == nil || made.offset == nil else { return abs(difference) > Self.tolerance }
        return abs(difference) > 15 * 3600 || abs(difference.remainder(dividingBy: 900)) > Self.tolerance
    }

    /// In seconds.
    ///
    /// A video of up to four seconds is dated at its beginning or end, and the photo was taken in between.
    private static let tolerance = 15.0
}

extension FileContent {
    /// Returns the content of a photo: that of its main file, completed from the others.
    static func merged(_ members: [Pairing.Member]) -> FileContent {
        let main = members[0].content
        let others = members.dropFirst().map(\.content)
        let isDated = main.date != nil && main.date?.rule != .fileTime
        let date = isDated ? main.date : others.lazy.compactMap(\.date).first { $0.rule != .fileTime } ?? main.date
        let location = main.location ?? others.lazy.compactMap(\.location).first
        let camera = main.camera ?? others.lazy.compactMap(\.camera).first
        let place = main.place ?? others.lazy.compactMap(\.place).first
        if date == main.date, (location == nil) == (main.location == nil), camera === main.camera, place === main.place
        {
            return main
        }
        return FileContent(
            format: main.format, orientation: main.orientation, hasScreenshotComment: main.hasScreenshotComment,
            width: main.width, height: main.height, date: date, duration: main.duration, location: location,
            camera: camera, place: place, liveIdentifier: main.liveIdentifier)
    }
}

/// Assigns sidecars to the files of a folder.
///
/// `IMG.JPG.xmp` belongs to `IMG.JPG` only, `IMG.xmp` to every photo `IMG.*` in the folder, and the JSON of Google
/// Takeout by the rules of `TakeoutNames`.
struct SidecarIndex {
    private var byOwner: [RawPath: [(name: RawPath, stamp: FileStamp)]] = [:]
    private let takeout: TakeoutNames
    private var takeoutStamps: [RawPath: FileStamp] = [:]

    static func isSidecar(_ name: RawPath) -> Bool { name.hasEnding(".xmp") }

    /// Returns whether a name may be that of a JSON file of Google Takeout.
    static func isTakeout(_ name: RawPath) -> Bool { name.hasEnding(".json") }

    /// Returns whether a file is read only for the photos that it belongs to.
    static func isBeside(_ name: RawPath) -> Bool { isSidecar(name) || isTakeout(name) }

    init(_ files: some Sequence<(name: RawPath, stamp: FileStamp)>) {
        for file in files {
            if Self.isSidecar(file.name) {
                byOwner[file.name.stem, default: []].append(file)
            } else if Self.isTakeout(file.name) {
                takeoutStamps[file.name] = file.stamp
            }
        }
        takeout = TakeoutNames(takeoutStamps.keys.map(\.bytes))
    }

    /// Returns the sidecars of a file, the most specific first, and a hash of their states; 0 without any.
    func sidecars(of name: RawPath) -> (names: [RawPath], hash: UInt64) {
        if byOwner.isEmpty, takeout.isEmpty { return ([], 0) }
        var found = (byOwner[name] ?? []).sorted { $0.name < $1.name }
        let stem = name.stem
        if stem != name { found += (byOwner[stem] ?? []).sorted { $0.name < $1.name } }
        for match in takeout.matches(of: name.bytes) {
            let json = RawPath(bytes: match.name)
            if let stamp = takeoutStamps[json] { found.append((json, stamp)) }
        }
        guard !found.isEmpty else { return ([], 0) }
        var hash = StableHash()
        for sidecar in found {
            hash.combine(sidecar.name.bytes)
            sidecar.stamp.combine(into: &hash)
        }
        return (found.map(\.name), hash.value)
    }
}
