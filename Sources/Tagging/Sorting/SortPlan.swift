/// One photo and where it is to go, with the files that belong to it.
public struct SortedPhoto: Sendable, Hashable {
    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// Its files go to their new places.
        case move
        /// Its files are copied to their new places.
        case copy
        /// It is at its place.
        case keep
        /// It stays where it is, and why.
        case skip(String)
        /// It cannot be sorted.
        case fail(TaggingError)
    }

    /// A file of a photo.
    public struct File: Sendable, Hashable {
        /// Where it is, without symbolic links in the way.
        public var path: String
        /// Where it is to be.
        public var newPath: String
        /// The file when this was planned; where it is another by now, the photo is left alone.
        public var stamp: PhotoStamp
    }

    /// The file that is shown, as the library has it.
    public var path: String

    /// What is to be done.
    public var action: Action

    /// The files, the one that is shown first: companions, and sidecars of all of them.
    public var files: [File] = []

    /// The placeholders of the pattern of which nothing is known.
    public var missing: [String] = []

    /// Whether its files go to another file system, and so are copied and compared before they are removed.
    public var isTransferred = false

    /// Whether the name was taken, so that its files get a number.
    public var isRenumbered = false

    /// Where the file that is shown is to be; `nil` where nothing is done.
    public var newPath: String? {
        switch action {
        case .move, .copy, .keep: files.first?.newPath
        case .skip, .fail: nil
        }
    }
}

/// Where photos are to go: it is shown, or carried out exactly.
public struct SortPlan: Sendable {
    /// The photos, in the order they were given.
    public var photos: [SortedPhoto]

    /// How many bytes have to be copied.
    public var copiedSize: Int

    /// Why nothing of it can be carried out, for lack of room or of rights where it would go.
    public var obstacle: TaggingError?

    /// The photos whose files go somewhere.
    public var moved: [SortedPhoto] {
        photos.filter { $0.action == .move || $0.action == .copy }
    }
}
