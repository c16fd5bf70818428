import FoundationEssentials
import Geo

/// A time as sentences state it: `hhmmss.sss` and `ddmmyy`, both empty when there is none.
struct NMEATimestamp {
    let time: String
    let date: String

    init(_ timestamp: Date?) {
        // Years 1980 to 2079 have two digits of their own.
        guard let seconds = timestamp?.timeIntervalSince1970, seconds >= 315_532_800, seconds < 3_471_292_800 else {
            time = ""
            date = ""
            return
        }
        let milliseconds = Int((seconds * 1000).rounded())
        let day = CivilDate(dayNumber: milliseconds / 86_400_000)
        let rest = milliseconds % 86_400_000
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { Decimals.padded($0, 2) }
        time = clock.joined() + "." + Decimals.padded(rest % 1000, 3)
        date = [day.day, day.month, day.year % 100].map { Decimals.padded($0, 2) }.joined()
    }
}
