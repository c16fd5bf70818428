import Foundation
import Photos

/// `locate photos watch`: what happens to photos in folders and to single ones, as it happens.
enum PhotoWatchCommand {
    static func run(_ options: PhotoWatchOptions, output: Output) throws(ToolError) -> ExitCode {
        let printer = RecordPrinter(options.form, keys: PhotoEvent.keys, output: output)
        var tagger = options.tags ? try WatchTagger(options, printer) : nil
        let session = LibrarySession(
            options.photos, command: "photos watch", quiet: options.quiet,
            patience: options.tags ? LibrarySession.writingPatience : StopWatch.patience)
        defer { session.finishWriting() }
        if options.tags {
            try Recovery(command: "photos watch", isQuiet: options.quiet).recover(options.photos)
        }
        let report = try session.look(watching: true)
        _ = session.tell(report.problems.filter { !report.knownProblems.contains($0) }, of: options.photos)
        let changes = session.library.changes()
        let mailbox = session.mailbox
        let follower = Task.detached { for await change in changes { mailbox.put(.changed(change), urgent: true) } }
        let observer = NotificationCenter.default.addObserver(
            forName: PhotoLibrary.didFail, object: session.library, queue: nil
        ) { notification in
            if let error = notification.photosError { mailbox.put(.problem(error), urgent: true) }
        }
        defer {
            NotificationCenter.default.removeObserver(observer)
            follower.cancel()
            session.library.stopWatching()
        }
        let initial = changes.initial?.assets ?? []
        tagger?.begin(with: initial)
        if !options.quiet {
            let count = initial.count == 1 ? "1 photo or video" : "\(initial.count) photos and videos"
            Messages.note("watching \(options.photos.names) with \(count)", command: "photos watch")
        }
        return try follow(PhotoEvents(initial), &tagger, options, session, printer)
    }

    /// Prints until a signal comes, or nothing is left that could be watched.
    private static func follow(
        _ initial: PhotoEvents, _ tagger: inout WatchTagger?, _ options: PhotoWatchOptions, _ session: LibrarySession,
        _ printer: RecordPrinter
    ) throws(ToolError) -> ExitCode {
        var events = initial
        var gone: Set<String> = []
        defer { tagger?.finish() }
        while true {
            let items = session.mailbox.take(until: tagger?.nextAttempt)
            // Said once it is known whether anything is left to watch, since then they are watched again.
            var losses: [PhotosError] = []
            for item in items {
                switch item {
                case .stop(let cause): return ExitCode(cause)
                case .changed(let change):
                    for event in events.take(change) {
                        try show(event, options, printer)
                        try tagger?.take(event)
                    }
                case .problem(let error):
                    if error.code == .missing, options.photos.contains(error.path) {
                        gone.insert(error.path)
                        losses.append(error)
                    } else {
                        Messages.note(error.message, command: "photos watch", as: .error)
                    }
                default: continue
                }
            }
            try tagger?.retry()
            try printer.output.flush()
            // One that has come back is watched again.
            gone = gone.filter { !FileManager.default.fileExists(atPath: $0) }
            if gone.count == options.photos.count {
                let names = losses.map { options.photos.shown($0.path) }.joined(separator: ", ")
                throw ToolError(
                    .noInput,
                    (losses.isEmpty ? "" : "not there any more: \(names); ")
                        + "nothing is left to watch; start it again when there is")
            }
            for error in losses { Messages.note(error.message, command: "photos watch", as: .error) }
        }
    }

    private static func show(
        _ event: PhotoEvent, _ options: PhotoWatchOptions, _ printer: RecordPrinter
    ) throws(ToolError) {
        let report = PhotoReport(event.asset, in: options.photos)
        let former = event.former.map { options.photos.shown($0.path) }
        guard options.form == .text else {
            return try printer.print { writer in
                writer.member("event", event.kind.rawValue)
                report.writeMembers(to: &writer)
                writer.member("from", former)
            }
        }
        let word = event.kind.rawValue
        var line = Array("\(word)\(String(repeating: " ", count: 10 - word.utf8.count))".utf8)
        PhotoColumns(columns: printer.output.columns.map { $0 - line.count }).append(report, to: &line)
        if let former { line += " (was \(ForeignText.clean(former)))".utf8 }
        try printer.output.write(line)
        try printer.output.endLine()
    }
}
