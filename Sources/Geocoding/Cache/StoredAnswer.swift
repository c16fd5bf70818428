/// What a provider said once, and when.
struct StoredAnswer: Sendable {
    var placemarks: [Placemark]
    /// Seconds since 1970.
    var made: Int64
}
