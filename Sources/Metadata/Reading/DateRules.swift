/// Decides which of a file's times is that of the photo, and its UTC offset.
struct DateRules {
    let findings: Findings

    /// The date, or `nil` when the file has none.
    var date: PhotoDate? {
        let (exif, xmp) = (findings.exif, findings.xmp)
        if findings.container.format.isVideo, let date = findings.container.date { return date }
        if let time = exif.original.zoned { return shot(time, rule: .original) }
        if let time = xmp?.dateTimeOriginal { return shot(time, rule: .xmp, offsetRule: .text) }
        if let created { return created }
        if let time = exif.digitized.zoned { return shot(time, rule: .digitized) }
        if let time = xmp?.createDate { return shot(time, rule: .xmp, offsetRule: .text) }
        if let time = exif.makerNote.zoned { return shot(time, rule: .makerNote) }
        if let seconds = exif.gps?.secondsSince1970, let time = WallTime(secondsSince1970: seconds) {
            return PhotoDate(wallTime: time, offset: 0, rule: .gps, offsetRule: .utc)
        }
        if let time = exif.modified.zoned { return stated(time, rule: .modified) }
        if let time = xmp?.modifyDate { return stated(time, rule: .xmp, offsetRule: .text) }
        return findings.container.date
    }

    /// The creation date in XMP, or that of IPTC if it was changed later.
    private var created: PhotoDate? {
        let xmp = findings.xmp?.dateCreated.map { stated($0, rule: .xmp, offsetRule: .text) }
        let iptc = findings.iptc?.dateCreated.map { stated($0, rule: .iptc, offsetRule: .text) }
        return findings.iptc?.isNewerThanXMP == true ? iptc ?? xmp : xmp ?? iptc
    }

    /// A time of the camera's clock, whose offset may be derived.
    private func shot(
        _ time: ZonedTime, rule: PhotoDate.Rule, offsetRule: PhotoDate.OffsetRule = .offsetField
    ) -> PhotoDate {
        var date = stated(time, rule: rule, offsetRule: offsetRule)
        if date.offset == nil, !date.wallTime.isDayOnly, let (offset, rule) = derivedOffset(of: date.wallTime) {
            date.offset = offset
            date.offsetRule = rule
        }
        return date
    }

    /// A time with the offset it has.
    private func stated(
        _ time: ZonedTime, rule: PhotoDate.Rule, offsetRule: PhotoDate.OffsetRule = .offsetField
    ) -> PhotoDate {
        PhotoDate(wallTime: time.wallTime, offset: time.offset, rule: rule, offsetRule: offsetRule)
    }

    /// The offset of a time without one: from the same time in XMP, the receiver's clock, or the camera's notes.
    private func derivedOffset(of time: WallTime) -> (Int, PhotoDate.OffsetRule)? {
        for other in [findings.xmp?.dateTimeOriginal, findings.xmp?.dateCreated] {
            if let other, let offset = other.offset, other.wallTime.secondsSince1970 == time.secondsSince1970 {
                return (offset, .text)
            }
        }
        if let gps = findings.exif.gps, !gps.isVoid, !gps.isDerived, let universal = gps.secondsSince1970,
            let offset = OffsetRules.offset(local: time, universal: universal)
        {
            return (offset, .gps)
        }
        return findings.exif.makerNote.offset.map { ($0, .makerNote) }
    }
}

/// How far a camera's clock is ahead of UTC, where no field states it.
enum OffsetRules {
    /// The offset by which a local time and the receiver's time in UTC differ, or `nil` when no time zone has it.
    ///
    /// Receivers report the time of their last fix, sometimes minutes old, and some cameras write a wrong date. So the
    /// difference has to be near an offset that is in use somewhere.
    ///
    /// - Parameters:
    ///   - local: What the camera's clock showed.
    ///   - universal: Seconds since 1970 by the receiver.
    /// - Returns: Seconds east of UTC, a multiple of a quarter of an hour.
    static func offset(local: WallTime, universal: Int) -> Int? {
        let difference = local.secondsSince1970 - universal
        let quarters = Int((Double(difference) / 900).rounded())
        guard abs(difference - quarters * 900) <= tolerance, isInUse(quarters) else { return nil }
        return quarters * 900
    }

    /// The clock's error and the age of the fix together, in seconds.
    private static let tolerance = 300

    /// Whether some country has the offset, in quarters of an hour: whole hours, and a few others.
    private static func isInUse(_ quarters: Int) -> Bool {
        guard (-12 * 4...14 * 4).contains(quarters) else { return false }
        switch quarters {
        // -9:30, -3:30, -2:30, 3:30, 4:30, 5:30, 5:45, 6:30, 8:45, 9:30, 10:30, 12:45, 13:45.
        case -38, -14, -10, 14, 18, 22, 23, 26, 35, 38, 42, 51, 55: return true
        default: return quarters % 4 == 0
        }
    }
}
