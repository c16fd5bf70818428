import LocationKit

/// Clears away what an interrupted run has left, before anything is planned, and says which photos are put back.
struct Recovery {
    /// What messages name.
    let command: String
    /// Whether nothing is said of what went well.
    let isQuiet: Bool

    /// - Throws: ``ExitCode/cannotCreate`` while another run changes photos there, and what keeps from clearing away.
    func recover(_ photos: PhotoSelection) throws(ToolError) {
        for path in photos.folderPaths { try recover(below: path.path) }
        for path in photos.parents { try recover(path, includingSubfolders: false) }
    }

    /// The same of a folder that need not be there.
    ///
    /// - Throws: As ``recover(_:)``.
    func recover(below folder: String) throws(ToolError) { try recover(folder, includingSubfolders: true) }

    private func recover(_ folder: String, includingSubfolders: Bool) throws(ToolError) {
        let result = Waiting.wait { () -> Result<[TaggingJournal.PutBack], TaggingError> in
            do throws(TaggingError) {
                return .success(
                    try await TaggingJournal.recover(in: folder, includingSubfolders: includingSubfolders))
            } catch {
                return .failure(error)
            }
        }
        do throws(TaggingError) {
            let putBack = try result.get()
            if !isQuiet { for photo in putBack { Messages.note(Self.text(photo), command: command) } }
        } catch {
            // A folder that is not there is named when it is looked into.
            if error.code != .unreadable { throw ToolError(error) }
        }
    }

    private static func text(_ photo: TaggingJournal.PutBack) -> String {
        switch photo.cause {
        case .change: "\(photo.path): an interrupted run had begun to change it; it is what it was"
        case .move: "\(photo.path): an interrupted run had begun to move it; it is where it was"
        case .copy: "\(photo.path): an interrupted run had begun to copy it; the unfinished copy is removed"
        }
    }
}
