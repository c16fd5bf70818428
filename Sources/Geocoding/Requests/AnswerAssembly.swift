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

    /// Whether a web provider has answered.
    var hasWebPart: Bool { isOfflinePart.contains(false) }

    mutating func add(_ placemarks: [Placemark], isOffline: Bool) {
        guard !placemarks.isEmpty else { return }
        parts.append(placemarks)
        isOfflinePart.append(isOffline)
    }

    /// Uses this machine's placemarks for the point only to check those of the web.
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
        return sound.flatMap { $0 } + (conflicting.isEmpty ? [] : reference) + conflicting
    }
}

extension Placemark {
    /// Returns this web placemark, checked against one from this machine's borders.
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
}

/// Whether two country codes may describe the same point.
enum CountryAgreement {
    /// Returns whether the codes are equal, or one is a territory of the other: services return either.
    static func holds(_ one: String, _ other: String) -> Bool {
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
