package import LKPlanning

/// The outcome for one file; in a preview, the expected one.
package struct PhotoOutcome: Sendable, Hashable {
    package typealias Action = PhotoFolder.Outcome.Action

    /// The path as given.
    package var path: String

    /// What was done.
    package var action: Action

    /// The path that undo moved the file back from; `nil` for a file that stayed in its folder.
    package var formerPath: String?

    /// The sidecars that ``PhotoTagger`` wrote, or would write, for a photo.
    package var sidecars: [String] = []

    /// Why a photo's own file was not changed although a sidecar has the edit.
    package var refusal: TaggingError?

    /// The error, if it failed.
    package var error: TaggingError? { if case .failed(let error) = action { error } else { nil } }
}

extension PhotoOutcome {
    /// Creates the outcome for a photo with several files.
    ///
    /// A failure of any file takes precedence, then a file not reached, then a written file.
    ///
    /// - Parameter files: The outcomes of its files, the photo's own first; `nil` is returned if there are none.
    package init?(of files: some Collection<PhotoOutcome>) {
        guard let first = files.first else { return nil }
        self = first
        sidecars = files.flatMap(\.sidecars)
        refusal = files.lazy.compactMap(\.refusal).first
        if let error = files.lazy.compactMap(\.error).first {
            action = .failed(error)
        } else if let action = [.notBegun, .written].first(where: { action in files.contains { $0.action == action } })
        {
            self.action = action
        }
    }
}

extension PhotoOutcome: CustomStringConvertible {
    /// The file's path and what was done: `/photos/1.jpg: written`.
    package var description: String { "\(path): \(action)" }
}
