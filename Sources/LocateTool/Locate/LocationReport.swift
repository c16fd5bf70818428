import FoundationEssentials
import Geo
import Positioning

/// What `locate` prints: one state of the search for a position, as plain values.
struct LocationReport {
    /// What the search is at.
    var status: LocationStatus
    /// Why it ended; `nil` while it goes on.
    var finishReason: FinishReason?
    /// Why there is no usable fix, as a word: `no-device`.
    var reason: String?
    /// What went wrong, as a sentence.
    var error: String?
    /// The position.
    var location: Location?
    /// The time zone at the position: `Asia/Tokyo`.
    var timeZone: String?
    /// The address of the position; `nil` when it was not looked up.
    var address: AddressReport?
    /// Who named the place, where a service on the web was wanted: `nominatim`, `world`.
    var provider: String?
    /// Who must be named with the address.
    var attribution: String?
    /// The outage of gpsd or its receiver that has just ended, as a word: `daemon-unreachable`.
    var recovered: String?

    init(
        status: LocationStatus, finishReason: FinishReason? = nil, reason: String? = nil, error: String? = nil,
        location: Location? = nil, timeZone: String? = nil, address: AddressReport? = nil, recovered: String? = nil
    ) {
        self.status = status
        self.finishReason = finishReason
        self.reason = reason
        self.error = error
        self.location = location
        self.timeZone = timeZone
        self.address = address
        self.recovered = recovered
    }
}
