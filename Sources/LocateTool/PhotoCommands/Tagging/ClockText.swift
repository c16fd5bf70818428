import LocationKit

/// What was found out of a camera's clock, as a sentence.
enum ClockText {
    static func text(_ clock: ClockEstimate) -> String {
        let camera = clock.camera?.model ?? clock.camera?.make ?? "photos without a camera"
        let seconds = NumberText.shortest(clock.seconds, decimals: 1)
        let photos: String
        switch clock.evidence {
        case .receiver(let count): photos = "the receiver's time in \(count == 1 ? "1 photo" : "\(count) photos")"
        case .stops(let count): photos = "where \(count == 1 ? "1 photo was" : "\(count) photos were") taken"
        }
        let drift = NumberText.shortest(abs(clock.secondsPerDay), decimals: 1)
        let daily =
            clock.secondsPerDay == 0 ? "" : " (\(drift) s \(clock.secondsPerDay < 0 ? "less" : "more") each day)"
        let what =
            clock.includesZone
            ? "\(seconds) s\(daily) added to its local time make UTC"
            : clock.seconds == 0 && daily.isEmpty
                ? "its clock is taken for right" : "\(seconds) s\(daily) added to its time make the true time"
        let confidence = "\(Int((100 * clock.confidence).rounded())) % sure"
        let sentence =
            "\(camera): \(what) (within \(NumberText.shortest(clock.uncertainty, decimals: 1)) s, \(confidence)), by \(photos)"
        if clock.isUsed { return sentence }
        let advice =
            clock.includesZone ? "--time-zone +00:00 --offset=\(seconds)" : "--offset=\(seconds)"
        return sentence + "; that is not sure enough and was not used; if it is right: \(advice)"
    }
}
