/// Combines the answers of several providers for one point.
struct AnswerAssembly {
    private var parts: [[Placemark]] = []
    private var isOfflinePart: [Bool] = []

    /// Placemarks used only to check the country.
    private var reference: [Placemark] = []

    /// Whether the placemarks that check the web are no answer even where they contradict it.
    var hidesReference = false

    /// Whether no provider has answered.
    var isEmpty: Bool { parts.isEmpty }

    /// Whether a provider knows the house number.
    var reachesHouse: Bool { parts.contains { $0[0].precision == .house } }

    /// Whether the borders on this machine are needed, to check the web.
    var needsReference: Bool { isOfflinePart.contains(false) }

    mutating func add(_ placemarks: [Placemark], isOffline: Bool) {
        guard !placemarks.isEmpty else { return }
        parts.append(placemarks)
        isOfflinePart.append(isOffline)
    }

    /// Sets placemarks that are used only to check those of the web.
    mutating func check(by placemarks: [Placemark]) { if reference.isEmpty { reference = placemarks } }

    /// Returns all placemarks, best first.
    ///
    /// The borders in this machine's data are used to check the country of web placemarks: if they agree, the web's
    /// placemark gets the time zone and the border; if they certainly disagree, it is marked and moved to the end.
    ///
    /// - Parameter isByPrecision: Whether the finest comes first; otherwise the order of the providers is kept.
    /// - Returns: The placemarks.
    func placemarks(isByPrecision: Bool) -> [Placemark] {
        let known = zip(parts, isOfflinePart).first { $1 && $0[0].isoCountryCode != nil }?.0[0] ?? reference.first
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
            // Stable: equal precisions keep the order of the providers.
            sound = sound.enumerated().sorted {
                ($0.element[0].precision.rank, $0.offset) < ($1.element[0].precision.rank, $1.offset)
            }.map(\.element)
        }
        // Include the check's placemarks only if they contradict.
        return sound.flatMap { $0 } + (conflicting.isEmpty || hidesReference ? [] : reference) + conflicting
    }
}

extension Placemark {
    /// Returns this web placemark, checked against and completed by that of the borders on this machine.
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
    /// The rank of the precision, 0 for the finest.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }

    /// Returns whether an address of this precision is more detailed than one of another.
    package func isFiner(than other: Self) -> Bool { rank < other.rank }
}
