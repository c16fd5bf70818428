extension GeocodingError {
    /// The error of whoever was cancelled.
    static func cancelled() -> GeocodingError { GeocodingError(.cancelled, "the question for a place was cancelled") }

    /// The error of whoever ran out of time.
    static func timedOut() -> GeocodingError {
        GeocodingError(.timedOut, "no provider named the place within the time limit; allow more time, or try again")
    }
}
