/// What took the photo.
public struct Camera: Sendable, Hashable, Codable {
    /// The maker, as written: `NIKON CORPORATION`.
    public var make: String?
    /// The model, as written.
    public var model: String?
    /// The serial number of the camera's body.
    public var serialNumber: String?
    /// The lens' model.
    public var lens: String?

    /// Makes a camera of which nothing is known.
    public init() {}

    /// Whether nothing is known of it.
    public var isEmpty: Bool { make == nil && model == nil && serialNumber == nil && lens == nil }
}
