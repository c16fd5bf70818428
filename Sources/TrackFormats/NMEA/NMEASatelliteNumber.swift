/// The numbers of satellites: every system counts from 1 in new sentences, old ones keep the systems apart by ranges.
enum NMEASatelliteNumber {
    /// The number in the extended scheme of NMEA 2 to 4.0, which gpsd shows.
    ///
    /// GPS 1...32, SBAS 33...64 and 120...158, GLONASS 65...96, QZSS 193...197, Galileo from 301, BeiDou from 401, NavIC from
    /// 501; 0 for what fits nowhere. `talker` is the sentence's tag, `system` that of NMEA 4.1 or 0.
    static func extended(_ number: Int, talker: ArraySlice<UInt8>, system: Int) -> Int {
        guard number >= 1, number < 1000 else { return 0 }
        switch system {
        case 2: return 64 + (number < 64 ? number : number - 64)
        // Makers number Galileo from 101 (Quectel) or 301 (Jackson Labs), BeiDou from 201 or 401, against the standard.
        case 3:
            return number < 100 || (101...199).contains(number) || (301...399).contains(number)
                ? 300 + number % 100 : 300
        case 4:
            return number < 100 || (201...299).contains(number) || (401...499).contains(number)
                ? 400 + number % 100 : 400
        case 5: return 192 + (number < 100 ? number : max(number - 192, 0))
        case 6: return 500 + number
        default: break
        }
        switch number {
        case 1...32: return number + offset(ofTalker: talker)
        case 33...96, 120...158, 173...182, 193...197, 301...356, 401...437: return number
        // SiRF's BeiDou.
        case 201...237: return number + 200
        default: return 0
        }
    }

    private static func offset(ofTalker talker: ArraySlice<UInt8>) -> Int {
        if talker.starts(with: "GA".utf8) { return 300 }
        if talker.starts(with: "GB".utf8) || talker.starts(with: "BD".utf8) || talker.starts(with: "PQ".utf8) {
            return 400
        }
        if talker.starts(with: "GI".utf8) { return 500 }
        if talker.starts(with: "GL".utf8) { return 64 }
        if talker.starts(with: "GQ".utf8) || talker.starts(with: "QZ".utf8) { return 192 }
        return 0
    }
}
