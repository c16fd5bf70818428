import LocationKit

/// Clears away what an interrupted run has left, before anything is planned.
enum Recovery {
    /// - Throws: ``ExitCode/cannotCreate`` while another run changes photos there, and what keeps from clearing away.
    static func recover(_ folders: PhotoFolders) throws(ToolError) {
        for (path, _) in folders.paths {
            let failure = Waiting.wait { () -> TaggingError? in
                do throws(TaggingError) { try await TaggingJournal.recover(in: path) } catch { return error }
                return nil
            }
            // A folder that is not there is named when it is looked into.
            if let failure, failure.code != .unreadable { throw ToolError(failure) }
        }
    }
}
