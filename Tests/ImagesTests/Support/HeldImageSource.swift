import Foundation
import LKMetadata
import Synchronization
import TestSupport

@testable import LKImages

/// A picture of 40 x 30 pixels that a test gives when it likes.
final class HeldImageSource: ImageSource {
    enum Event: Sendable { case asked, canceled }

    let log = EventLog<Event>()
    private let request = Mutex<(id: ImageRequest.ID, handler: @Sendable (ImageRequest.Result) -> Void)?>(nil)

    func requestImage(
        options: ImageRequest.Options, resultHandler: @escaping @Sendable (ImageRequest.Result) -> Void
    ) -> ImageRequest.ID {
        let id = ImageRequest.ID()
        request.withLock { $0 = (id, resultHandler) }
        log.append(.asked)
        return id
    }

    func finish(_ image: PixelImage) {
        guard let request = request.withLock({ $0 }) else { return }
        request.handler(ImageRequest.Result(image: image, requestID: request.id))
    }

    func cancelRequest(_ id: ImageRequest.ID) { log.append(.canceled) }

    func setPriority(_ priority: ImageRequest.Priority, ofRequest id: ImageRequest.ID) {}

    func imageSize() async throws(ImageError) -> PixelSize { PixelSize(width: 40, height: 30) }

    func fullResolutionImageData() async throws(ImageError) -> Data { throw .canceled }

    func isEqual(to other: any ImageSource) -> Bool { other === self }
}
