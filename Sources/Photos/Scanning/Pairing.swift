import Metadata

/// Which files of a folder are one photo.
///
/// - A raw picture and a JPEG, HEIC or other picture of the same name without extension: the raw one is the companion,
///   unless both say when they were taken and differ by more than 2 seconds.
/// - A picture and a video with the same live identifier; or of the same name, if the video is no longer than 4
///   seconds, not both have identifiers, and their times do not contradict each other: the video is the companion.
///
/// Small and capital letters differ in names, as they do on the disk.
enum Pairing {
    struct Member {
        var entry: FileEntry
        var content: FileContent
    }

    /// One photo: the file that is shown comes first.
    static func photos(_ entries: some Sequence<FileEntry>) -> [[Member]] {
        var stems: [RawPath: [Member]] = [:]
        var byIdentifier: [String: [Member]] = [:]
        for entry in entries {
            guard let content = entry.content else { continue }
            let member = Member(entry: entry, content: content)
            stems[entry.name.stem, default: []].append(member)
            if let identifier = content.liveIdentifier { byIdentifier[identifier, default: []].append(member) }
        }
        // What another name claims by its identifier.
        var claimed: Set<ObjectIdentifier> = []
        var videos: [ObjectIdentifier: Member] = [:]
        for members in byIdentifier.values where members.count > 1 {
            let pictures = members.filter { !$0.content.format.isVideo }.sorted { $0.entry.name < $1.entry.name }
            let films = members.filter { $0.content.format.isVideo }.sorted { $0.entry.name < $1.entry.name }
            for (picture, film) in zip(pictures, films) {
                claimed.insert(ObjectIdentifier(film.entry))
                videos[ObjectIdentifier(picture.entry)] = film
            }
        }
        var photos: [[Member]] = []
        for members in stems.values {
            let free = members.filter { !claimed.contains(ObjectIdentifier($0.entry)) }
            for var photo in free.count < 2 ? free.map({ [$0] }) : paired(free) {
                for member in photo {
                    if let film = videos[ObjectIdentifier(member.entry)] { photo.append(film) }
                }
                photos.append(photo)
            }
        }
        return photos
    }

    /// Pairs files of one name.
    private static func paired(_ members: [Member]) -> [[Member]] {
        let sorted = members.sorted { $0.entry.name < $1.entry.name }
        var raws = sorted.filter { $0.content.format == .raw }
        var films = sorted.filter { $0.content.format.isVideo }
        var photos = sorted.filter { $0.content.format != .raw && !$0.content.format.isVideo }
            .sorted { rank($0) < rank($1) }.map { [$0] }
        if photos.isEmpty, !raws.isEmpty { photos = [[raws.removeFirst()]] }
        for index in photos.indices {
            let shown = photos[index][0]
            if let place = raws.firstIndex(where: { isSameShot(shown, $0) }) {
                photos[index].append(raws.remove(at: place))
            }
            if let place = films.firstIndex(where: { isLive(shown, $0) }) {
                photos[index].append(films.remove(at: place))
            }
        }
        return photos + (raws + films).map { [$0] }
    }

    /// Cameras put JPEG and HEIC beside the raw picture; other pictures of the name are made of it later.
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

    private static func isLive(_ shown: Member, _ film: Member) -> Bool {
        let (left, right) = (shown.content.liveIdentifier, film.content.liveIdentifier)
        if let left, let right { return left == right }
        return film.content.duration <= 4 && !areApart(shown, film)
    }

    /// Whether both say when they were made, and that was not at the same time.
    ///
    /// Films tell UTC, pictures often no zone: what differs by whole quarters of an hour may be the same moment.
    private static func areApart(_ shown: Member, _ film: Member) -> Bool {
        guard let picture = shown.content.date, picture.rule == .original, !picture.isDayOnly,
            let made = film.content.date, [.quickTimeCreationDate, .movieHeader].contains(made.rule)
        else { return false }
        let difference = Double(
            picture.wallSeconds - Int64(picture.offset ?? 0) - made.wallSeconds + Int64(made.offset ?? 0))
        guard picture.offset == nil || made.offset == nil else { return abs(difference) > Self.tolerance }
        return abs(difference) > 15 * 3600 || abs(difference.remainder(dividingBy: 900)) > Self.tolerance
    }

    /// A film of four seconds is dated at its begin or at its end, and the picture is in between.
    private static let tolerance = 15.0
}

extension FileContent {
    /// What is said of the photo: by the file that is shown, and by the others where that says nothing.
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
