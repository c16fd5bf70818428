import Metadata

/// What a file says of its picture, beside the pixels.
extension ImageBytes {
    /// How the stored pixels are turned.
    var orientation: PhotoOrientation { .up }
}
