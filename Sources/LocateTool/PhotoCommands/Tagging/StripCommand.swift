import LocationKit
import Photos

/// `locate photos strip`: photos that do not tell where they were taken.
enum StripCommand {
    static let name = "photos strip"

    static func run(_ options: StripOptions, output: Output) throws(ToolError) -> ExitCode {
        let session = LibrarySession(
            options.photos, command: name, quiet: options.tagging.quiet, patience: LibrarySession.writingPatience)
        defer { session.finishWriting() }
        if !options.tagging.isDryRun {
            try Recovery(command: name, isQuiet: options.tagging.quiet).recover(options.photos)
        }
        let report = try session.look(watching: false)
        let assets = session.library.allPhotos.assets
        let batches = TaggingBatches(
            options.tagging, session, options.photos, command: name, total: assets.count, output: output)
        batches.isRescanned = true
        // Their journals are told of in any case.
        batches.tellsOfElsewhere = false
        batches.keptReason = "searched, no position found; free text and keywords were not read"
        batches.writtenReason = "free text and other keywords were not read"
        // A folder may be given away once it is stripped, so that what may still have a position has to be named.
        let unread = PhotoFileName.unread(
            in: options.photos.folderURLs, besides: assets.flatMap { [$0.url] + $0.companions }, report.problems)
        var code = try batches.add(report.problems + unread)
        let reader = PlaceFacts.Reader()
        for asset in assets {
            var report = TaggingReport(asset, in: options.photos, .written)
            let files = [asset.url] + asset.companions
            // What cannot be read is named when it is written.
            for url in files { report.leave((try? reader.facts(of: url))?.placeKeywords ?? []) }
            let unnamed = files.first { $0.exactPath == nil }
            if let unnamed { report.fail(TaggingError.notUTF8(unnamed).message) }
            try batches.add(report, unnamed == nil ? files.compactMap { $0.exactPath.map(edit(of:)) } : [])
        }
        try batches.finish()
        if batches.tally.failed > 0, code == .success { code = .partialFailure }
        try session.check()
        if !options.tagging.isDryRun {
            let journals = StrippedJournals(
                options, elsewhere: batches.elsewhere.paths, hasFailed: batches.tally.failed > 0)
            try journals.settle()
            try session.check()
        }
        return code
    }

    /// With the state of the file, by which it is the same under another name.
    private static func edit(of path: String) -> PhotoEdit {
        PhotoEdit(path: path, edit: .withoutPlace, expected: try? PhotoStamp(of: path))
    }
}
