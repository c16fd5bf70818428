import FoundationEssentials
package import LKCommandLine
import LKGeocoding
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions
import LKTagging

extension CommandDescription {
    /// `locate photos list`: what is there.
    package static let photosList = CommandDescription(
        path: ["photos", "list"],
        summary: "list photos and videos, with when and where they were taken",
        usage: ["FOLDER|FILE... [options]"],
        discussion: [
            photoFiles,
            "Photos and videos are detected by content, not by name; hidden files and folders, and backups made by "
                + "exiftool (IMG_1.JPG_original), are left out. A raw file beside its JPEG, and the video of a live "
                + "photo, are listed with their main file. What was read is kept in locationkit/photos.sqlite in "
                + "$XDG_CACHE_HOME or ~/.cache, so that the next listing is faster; you can delete the file at any time.",
            "Each photo is one line: the local time when it was taken, with the offset to UTC if known, the upright "
                + "size, the place that the file names or else the position, the camera, and the path. A photo that "
                + "does not say when it was taken has the time of its last change, marked (changed), or of its file, in "
                + "UTC, marked (file); with --dates-from-names the one in its name, marked (name). The JSON of Google "
                + "Takeout beside a photo provides date and position if the photo lacks them.",
            PhotoFilterOptions.discussion,
            "With --place and --group place, a photo that has a position gets names from the built-in world for "
                + "what the file itself does not name. " + PhotoFilterOptions.placeDiscussion,
            "JSON is one object per line with the keys listed below, each only if known.",
            "What cannot be read is named on standard error, and the others are listed; the exit status is 1, or 66 "
                + "if it is a folder or file of the command line. A damaged file in a folder is named only by the first "
                + "listing, until it changes; later ones count it in the summary, and their exit status is 0.",
        ],
        arguments: photoArguments,
        options: PhotoListOptions.all,
        appendices: [.keywords(PhotoReport.table.listedKeys)],
        examples: [
            .init("list photos by month", "locate photos list Pictures --group month"),
            .init(
                "list photos taken within 500 m of a point",
                "locate photos list Pictures --near 35.6812,139.7671,500 --filter photo"),
            .init("print paths and cities", "locate photos list Pictures --template '%path\\t%place.city'"),
            .init("show photos on a map", "locate photos list Pictures --format geojson > photos.geojson"),
        ],
        action: CommandAction(sample: ["/", "--group=place"], PhotoListOptions.init, run: PhotoListCommand.run)
    )
}

/// `locate photos list`: what is in folders of photos.
enum PhotoListCommand {
    /// The number of photos of an entry that determine the width of its columns.
    private static let measured = 500

    static func run(_ options: PhotoListOptions, output: Output) throws(ToolError) -> ExitCode {
        let places = try names(options)
        let session = LibrarySession(
            options.photos, command: "photos list", quiet: options.quiet, readsNames: options.readsNames)
        // Also when the list is not read to its end: the next one is faster for it.
        defer { session.finishWriting() }
        let report = try session.look(watching: false)
        // What an earlier listing has named is not news, unless it is asked for by its name.
        let (known, news) = report.problems.split { problem in
            report.knownProblems.contains(problem) && !options.photos.contains(problem.path)
        }
        let code = session.tell(news, of: options.photos)
        let assets = session.library.allPhotos.assets
        let collection = (options.group ?? .all).collection(of: assets, naming: places)
        collection.filter = options.filter.matching(naming: places)
        if options.order == .descending { collection.sorter = DateSorter(.descending) }
        let entries = collection.entries
        if options.form == .text {
            for (index, entry) in entries.enumerated() {
                if index > 0 { try output.endLine() }
                try printText(entry, options, session, places, output)
            }
        } else {
            try printRecords(entries, options, session, places, output)
        }
        try output.flush()
        if let failure = places?.failure { throw ToolError(failure) }
        if !options.quiet {
            var elsewhere = FoldersElsewhere(options.photos)
            for asset in entries.lazy.flatMap(\.assets) { elsewhere.addFolder(of: asset.path) }
            elsewhere.tell("are listed too", command: "photos list")
            let listed = entries.reduce(0) { $0 + $1.assets.count }
            if listed == 0, !assets.isEmpty, let hint = options.filter.hint(assets, naming: places) {
                Messages.note(hint, command: "photos list")
            }
            FormerNamesNote.tellFar(
                entries.flatMap(\.assets), of: options.photos, naming: places, command: "photos list")
            let unread = report.unreadPaths.filter { path in options.photos.isInFolder(path) }
            if let note = Self.unread(unread.map(options.photos.shown)) {
                Messages.note(note, command: "photos list")
            }
            Messages.note(
                summary(listed, of: assets.count, problems: news.count, known: known.count), command: "photos list")
        }
        return code
    }

    /// Returns what names positions, where that is needed.
    private static func names(_ options: PhotoListOptions) throws(ToolError) -> WorldPlaces? {
        guard options.namesPositions else { return nil }
        let corrections = try options.corrections.read(for: "photos list", quiet: options.quiet)
        return try ToolGeocoder.positionNames(options.languages, corrections: corrections)
    }

    /// Prints for programs; what is printed is whole also when a signal ends it early.
    private static func printRecords(
        _ entries: [PhotoCollection.Entry], _ options: PhotoListOptions, _ session: LibrarySession,
        _ places: WorldPlaces?, _ output: Output
    ) throws(ToolError) {
        let printer = RecordPrinter<PhotoReport>(options.form, output: output)
        do throws(ToolError) {
            for entry in entries {
                let title = options.group == nil ? nil : entry.title
                for asset in entry.assets {
                    try session.check()
                    try printer.print(PhotoReport(asset, in: options.photos, naming: places, group: title))
                }
            }
        } catch {
            if error.code.isSignal { try printer.finish() }
            throw error
        }
        try printer.finish()
    }

    private static func printText(
        _ entry: PhotoCollection.Entry, _ options: PhotoListOptions, _ session: LibrarySession,
        _ places: WorldPlaces?, _ output: Output
    ) throws(ToolError) {
        var indent: [UInt8] = []
        if options.group != nil {
            try output.writeLine(output.style.text(heading(entry), as: .heading) + " (\(count(entry.assets)))")
            indent = Array("  ".utf8)
        }
        var columns = PhotoColumns(columns: output.columns.map { $0 - indent.count })
        for asset in entry.assets.prefix(measured) {
            columns.measure(PhotoReport(asset, in: options.photos, naming: places))
        }
        columns.fit()
        var line: [UInt8] = []
        for asset in entry.assets {
            try session.check()
            line.removeAll(keepingCapacity: true)
            line += indent
            columns.append(PhotoReport(asset, in: options.photos, naming: places), to: &line)
            try output.write(line)
            try output.endLine()
        }
    }

    /// Returns the title of an entry; a moment has its beginning and end.
    private static func heading(_ entry: PhotoCollection.Entry) -> String {
        let dates = [entry.assets.first, entry.assets.last].compactMap { $0?.date?.wallTime }
        if case .moment = entry.id, let first = dates.min(), let last = dates.max() {
            return PhotoDateText.span(first, last)
        }
        return ForeignText.clean(entry.title)
    }

    /// Returns how many photos and videos there are: `12 photos, 1 video`.
    private static func count(_ assets: [PhotoAsset]) -> String {
        let videos = assets.count(where: \.isVideo)
        let photos = assets.count - videos
        var words: [String] = []
        if photos > 0 { words.append(photos == 1 ? "1 photo" : "\(photos) photos") }
        if videos > 0 { words.append(videos == 1 ? "1 video" : "\(videos) videos") }
        return words.joined(separator: ", ")
    }

    /// Returns the note about photos and videos in formats that are not read; `nil` without any.
    private static func unread(_ paths: [String]) -> String? {
        guard !paths.isEmpty else { return nil }
        let files = paths.count == 1 ? "1 file is in a format" : "\(paths.count) files are in formats"
        return "\(files) that LocationKit does not read: \(Suggestion.first(of: paths))"
    }

    private static func summary(_ listed: Int, of count: Int, problems: Int, known: Int) -> String {
        let assets = count == 1 ? "1 photo or video" : "\(count) photos and videos"
        var text = listed == count ? assets : "\(listed) of \(assets)"
        // Not all of them are damaged: some are of a format that is not known.
        for (count, when) in [(problems, "above"), (known, "earlier")] where count > 0 {
            text += "; \(count) \(count == 1 ? "problem" : "problems"), named \(when)"
        }
        return text
    }
}

extension Sequence {
    /// Returns the elements that fit, and the others, both in order.
    fileprivate func split(_ fits: (Element) -> Bool) -> (fitting: [Element], others: [Element]) {
        (filter(fits), filter { !fits($0) })
    }
}
