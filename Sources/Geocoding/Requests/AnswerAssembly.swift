/// Puts together what several providers say of one point.
struct AnswerAssembly {
    private var parts: [[Placemark]] = []
    private var isOfflinePart: [Bool] = []

    /// What nobody asked for, but for its country.
    private var witness: [Placemark] = []

    /// Whether nobody has said anything.
    var isEmpty: Bool { parts.isEmpty }

    /// Whether somebody knows the house.
    var reachesHouse: Bool { parts.contains { $0[0].precision == .house } }

    /// Whether somebody on the web has said something.
    var hasWebPart: Bool { isOfflinePart.contains(false) }

    mutating func add(_ placemarks: [Placemark], isOffline: Bool) {
        guard !placemarks.isEmpty else { return }
        parts.append(placemarks)
        isOfflinePart.append(isOffline)
    }

    /// Takes what this machine says of the point only as a check on the web.
    mutating func check(by placemarks: [Placemark]) { if witness.isEmpty { witness = placemarks } }

    /// All placemarks, the best first.
    ///
    /// Borders on this machine check the country that the web says: where they agree, the web's placemark gets the time zone and
    /// the border; where they certainly do not, it is marked and stands last.
    ///
    /// - Parameter isByPrecision: Whether the finest comes first, else whoever was asked first.
    /// - Returns: The placemarks.
    func placemarks(isByPrecision: Bool) -> [Placemark] {
        let known = zip(parts, isOfflinePart).first { $1 && $0[0].isoCountryCode != nil }?.0[0] ?? witness.first
        var sound: [[Placemark]] = []
        var conflicting: [Placemark] = []
        for (part, isOffline) in zip(parts, isOfflinePart) {
            guard let known, !isOffline else {
                sound.append(part)
                continue
            }
            let checked = part.map { $0.checked(by: known) }
            sound.append(checked.filter { $0.conflictingCountryCode == nil })
            conflicting += checked.filter { $0.conflictingCountryCode != nil }
        }
        sound.removeAll(where: \.isEmpty)
        if isByPrecision {
            // Stable: among equals whoever was asked first.
            sound = sound.enumerated().sorted {
                ($0.element[0].precision.rank, $0.offset) < ($1.element[0].precision.rank, $1.offset)
            }.map(\.element)
        }
        // The witness is heard where it contradicts.
        return sound.flatMap { $0 } + (conflicting.isEmpty ? [] : witness) + conflicting
    }
}

extension Placemark {
    /// This placemark of the web's, beside one by the borders on this machine.
    fileprivate func checked(by known: Placemark) -> Placemark {
        guard let ours = known.isoCountryCode, let theirs = isoCountryCode?.uppercased() else { return self }
        var checked = self
        if CountryAgreement.holds(ours, theirs) {
            checked.timeZone = timeZone ?? known.timeZone
            checked.border = border ?? known.border
            if claims.isEmpty { checked.claims = known.claims }
        } else if known.border?.isCertain ?? true, known.claims.isEmpty {
            checked.conflictingCountryCode = ours
        }
        return checked
    }
}

extension Placemark.Precision {
    /// 0 for the finest.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}
