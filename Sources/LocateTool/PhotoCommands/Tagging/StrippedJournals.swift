import Glibc
import LocationKit

/// The journals of stripped folders, which hold what was removed: they go too, or the user is told of them.
struct StrippedJournals {
    private let options: StripOptions
    /// Where links have led to photos that were stripped.
    private let elsewhere: [String]
    /// Whether a photo still says where it was taken.
    private let hasFailed: Bool

    init(_ options: StripOptions, elsewhere: [String], hasFailed: Bool) {
        self.options = options
        self.elsewhere = elsewhere
        self.hasFailed = hasFailed
    }

    /// - Throws: What keeps a journal from being removed.
    func settle() throws(ToolError) {
        let removes = options.forgets && !hasFailed
        let folders = options.photos.folderPaths
        var others = Set(options.photos.filePaths.map { Self.folder(of: $0.path, given: $0.given) })
        for folder in folders {
            if removes { try forget(folder.path) }
            if hasJournal(below: folder.path) { tell(folder.given) }
            let path = folder.path
            others.formUnion(Waiting.wait { try? await TaggingJournal.linkedFolders(from: path) } ?? [])
        }
        // Of a folder that was not named only its own journal goes, and only when something was stripped there.
        if !folders.isEmpty {
            if removes { for folder in elsewhere { try forget(folder, includingSubfolders: false) } }
            others.formUnion(elsewhere)
        }
        for folder in others.sorted() where hasJournal(beside: folder) {
            tell(folder, isNamed: elsewhere.contains(folder) && !folders.isEmpty)
        }
    }

    private func forget(_ folder: String, includingSubfolders: Bool = true) throws(ToolError) {
        let failure = Waiting.wait { () -> TaggingError? in
            do throws(TaggingError) {
                try await TaggingJournal.forget(in: folder, includingSubfolders: includingSubfolders)
            } catch {
                return error
            }
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
    private func tell(_ folder: String, isNamed: Bool = true) {
        let advice =
            options.forgets && isNamed
            ? "it stays because photos failed" : "to remove it too: locate photos strip --forget \(folder)"
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
