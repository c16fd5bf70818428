/// Combines the answers of several providers for one point.
struct AnswerAssembly {
    private var parts: [[Placemark]] = []
    private var isOfflinePart: [Bool] = []

    /// Placemarks used only to check the country.
    private var reference: [Placemark] = []

    /// Whether no provider has answered.
    var isEmpty: Bool { parts.isEmpty }

    /// Whether a provider knows the house number.
    var reachesHouse: Bool { parts.contains { $0[0].precision == .house } }

    /// Whether the embedded world's placemark is needed: to check the web, or to complete a street index.
    var needsReference: Bool { zip(parts, isOfflinePart).contains { !$1 || $0[0].timeZone == nil } }

    mutating func add(_ placemarks: [Placemark], isOffline: Bool) {
        guard !placemarks.isEmpty else { return }
        parts.append(placemarks)
        isOfflinePart.append(isOffline)
    }

    /// Uses the embedded world's placemarks only to check those of the web and to complete those of other offline providers.
    mutating func check(by placemarks: [Placemark]) { if reference.isEmpty { reference = placemarks } }

    /// Returns all placemarks, best first.
    ///
    /// The borders in this machine's data are used to check the country of web placemarks: if they agree, the web's
    /// placemark gets the time zone and the border; if they certainly disagree, it is marked and moved to the end. A
    /// placemark of a street index gets what its extract lacks from the embedded world.
    ///
    /// - Parameter isByPrecision: Whether the finest comes first; otherwise the order of the providers is kept.
    /// - Returns: The placemarks.
    func placemarks(isByPrecision: Bool) -> [Placemark] {
        let world = zip(parts, isOfflinePart).first { $1 && $0[0].timeZone != nil }?.0[0] ?? reference.first
        let parts = zip(parts, isOfflinePart).map { part, isOffline in
            guard isOffline, let world else { return part }
            return part.map { $0.completed(by: world) }
        }
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
        return sound.flatMap { $0 } + (conflicting.isEmpty ? [] : reference) + conflicting
    }
}

extension Placemark {
    /// Completes a placemark of a street index from the embedded world.
    ///
    /// It gets the time zone and the border, which is certain if the extract has the country, and country, state and city if the extract has no boundaries of them. A
    /// placemark with a time zone is complete already.
    ///
    /// - Parameter world: The embedded world's placemark of the same point.
    /// - Returns: The completed placemark; this one unchanged if the two are certainly in different countries.
    package func completed(by world: Placemark) -> Placemark {
        guard timeZone == nil, world.isoCountryCode != nil || world.timeZone != nil else { return self }
        if let ours = isoCountryCode, let theirs = world.isoCountryCode, !CountryAgreement.holds(ours, theirs) {
            return self
        }
        var completed = self
        completed.timeZone = world.timeZone
        completed.border = border ?? world.border
        // The extract has the boundary itself, of which the world's is a simplified copy.
        if isoCountryCode != nil { completed.border?.isCertain = true }
        if claims.isEmpty { completed.claims = world.claims }
        if country == nil {
            completed.country = world.country
            completed.nameLanguages.country = world.nameLanguages.country
        }
        if isoCountryCode == nil {
            completed.isoCountryCode = world.isoCountryCode
            // Some countries have no states; an extract that has the country has those too.
            if administrativeArea == nil {
                completed.administrativeArea = world.administrativeArea
                completed.nameLanguages.administrativeArea = world.nameLanguages.administrativeArea
            }
        }
        if isLocalityNearest, isoCountryCode == nil, let name = world.locality, name != locality {
            // The nearest settlement may be across a border that the extract does not have.
            completed.locality = name
            completed.nameLanguages.locality = world.nameLanguages.locality
            completed.subLocality = nil
        }
        if locality == nil, subLocality == nil {
            completed.locality = world.locality
            completed.nameLanguages.locality = world.nameLanguages.locality
        }
        let both = [attribution, world.attribution].compactMap(\.self)
        completed.attribution = both.isEmpty ? nil : both.joined(separator: "; ")
        return completed
    }

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
    /// The rank of the precision, 0 for the finest.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }

    /// Whether an address of this precision reaches farther down than one of another.
    package func isFiner(than other: Self) -> Bool { rank < other.rank }
}

/// Whether two country codes may describe the same point.
package enum CountryAgreement {
    /// Returns whether the codes are equal, or one is a territory of the other: services return either.
    package static func holds(_ one: String, _ other: String) -> Bool {
        one == other || sovereigns[one] == other || sovereigns[other] == one
    }

    private static let sovereigns: [String: String] = {
        var sovereigns: [String: String] = [:]
        for (sovereign, territories) in [
            ("US", "AS GU MP PR UM VI"), ("FR", "BL CP GF GP MF MQ NC PF PM RE TF WF YT"), ("NO", "BV SJ"),
            ("FI", "AX"),
            ("NL", "AW BQ CW SX"), ("DK", "FO GL"), ("CN", "HK MO"), ("AU", "CC CX HM NF"), ("NZ", "CK NU TK"),
            ("ES", "EA IC"), ("GB", "AC AI BM DG FK GG GI GS IM IO JE KY MS PN SH TA TC VG"),
        ] {
            for territory in territories.split(separator: " ") { sovereigns[String(territory)] = sovereign }
        }
        return sovereigns
    }()
}
