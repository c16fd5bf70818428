/// What a piece of work has made.
enum StageValue: Sendable {
    case bytes(ImageBytes)
    /// `nil` where the file has no picture of that form.
    case image(DecodedImage?)

    var bytes: ImageBytes? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var image: DecodedImage? { if case .image(let image) = self { image } else { nil } }
}

/// What those who wait for a piece of work are told; ``finished`` is the last.
enum StageEvent: Sendable {
    /// A download that it needs has begun.
    case downloadBegan
    /// The download is over, well or not.
    case downloadEnded
    case finished(Result<StageValue, ImageError>)
}
