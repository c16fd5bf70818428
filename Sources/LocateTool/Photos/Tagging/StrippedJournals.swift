import Glibc
import LocationKit

/// The journals of stripped folders, which hold what was removed: they go too, or the user is told of them.
struct StrippedJournals {
    private let options: StripOptions
    /// Whether a photo still says where it was taken.
    private let hasFailed: Bool

    init(_ options: StripOptions, hasFailed: Bool) {
        self.options = options
        self.hasFailed = hasFailed
    }

    /// - Throws: What keeps a journal from being removed.
    func settle() throws(ToolError) {
        for folder in options.folders?.paths ?? [] {
            if options.forgets, !hasFailed { try forget(folder.path) }
            if hasJournal(below: folder.path) { tell(folder.given) }
            let path = folder.path
            let linked = Waiting.wait { try? await TaggingJournal.linkedFolders(from: path) }
            for place in linked ?? [] { tell(place, isLinked: true) }
        }
        for folder in Set(options.files.map(Self.folder)).sorted() where hasJournal(beside: folder) {
            tell(folder)
        }
    }

    private func forget(_ folder: String) throws(ToolError) {
        let failure = Waiting.wait { () -> TaggingError? in
            do throws(TaggingError) { try await TaggingJournal.forget(in: folder) } catch { return error }
            return nil
        }
        // A folder that is not there has been named.
        if let failure, failure.code != .unreadable { throw ToolError(failure) }
    }

    private func hasJournal(below folder: String) -> Bool {
        let folders = Waiting.wait { try? await TaggingJournal.folders(in: folder) }
        return folders?.isEmpty == false
    }

    /// Without a look into the folders below, which may be many.
    private func hasJournal(beside folder: String) -> Bool { access(folder + "/.locationkit-undo", F_OK) == 0 }

    /// Also when little is to be said: somebody may share the folder.
    private func tell(_ folder: String, isLinked: Bool = false) {
        let advice =
            options.forgets && !isLinked
            ? "it stays because photos failed" : "to remove it too: locate photos strip --forget \(folder)"
        Messages.note(
            ".locationkit-undo in \(folder) or below still holds the positions that photos had, for locate photos undo; "
                + "do not share that file; \(advice)", command: StripCommand.name)
    }

    private static func folder(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }
}
