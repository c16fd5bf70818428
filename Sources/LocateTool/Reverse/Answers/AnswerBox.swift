import Geocoding
import Synchronization
import Threads

/// Takes answers from whichever thread they come on, and wakes the one that prints them.
final class AnswerBox: Sendable {
    /// Readable when something was put in since the last look.
    let wake = WakeDescriptor()
    private let answers = Mutex<[Int: Result<Placemark, GeocodingError>]>([:])

    /// Puts in the answer to a question.
    func put(_ answer: Result<Placemark, GeocodingError>, to question: Int) {
        answers.withLock { $0[question] = answer }
        wake.wake()
    }

    /// Whether a question is answered.
    func has(_ question: Int) -> Bool { answers.withLock { $0[question] != nil } }

    /// The answer to a question, waiting until it is there.
    ///
    /// - Throws: A signal's exit status.
    func take(_ question: Int, stop: StopRequest?) throws(ToolError) -> Result<Placemark, GeocodingError> {
        while true {
            if let answer = answers.withLock({ $0.removeValue(forKey: question) }) { return answer }
            try stop?.wait(for: wake.descriptor)
            _ = wake.wait(until: stop == nil ? nil : .now)
        }
    }
}
