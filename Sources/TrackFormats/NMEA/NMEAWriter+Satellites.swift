import Geo

extension NMEAWriter {
    /// The satellites to name in GSA; three at most for a fix of two dimensions, for four mean three dimensions.
    func usedSatellites(_ sky: SkyView?, is3D: Bool) -> [Int] {
        let used = sky?.satellites.filter { $0.isUsed && $0.id > 0 }.map(\.id) ?? []
        return is3D ? used : Array(used.prefix(3))
    }

    /// GSA of the GPS talker, or of `GN` in groups of twelve when there are more or other satellites.
    func gsa(_ used: [Int], mode: Int, sky: SkyView?, horizontal: Double?) -> [String] {
        let isPlain = used.count <= 12 && used.allSatisfy { $0 <= 64 }
        let dilutions =
            "\(Decimals.text(sky?.positionDilution, 2)),\(Decimals.text(horizontal, 2)),\(Decimals.text(sky?.verticalDilution, 2))"
        let starts = used.isEmpty ? [0] : Array(stride(from: 0, to: used.count, by: 12))
        return starts.map { start in
            let group = used[start..<min(start + 12, used.count)].map { Decimals.padded($0, 2) }
            let numbers = (group + Array(repeating: "", count: 12 - group.count)).joined(separator: ",")
            return "\(isPlain ? "GP" : "GN")GSA,A,\(mode),\(numbers),\(dilutions)"
        }
    }

    /// GSV by system, GPS first, four satellites a sentence.
    func gsv(_ sky: SkyView) -> [String] {
        let listed = sky.satellites.filter { $0.id > 0 }
        return ["GP", "GL", "GA", "GB", "QZ"].flatMap { talker in
            gsv(listed.filter { Self.talker(of: $0.id) == talker }, talker)
        }
    }

    private func gsv(_ satellites: [Satellite], _ talker: String) -> [String] {
        stride(from: 0, to: satellites.count, by: 4).map { start in
            let head =
                "\(talker)GSV,\((satellites.count + 3) / 4),\(start / 4 + 1),\(Decimals.padded(satellites.count, 2))"
            let group = satellites[start..<min(start + 4, satellites.count)]
            return group.reduce(head) { $0 + "," + Self.block($1) }
        }
    }

    private static func block(_ satellite: Satellite) -> String {
        let elevation = whole(satellite.elevation, in: -90...90).map { Decimals.padded($0, 2) } ?? ""
        let azimuth = whole(satellite.azimuth, in: 0...360).map { Decimals.padded($0 % 360, 3) } ?? ""
        let signal = whole(satellite.signal, in: 0...99).map { Decimals.padded($0, 2) } ?? ""
        return "\(Decimals.padded(satellite.id, 2)),\(elevation),\(azimuth),\(signal)"
    }

    /// A value as a whole number; `nil` when it is none that the field can hold.
    private static func whole(_ value: Double?, in range: ClosedRange<Double>) -> Int? {
        guard let value, range.contains(value) else { return nil }
        return Int(value.rounded())
    }

    private static func talker(of id: Int) -> String {
        switch id {
        case 65...96: "GL"
        case 301...399: "GA"
        case 401...499: "GB"
        case 193...202: "QZ"
        default: "GP"
        }
    }
}
