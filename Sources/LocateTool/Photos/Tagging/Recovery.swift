import LocationKit

/// Clears away what an interrupted run has left, before anything is planned.
enum Recovery {
    /// - Throws: ``ExitCode/cannotCreate`` while another run changes photos there, and what keeps from clearing away.
    static func recover(_ photos: PhotoSelection) throws(ToolError) {
        let folders = photos.folderPaths.map { (path: $0.path, isWhole: true) }
        for (path, isWhole) in folders + photos.parents.map({ (path: $0, isWhole: false) }) {
            let failure = Waiting.wait { () -> TaggingError? in
                do throws(TaggingError) {
                    try await TaggingJournal.recover(in: path, includingSubfolders: isWhole)
                } catch {
                    return error
                }
                return nil
            }
            // A folder that is not there is named when it is looked into.
            if let failure, failure.code != .unreadable { throw ToolError(failure) }
        }
    }

    /// The same of a folder that need not be there.
    ///
    /// - Throws: As ``recover(_:)``.
    static func recover(below folder: String) throws(ToolError) {
        let failure = Waiting.wait { () -> TaggingError? in
            do throws(TaggingError) { try await TaggingJournal.recover(in: folder) } catch { return error }
            return nil
        }
        if let failure, failure.code != .unreadable { throw ToolError(failure) }
    }
}
