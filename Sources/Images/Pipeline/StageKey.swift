import Metadata

/// What a piece of work makes; equal keys are the same work, which is done once for all who wait.
enum StageKey: Hashable, Sendable {
    /// The bytes of a file.
    case load(ContentKey)
    /// A picture of them.
    case decode(ContentKey, DecodedForm)
    /// What a process makes of a picture.
    case process(ContentKey, DecodedForm, String)

    var content: ContentKey {
        switch self {
        case .load(let content), .decode(let content, _), .process(let content, _, _): content
        }
    }

    /// What has to be there first.
    var dependency: StageKey? {
        switch self {
        case .load: nil
        case .decode(let content, _): .load(content)
        case .process(let content, let form, _): .decode(content, form)
        }
    }
}

/// Which picture is made of a file's bytes.
enum DecodedForm: Hashable, Sendable {
    /// The one embedded for a first look.
    case embedded
    /// A coarse one, where that is much quicker than the whole.
    case coarse
    /// The picture itself.
    case size(ImageSizeOption)
}

/// Which bytes, in which state: a file that was changed is another content.
struct ContentKey: Hashable, Sendable {
    /// A path or URL.
    var name: String
    /// Device, inode, size and time of a file; 0 for what comes from elsewhere.
    var state: [Int] = []
}
