import Glibc
package import LKCommandLine
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKTagging

extension CommandDescription {
    /// `locate photos strip`: removes positions and place names.
    package static let photosStrip = CommandDescription(
        path: ["photos", "strip"],
        summary: "remove positions and place names from photos, for sharing",
        usage: ["FOLDER|FILE... [options]"],
        discussion: stripDiscussion,
        arguments: photoArguments,
        options: StripOptions.all,
        appendices: [taggingKeywords],
        examples: [
            .init("show what would be removed", "locate photos strip ToShare --dry-run"),
            .init("strip copies that you will share", "locate photos strip ToShare --forget"),
            .init("strip one photo", "locate photos strip IMG_0001.JPG"),
        ],
        action: CommandAction(sample: ["/"], StripOptions.init, run: StripCommand.run)
    )

    private static let stripDiscussion: [String] = [
        "Videos, also those in motion photos, and sidecars are stripped too; images and all else stay as they "
            + "are. Metadata that LocationKit does not know to be harmless is removed as well: properties in "
            + "unknown namespaces of XMP, unknown tags of EXIF, maker notes of an unknown form, unknown segments of a "
            + "JPEG, unknown chunks of a PNG or WebP, and unknown user data of a video. Every byte of the result is searched for the known forms of positions and "
            + "place names, also in previews, additional images, images within XMP, machine-readable text and maker "
            + "notes; a file with one that cannot be removed, and a video with an unknown track or box, is named "
            + "and left as it is, and the exit status is 1. Keywords that name the place are listed, but kept. Not "
            + "searched: what the photo shows, its title, other keywords, comments in words or plain numbers, its "
            + "file name, hidden files, and other files that are not photos or videos.",
        "Each line says what is removed: the position, the place names, or other metadata, which may hold either: an "
            + "unknown segment or namespace, a track of a video, or the EXIF of a preview.",
        "Photos and videos of formats that are not read, such as JPEG 2000, PSD, AVI and MTS, are "
            + "recognised by their extensions, and backups made by exiftool (IMG_1.JPG_original) by their names. In "
            + "a folder each of them is named and left as it is, with its sidecars; so are a sidecar without its "
            + "photo and a JSON of Google Takeout, if they have a position. A backup or such a JSON beside a photo "
            + "that you name is named too. The exit status is then 1.",
        "What was removed is kept in .locationkit-undo beside the photos, for locate photos undo: that hidden file "
            + "still contains the positions, and is shared with the folder. --forget deletes it, unless a photo failed; "
            + "then no run there can be undone any more, earlier ones included. In a folder that was not named and "
            + "to which a link led, it stays and is named. Files in formats that are not read, and backups, do not prevent that.",
        photoFiles,
        writingSafety,
        objectLines,
    ]
}

/// `locate photos strip`: removes positions and place names.
enum StripCommand {
    static let name = "photos strip"

    static func run(_ options: StripOptions, output: Output) throws(ToolError) -> ExitCode {
        try TaggingFrame.run(
            .stripping, options.photos, options.tagging, command: name, output: output
        ) { frame, found throws(ToolError) in
            var contents = found
            // The journals of stripped folders are reported in any case.
            frame.tellsOfElsewhere = false
            frame.keptReason = "searched, no position found"
            // The user may share a stripped folder, so whatever may still contain a position has to be named.
            contents.problems += PhotoFolder.StripPlanner.remainders(of: frame.session.folder, contents)
            try frame.begin(contents)
            try frame.writeAll(contents, PhotoFolder.StripPlanner()) { TaggingReport($0, in: options.photos) }
            if !options.tagging.quiet, !contents.assets.isEmpty {
                Messages.note("titles, comments and keywords were not searched for names of places", command: name)
            }
            try frame.session.library.check()
            if !options.tagging.isDryRun {
                let journals = StrippedJournals(
                    options, elsewhere: frame.elsewhere.paths, hasFailed: frame.tally.failed > 0)
                try journals.settle()
                try frame.session.library.check()
            }
        }
    }
}

/// The options of `locate photos strip`, decoded.
struct StripOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// Whether the journals of the folders are removed too.
    var forgets: Bool
    /// How files are written.
    var tagging: TaggingOptions

    static let forget = Flag("forget", "delete the undo data in the folders and their subfolders")

    static let all: [any OptionDeclaration] =
        [forget] + TaggingOptions.writing + TaggingOptions.printing + PathList.options

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosStrip)
        forgets = arguments[Self.forget]
        tagging = try TaggingOptions(arguments, for: .photosStrip, sidecar: nil)
        if forgets, let file = photos.filePaths.first?.given {
            throw .usage(
                "--forget is for folders, since .locationkit-undo belongs to all photos of one; strip \(file) without it, "
                    + "then give up undo for its folder: locate photos undo --forget FOLDER")
        }
    }
}

/// The journals of stripped folders, which contain what was removed: they are removed too or reported to the user.
struct StrippedJournals {
    private let options: StripOptions
    /// Folders outside the given ones whose photos were stripped through links.
    private let elsewhere: [String]
    /// Whether a photo still contains its position.
    private let hasFailed: Bool

    init(_ options: StripOptions, elsewhere: [String], hasFailed: Bool) {
        self.options = options
        self.elsewhere = elsewhere
        self.hasFailed = hasFailed
    }

    /// Removes the journals if `--forget` was given, and reports those that remain.
    ///
    /// - Throws: The reason a journal cannot be removed.
    func settle() throws(ToolError) {
        let removes = options.forgets && !hasFailed
        let folders = options.photos.folderPaths
        var others = Set(options.photos.filePaths.map { Self.folder(of: $0.path, given: $0.given) })
        for folder in folders {
            // A missing folder was already reported.
            if removes, access(folder.path, F_OK) == 0 { try UndoData.forget(in: folder.path) }
            if hasJournal(below: folder.path) { tell(folder.given) }
            let path = folder.path
            others.formUnion(Waiting.wait { try? await TaggingJournal.linkedFolders(from: path) } ?? [])
        }
        // The journal of a folder that was not named stays: a link may come with an archive, and all that
        // was ever changed there could no longer be undone.
        if !folders.isEmpty { others.formUnion(elsewhere) }
        for folder in others.sorted() where hasJournal(beside: folder) { tell(folder, isNamed: false) }
    }

    private func hasJournal(below folder: String, includingSubfolders: Bool = true) -> Bool {
        let folders = Waiting.wait {
            try? await TaggingJournal.folders(in: folder, includingSubfolders: includingSubfolders)
        }
        return folders?.isEmpty == false
    }

    /// Returns whether a folder has a journal, without looking into its subfolders, which may be many.
    private func hasJournal(beside folder: String) -> Bool { hasJournal(below: folder, includingSubfolders: false) }

    /// Reports that a folder still has a journal, even with --quiet, because the user may share the folder.
    private func tell(_ folder: String, isNamed: Bool = true) {
        let advice =
            options.forgets && isNamed && hasFailed
            ? "it stays because photos failed"
            : "to give up undo there and delete it, without changing photos: locate photos undo --forget "
                + ShellText.quoted(folder)
        Messages.note(
            ".locationkit-undo in \(folder) or below still holds the positions that photos had, for locate photos undo; "
                + "do not share that file; \(advice)", command: StripCommand.name)
    }

    private static func folder(of path: String, given file: String) -> String {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
            let real = FoldersElsewhere.realFolder(of: path)
        {
            return real
        }
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }
}
