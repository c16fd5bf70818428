import Geo

// Values that no place and no clock has, in sentences whose checksum is right: a broken program wrote them.
extension NMEADecoder {
    /// Whether a sentence has a latitude, longitude, time or date that does not exist.
    ///
    /// Sentences that say of themselves that they are not valid are not looked at.
    func hasWrongValue(_ kind: NMEASentence) -> Bool {
        switch kind {
        case .gga, .gns: return isWrongTime(1) || isWrongPosition(2)
        case .rmc:
            guard fields.first(2) == UInt8(ascii: "A") || fields.first(2) == UInt8(ascii: "D") else { return false }
            return isWrongTime(1) || isWrongPosition(3) || isWrongDate(9)
        case .gll: return fields.first(6) == UInt8(ascii: "A") && (isWrongTime(5) || isWrongPosition(1))
        case .zda:
            let date = CivilDate(year: fields.int(4), month: fields.int(3), day: fields.int(2))
            return isWrongTime(1) || !fields.isEmpty(4) && Self.isWrong(date)
        case .pgrmf:
            return fields.first(10) == UInt8(ascii: "A") && (isWrongTime(4) || isWrongDate(3) || isWrongPosition(6))
        case .pashr: return fields.equals(1, "POS") && (isWrongTime(4) || isWrongPosition(5))
        case .psti:
            guard fields.equals(1, "030"), fields.first(3) == UInt8(ascii: "A") else { return false }
            return isWrongTime(2) || isWrongDate(12) || isWrongPosition(4)
        default: return false
        }
    }

    private func isWrongPosition(_ index: Int) -> Bool {
        for offset in 0..<4 where fields.isEmpty(index + offset) { return false }
        return fields.isWrongAngle(index, most: 90) || fields.isWrongAngle(index + 2, most: 180)
            || !"NS".utf8.contains(fields.capital(index + 1)) || !"EW".utf8.contains(fields.capital(index + 3))
    }

    private func isWrongTime(_ index: Int) -> Bool {
        guard let (hour, minute, second) = NMEAClock.pairs(fields[index]) else { return false }
        return hour > 23 || minute > 59 || second > 60
    }

    private func isWrongDate(_ index: Int) -> Bool {
        guard fields[index].count == 6, let (day, month, year) = NMEAClock.pairs(fields[index]) else { return false }
        return Self.isWrong(CivilDate(year: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day))
    }

    /// Receivers without a date write zeros.
    private static func isWrong(_ date: CivilDate) -> Bool { date.month != 0 && date.day != 0 && !date.isValid }
}
