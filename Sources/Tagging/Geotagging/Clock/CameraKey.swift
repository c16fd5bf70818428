import Metadata

/// A camera's body: whatever lens is on it, it has one clock.
struct CameraKey: Hashable, Sendable {
    var make: String?
    var model: String?
    var serialNumber: String?

    init(_ camera: Camera?) {
        make = camera?.make
        model = camera?.model
        serialNumber = camera?.serialNumber
    }

    /// `nil` for photos that name no camera.
    var camera: Camera? {
        var camera = Camera()
        camera.make = make
        camera.model = model
        camera.serialNumber = serialNumber
        return camera.isEmpty ? nil : camera
    }

    /// What people call it.
    var name: String { model ?? make ?? "unknown camera" }
}
