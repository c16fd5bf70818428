import LKCommandLine
import LKPhotoInput
import LKPlanning
import LKTagging

/// What undo needs, which contains former positions of photos.
enum UndoData {
    /// Removes the journals of a folder and of those below; the photos stay as they are.
    ///
    /// - Parameter folder: The folder's path.
    /// - Returns: The journals that are others', and stay.
    /// - Throws: The reason a journal cannot be removed.
    @discardableResult
    static func forget(in folder: String) throws(ToolError) -> [TaggingJournal.ForeignJournal] {
        do throws(TaggingError) {
            return try Waiting.attempt { () async throws(TaggingError) in try await TaggingJournal.forget(in: folder) }
        } catch {
            throw ToolError(error)
        }
    }

    /// Removes the journals of the named folders, for `locate photos undo --forget`.
    ///
    /// - Parameter options: The folders.
    /// - Returns: ``ExitCode/partialFailure`` if a journal stays.
    /// - Throws: The reason a journal cannot be removed.
    static func forget(_ options: UndoOptions) throws(ToolError) -> ExitCode {
        var (code, count) = (ExitCode.success, 0)
        for folder in options.photos.folderPaths {
            let before = journalCount(in: folder.path)
            for journal in try forget(in: folder.path) {
                Messages.note("\(journal.path) \(journal.reason), and stays", command: UndoCommand.name, as: .warning)
                code = .partialFailure
            }
            count += before - journalCount(in: folder.path)
        }
        if !options.tagging.quiet, count > 0 || code == .success {
            Messages.note(
                count == 0
                    ? "there is nothing to forget in \(options.photos.names)"
                    : "deleted the undo data of \(count == 1 ? "1 folder" : "\(count) folders"); the photos stay as they are",
                command: UndoCommand.name)
        }
        return code
    }

    private static func journalCount(in folder: String) -> Int {
        Waiting.wait { (try? await TaggingJournal.folders(in: folder))?.count ?? 0 }
    }
}
