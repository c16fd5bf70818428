/// What became of one photo, or would become of it.
public struct TaggedPhoto: Sendable, Hashable {
    /// The photo, as it was named.
    public var path: String

    /// What was done.
    public var action: PhotoOutcome.Action

    /// The sidecars that were written, or would be.
    public var sidecars: [String] = []

    /// Why the photo itself is left as it is although it is to say something: a sidecar says it.
    public var refusal: TaggingError?

    /// The error of a failure.
    public var error: TaggingError? { if case .failed(let error) = action { error } else { nil } }
}
