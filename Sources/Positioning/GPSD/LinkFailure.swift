import Glibc

/// Why a connection could not be made or broke.
struct LinkFailure: Error, Sendable {
    /// The reason in words.
    var detail: String
    /// Whether the peer simply said nothing.
    var isSilence = false

    init(_ detail: String, isSilence: Bool = false) {
        self.detail = detail
        self.isSilence = isSilence
    }

    /// The system's word for `code`.
    init(errno code: Int32) { detail = String(cString: strerror(code)) }
}
