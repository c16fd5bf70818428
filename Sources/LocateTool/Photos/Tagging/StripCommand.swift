import LocationKit

/// `locate photos strip`: photos that do not tell where they were taken.
enum StripCommand {
    static let name = "photos strip"

    static func run(_ options: StripOptions, output: Output) throws(ToolError) -> ExitCode {
        let folders = if let named = options.folders { named } else { try PhotoFolders(["."], for: .photosStrip) }
        let session = LibrarySession(
            folders, command: name, quiet: options.tagging.quiet, patience: LibrarySession.writingPatience)
        var (code, assets) = (ExitCode.success, [PhotoAsset]())
        if options.folders != nil {
            if !options.tagging.isDryRun { try Recovery.recover(folders) }
            let report = try session.look(watching: false)
            code = session.tell(report.problems, of: folders)
            assets = session.library.allPhotos.assets
        }
        defer { if options.folders != nil { session.finishWriting() } }
        let batches = TaggingBatches(
            options.tagging, session, folders, command: name, total: assets.count + options.files.count,
            output: output)
        batches.isRescanned = true
        // Their journals are told of in any case.
        batches.tellsOfElsewhere = false
        batches.keptReason = "it does not say where it was taken"
        for asset in assets {
            var report = TaggingReport(asset, in: folders, .written)
            let paths = ([asset.url] + asset.companions).map(\.exactPath)
            let edits = paths.compactMap { $0.map(edit(of:)) }
            if edits.count < paths.count { report.fail("the name of \(asset.path) is no UTF-8; rename it") }
            try batches.add(report, edits.count < paths.count ? [] : edits)
        }
        for file in options.files {
            try batches.add(TaggingReport(path: file, action: .written), [edit(of: file)])
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
