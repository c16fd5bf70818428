/// The outcome for one file, or in a preview the expected one.
public struct PhotoOutcome: Sendable, Hashable {
    /// What was done.
    public enum Action: Sendable, Hashable {
        /// The file says what was meant, durably.
        case written
        /// It said so already.
        case unchanged
        /// It is byte for byte what it was before the run that was undone.
        case restored
        /// The run was cancelled, or the process was asked to stop, before its turn.
        case notBegun
        /// It is as it was; the error says why.
        case failed(TaggingError)
    }

    /// The path as it was given.
    public var path: String

    /// What was done.
    public var action: Action

    /// The path a file was moved back from by undo; `nil` for a file that stayed in its folder.
    public var formerPath: String?

    /// The sidecars that ``PhotoTagger`` wrote, or would write, for a photo.
    public var sidecars: [String] = []

    /// Why a photo's own file stays as it is while a sidecar has the edit.
    public var refusal: TaggingError?

    /// The error of a failure.
    public var error: TaggingError? { if case .failed(let error) = action { error } else { nil } }
}

extension PhotoOutcome {
    /// The outcome for a photo with several files.
    ///
    /// A failure of one counts for all; without any, a file whose turn did not come; then a file that was written.
    ///
    /// - Parameter files: The outcomes of its files, the photo's own first; `nil` for none.
    public init?(of files: some Collection<PhotoOutcome>) {
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
