public import LKGeo
import Synchronization

extension Geocoder {
    /// Finds the names of many points.
    ///
    /// ```swift
    /// for await (index, result) in geocoder.reverseGeocode(track, languages: [.english]) { print(index, result) }
    /// ```
    ///
    /// - Parameters:
    ///   - coordinates: The points; equal ones are requested once.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - maximumConcurrentRequests: The maximum number of concurrent requests, at least 1; 4 by default.
    /// - Returns: The names of each point, in the order of the points; requests start with the iteration.
    public func reverseGeocode(
        _ coordinates: [Coordinate], languages: [LanguageTag] = [], maximumConcurrentRequests: Int = 4
    ) -> Batch {
        Batch(
            geocoder: self, coordinates: coordinates, languages: languages,
            maximumConcurrentRequests: maximumConcurrentRequests)
    }
}

extension Geocoder {
    /// The names of many points, in the order of the points.
    ///
    /// A failure at one point does not end the sequence. Cancelling the iterating task, or releasing the iterator, cancels
    /// the requests in progress; a cancelled sequence ends early.
    public struct Batch: AsyncSequence, Sendable {
        /// The index of the point, and its placemarks or error.
        public typealias Element = (index: Int, result: Result<[Placemark], GeocodingError>)

        let geocoder: Geocoder
        let coordinates: [Coordinate]
        let languages: [LanguageTag]
        let maximumConcurrentRequests: Int

        /// Returns an iterator at the first point.
        public func makeAsyncIterator() -> Iterator { Iterator(self) }

        /// Requests ahead, and returns results in order.
        public struct Iterator: AsyncIteratorProtocol {
            private let batch: Batch
            private let tasks = Tasks()
            /// How many more times each point occurs.
            private var coming: [Coordinate: Int]
            private var index = 0
            private var begun = 0

            init(_ batch: Batch) {
                self.batch = batch
                coming = Dictionary(batch.coordinates.map { ($0, 1) }, uniquingKeysWith: +)
            }

            /// Returns the next point's names; `nil` after the last, and when the task is cancelled.
            public mutating func next() async -> Element? {
                guard index < batch.coordinates.count, !Task.isCancelled else { return nil }
                beginMore()
                let coordinate = batch.coordinates[index]
                guard let task = tasks[coordinate] else { return nil }
                let tasks = tasks
                let result = await withTaskCancellationHandler {
                    await task.value
                } onCancel: {
                    tasks.cancel()
                }
                if Task.isCancelled { return nil }
                coming[coordinate, default: 0] -= 1
                if coming[coordinate] == 0 { tasks.forget(coordinate) }
                defer { index += 1 }
                return (index, result)
            }

            private mutating func beginMore() {
                while begun < batch.coordinates.count, begun - index < Swift.max(batch.maximumConcurrentRequests, 1) {
                    let coordinate = batch.coordinates[begun]
                    begun += 1
                    // Equal points share one request.
                    if tasks[coordinate] != nil { continue }
                    let (geocoder, languages) = (batch.geocoder, batch.languages)
                    tasks.add(
                        coordinate,
                        Task {
                            do throws(GeocodingError) {
                                return .success(try await geocoder.reverseGeocode(coordinate, languages: languages))
                            } catch { return .failure(error) }
                        })
                }
            }
        }

        /// Tasks in progress or still needed; cancelled with the iterator.
        private final class Tasks: Sendable {
            typealias Work = Task<Result<[Placemark], GeocodingError>, Never>
            private let work = Mutex<[Coordinate: Work]>([:])

            deinit { cancel() }

            subscript(coordinate: Coordinate) -> Work? { work.withLock { $0[coordinate] } }
            func add(_ coordinate: Coordinate, _ task: Work) { work.withLock { $0[coordinate] = task } }
            func forget(_ coordinate: Coordinate) { work.withLock { $0[coordinate] = nil } }
            func cancel() { for task in work.withLock({ Array($0.values) }) { task.cancel() } }
        }
    }
}
