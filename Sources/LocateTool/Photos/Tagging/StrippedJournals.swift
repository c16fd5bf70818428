import LocationKit

/// The journals of stripped folders, which hold what was removed: they go too, or the user is told of them.
struct StrippedJournals {
    private let options: StripOptions
    private let code: ExitCode

    init(_ options: StripOptions, _ code: ExitCode) {
        self.options = options
        self.code = code
    }

    /// - Throws: What keeps a journal from being removed.
    func settle() throws(ToolError) {
        for folder in options.folders?.paths ?? [] {
            if options.forgets, code == .success { try forget(folder.path) }
            if hasJournal(folder.path) { tell(folder.given) }
        }
        for folder in Set(options.files.map(Self.folder)).sorted() where hasJournal(folder) { tell(folder) }
    }

    private func forget(_ folder: String) throws(ToolError) {
        let failure = Waiting.wait { () -> TaggingError? in
            do throws(TaggingError) { try await TaggingJournal.forget(in: folder) } catch { return error }
            return nil
        }
        if let failure { throw ToolError(failure) }
    }

    private func hasJournal(_ folder: String) -> Bool {
        let runs = Waiting.wait { try? await TaggingJournal.runs(in: folder) }
        // One that cannot be read may hold positions as well.
        return runs.map { !$0.isEmpty } ?? true
    }

    /// Also when little is to be said: somebody may share the folder.
    private func tell(_ folder: String) {
        let advice =
            code != .success && options.forgets
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
