/// One question on its way from provider to provider.
struct AskingRound {
    var answer = GeocodingAnswer()
    private var hasAskedNetwork = false

    /// Asks a provider, and notes how it went.
    ///
    /// - Parameters:
    ///   - asked: The provider.
    ///   - ask: The question.
    /// - Returns: Its placemarks; none when it failed.
    /// - Throws: `cancelled`, when the task is.
    mutating func ask(
        _ asked: AskedProvider, _ ask: () async throws(GeocodingError) -> AskedProvider.Reply
    ) async throws(GeocodingError) -> [Placemark] {
        do throws(GeocodingError) {
            let reply = try await ask()
            if reply.isFromCache {
                answer.isFromCache = !hasAskedNetwork
            } else if !asked.provider.isOffline {
                hasAskedNetwork = true
                answer.isFromCache = false
            }
            return reply.placemarks
        } catch {
            if Task.isCancelled { throw .cancelled() }
            if !asked.provider.isOffline {
                hasAskedNetwork = true
                answer.isFromCache = false
            }
            answer.failures.append(GeocodingAnswer.Failure(provider: asked.provider.name, error: error))
            return []
        }
    }
}

extension GeocodingAnswer {
    /// The placemarks of those who have some.
    ///
    /// - Throws: The first failure, when nobody has.
    func agreed() throws(GeocodingError) -> [Placemark] {
        if placemarks.isEmpty, let failure = failures.first { throw failure.error }
        return placemarks
    }
}
