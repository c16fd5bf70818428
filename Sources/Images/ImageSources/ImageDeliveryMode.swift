/// How often a picture is given.
public enum ImageDeliveryMode: Sendable, Hashable {
    /// As soon as there is something to see, then better: the embedded thumbnail, a coarse picture, the picture.
    case progressive
    /// Once, as it was asked for.
    case best
}
