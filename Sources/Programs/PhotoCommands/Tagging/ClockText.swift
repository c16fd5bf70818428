import FoundationEssentials
import LKCommandLine
import LKMetadata
import LKPlanning
import LKTagging

/// A camera's estimated clock offset, as a sentence.
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
                ? "its clock is assumed to be right" : "\(seconds) s\(daily) added to its time make the true time"
        let confidence = "\(Int((100 * clock.confidence).rounded())) % confidence"
        let sentence =
            "\(camera): \(what) (within \(NumberText.shortest(clock.uncertainty, decimals: 1)) s, \(confidence)), by \(photos)"
        if clock.isUsed { return sentence }
        let advice =
            clock.includesZone ? "--time-zone +00:00 --offset=\(seconds)" : "--offset=\(seconds)"
        return sentence + "; that is too uncertain and was not used; if it is right: \(advice)"
    }
}

/// A reason to doubt the times of a camera, as a sentence with what to type.
enum ClockHintText {
    static func text(_ hint: ClockHint) -> String {
        switch hint {
        case .outsideTracks(let camera, let outside, let count, let covered, let shift):
            let ends = [covered.lowerBound, covered.upperBound].compactMap { Timestamp.local($0, offset: 0) }
                .joined(separator: " to ")
            let photos = count == 1 ? "its photo was" : "\(outside) of \(count) compared photos were"
            let sentence = "\(name(camera)): \(photos) taken outside the recorded time of the tracks (\(ends))"
            guard let shift else { return sentence }
            let cause = abs(shift) == 3600 ? ", such as one not set for summer time" : ""
            return sentence + "; if its clock was \(amount(shift))\(cause), pass \(option(camera, shift))"
        case .apart(let camera, let other, let shift, let isOtherSure):
            let sentence =
                "\(name(camera)): the times of its photos fit those of \(name(other)) only if its clock was "
                + amount(shift)
            let own = "pass \(option(camera, shift))"
            return isOtherSure
                ? "\(sentence); if so, \(own)"
                : "\(sentence), or the other one was \(amount(-shift)); \(own), or \(option(other, -shift))"
        case .videosShow(let camera, let count, let clock):
            let word = clock == .local ? "local time" : "UTC"
            return "\(name(camera)): the time of \(videos(count)) fits its photos or the tracks only as \(word); if "
                + "that is what the camera writes, pass --video-time \(clock == .local ? "local" : "utc")"
        case .videosApart(let camera, let count, let shift):
            return "\(name(camera)): the time of \(videos(count)) fits its photos only if it is moved; if so, geotag "
                + "the videos alone with --offset \(ClockOffsetText.text(shift))"
        case .videosReadAsUTC(let camera, let count):
            return "\(name(camera)): the time of \(videos(count)) is read as UTC, as the format says; if the camera "
                + "writes local time, pass --video-time local"
        }
    }

    private static func name(_ camera: Camera?) -> String {
        camera?.model ?? camera?.make ?? "photos without a camera"
    }

    private static func videos(_ count: Int) -> String { count == 1 ? "1 video" : "\(count) videos" }

    /// Returns a shift such as `1:00:00 slow`, which means that the clock shows less than the true time.
    private static func amount(_ shift: Double) -> String {
        "\(ClockOffsetText.text(abs(shift))) \(shift > 0 ? "slow" : "fast")"
    }

    /// Returns options such as `--camera 'HERO11 Black' --offset 1:00:00`.
    private static func option(_ camera: Camera?, _ shift: Double) -> String {
        let only = (camera?.model ?? camera?.make).map { "--camera \(ShellText.quoted($0)) " } ?? ""
        return only + "--offset \(ClockOffsetText.text(shift))"
    }
}
