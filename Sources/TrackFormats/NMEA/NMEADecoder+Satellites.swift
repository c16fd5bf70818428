// GSA and GSV: which satellites are used and seen.
extension NMEADecoder {
    mutating func readGSA() -> NMEAFix.Parts {
        let talkerBefore = sky.lastGSATalker
        let talker = fields[0].dropFirst().first ?? 0
        var parts: NMEAFix.Parts = []
        if !isLatched {
            new.mode = fields.int(2)
            // The Antaris chips say E for an estimate.
            if fields.first(2) != UInt8(ascii: "E") { parts = .mode }
            readDilutions()
            sky.readGSA(fields)
            parts.insert(.other)
        }
        if talker == UInt8(ascii: "P"), sky.othersSendGSA {
            return []
        } else if talkerBefore != UInt8(ascii: "N"), talker == UInt8(ascii: "N") {
            // The first of several; some receivers without a fix send only this one.
            return .mode
        }
        return parts
    }

    private mutating func readDilutions() {
        // The Navior CH-4701 lists 24 satellites and what follows is not believed.
        guard fields.count <= 19 else { return }
        let hasFix = new.mode >= 2
        if !fields.isEmpty(15) { quality.setPositionDilution(fields.double(15)) }
        if !fields.isEmpty(16) { quality.setHorizontalDilution(fields.double(16), hasFix: hasFix) }
        if !fields.isEmpty(17) { quality.setVerticalDilution(fields.double(17), hasFix: hasFix) }
    }

    mutating func readGSV() -> NMEAFix.Parts { sky.readGSV(fields) ? .sky : [] }
}
