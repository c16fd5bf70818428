import Glibc

/// Why a measurement could not be made, in words.
struct BenchmarkError: Error {
    var message: String

    init(_ message: String) { self.message = message }

    /// What was tried, and the system's word for why it failed.
    init(_ what: String, errno code: Int32) { message = "\(what): \(String(cString: strerror(code)))" }
}
