import Foundation
import LKMetadata
import Synchronization
import TestSupport

@testable import LKImages

/// A picture whose download a test holds back, lets go and counts.
final class StubContent: ImageContent {
    private struct State {
        var began: [@Sendable () -> Void] = []
        var completions: [@Sendable (Result<ImageBytes, ImageError>) -> Void] = []
        var canceled = 0
    }

    let name: String
    let started = Gate()
    let canceled = Gate()
    private let state = Mutex(State())

    init(_ name: String = "stub") { self.name = name }

    func key() throws(ImageError) -> ContentKey { ContentKey(name: name) }

    var loading: ContentLoading {
        .download { @Sendable [self] began, completion in
            state.withLock {
                $0.began.append(began)
                $0.completions.append(completion)
            }
            started.open()
            return { @Sendable [self] in
                state.withLock { $0.canceled += 1 }
                canceled.open()
            }
        }
    }

    /// How often a download was begun.
    var starts: Int { state.withLock { $0.completions.count } }
    var cancellations: Int { state.withLock { $0.canceled } }

    func begin(_ index: Int = 0) { state.withLock { $0.began[index] }() }

    func finish(_ index: Int = 0, _ result: Result<Data, ImageError>) {
        let completion = state.withLock { $0.completions[index] }
        completion(result.flatMap { data in Result { () throws(ImageError) in try ImageBytes(data, name: name) } })
    }
}
