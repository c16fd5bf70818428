import LKGeo

// The sentences with errors: GST, GBS, and those of Garmin, SiRF and u-blox.
extension NMEADecoder {
    mutating func readGST() -> NMEAFix.Parts {
        let height = fields.double(8)
        quality.setStatistics(
            Accuracy.gst(latitudeError: fields.double(6), longitudeError: fields.double(7)),
            vertical: height > 0 && height < 600 ? height : nil)
        return .other
    }

    mutating func readGBS() -> NMEAFix.Parts {
        if !fields.isEmpty(1) { cycle.register(fields.double(1)) }
        guard let time = NMEAClock.pairs(fields[1]), time == (clock.hour, clock.minute, clock.second) else { return [] }
        // One standard deviation per axis, as in GST, but estimated by the receiver's integrity check.
        if let accuracy = Accuracy.gst(latitudeError: fields.double(2), longitudeError: fields.double(3)) {
            let height = fields.double(4)
            quality.setReceiver(Accuracy.receiver(radius: accuracy.radius), vertical: height > 0 ? height : nil)
        }
        return .other
    }

    /// Reads Garmin's estimated position error: circular and spherical errors probable.
    mutating func readPGRME() -> NMEAFix.Parts {
        for index in [2, 4, 6] where fields.first(index) != UInt8(ascii: "M") { return [] }
        let height = fields.double(3)
        // Half of all normally distributed errors are below 0.6745 standard deviations.
        quality.setReceiver(
            Accuracy.receiver(circularErrorProbable: fields.double(1)), vertical: height > 0 ? height / 0.6745 : nil)
        return .other
    }

    /// Reads SiRF's estimated position errors, treated as 95 % like in gpsd, since SiRF does not specify them.
    mutating func readPSRFEPE() -> NMEAFix.Parts {
        var parts: NMEAFix.Parts = .status
        if readTime(at: 1) { parts.insert(.time) }
        guard fields.first(2) == UInt8(ascii: "A") else { return parts }
        if !fields.isEmpty(3) { quality.setHorizontalDilution(fields.double(3), hasFix: true) }
        if !fields.isEmpty(4) {
            quality.setReceiver(
                Accuracy.receiver(radius95: fields.double(4)), vertical: Accuracy.vertical(epv: fields.double(5)))
        }
        parts.insert(.other)
        return parts
    }

    /// Reads the accuracies of u-blox's own position sentence; the standard sentences have the position.
    mutating func readPUBX() {
        guard fields.equals(1, "00"), fields.count >= 11 else { return }
        let status = fields[8]
        guard !status.isEmpty, !status.elementsEqual("NF".utf8), !status.elementsEqual("TT".utf8) else { return }
        let height = fields.double(10)
        quality.setReceiver(Accuracy.receiver(radius: fields.double(9)), vertical: height > 0 ? height : nil)
    }
}
