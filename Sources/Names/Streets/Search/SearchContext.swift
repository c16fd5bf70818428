import LKGeocoding
import LKThreads

/// What the words of a query say about where something is: in which areas, near which settlements, with which postcode.
struct SearchContext {
    /// What a word names.
    private struct Claim {
        var mask: UInt32
        var areas: [StreetIndex.Area] = []
        /// Those whose area is not known.
        var settlements: [StreetIndex.Settlement] = []

        /// Maximum number of pairs of areas and settlements compared.
        private static let maximumPairs = 20_000

        /// Removes settlements inside areas of the same name: what is outside the area is not in the settlement.
        mutating func leaveOutContained(by index: StreetIndex) {
            guard areas.count * settlements.count <= Self.maximumPairs else { return }
            let areas = areas
            settlements.removeAll { settlement in areas.contains { index.contains($0, settlement.point) } }
        }
    }

    /// What a position explains of a query.
    struct Explained {
        var mask: UInt32 = 0
        /// How far the position is from settlements that are named and whose area is not known, as a share of how far those
        /// reach; 0 inside the areas.
        var cost = 0.0
    }

    private let index: StreetIndex
    private let terms: SearchTerms
    private let allowed: UInt32
    private let postcodes: [(code: [UInt8], mask: UInt32)]
    private var claims: [Claim] = []
    /// Tokens that some position may explain.
    private(set) var possible: UInt32 = 0

    /// Maximum number of areas and settlements that a word may name; a word that names more is not specific.
    private static let maximumClaims = 2_000

    init(_ query: StreetQuery, _ terms: SearchTerms, in index: StreetIndex) {
        self.index = index
        self.terms = terms
        allowed = query.mask(.surroundings)
        postcodes = query.codes(.postcode)
        for term in terms.terms where term.mask & ~allowed == 0 && !term.isContinued {
            var claim = Claim(mask: term.mask)
            for posting in index.postings(term.postings, of: .area).prefix(Self.maximumClaims) {
                if let area = index.area(index.subject(posting).index) { claim.areas.append(area) }
            }
            for posting in index.postings(term.postings, of: .settlement).prefix(Self.maximumClaims) {
                if let found = index.settlement(index.subject(posting).index), Self.reach(found.kind) > 0 {
                    claim.settlements.append(found)
                }
            }
            claim.leaveOutContained(by: index)
            if index.isWordOfLocality(term.word) { possible |= term.mask }
            if !claim.areas.isEmpty || !claim.settlements.isEmpty {
                possible |= term.mask
                claims.append(claim)
            }
        }
        for postcode in postcodes { possible |= postcode.mask }
    }

    /// Returns the maximum distance of an object that counts as in a settlement, in metres.
    private static func reach(_ kind: SettlementKind) -> Double {
        switch kind {
        case .city: 20_000
        case .town: 10_000
        case .village, .borough: 5_000
        case .suburb, .hamlet: 3_000
        case .quarter, .neighbourhood: 2_000
        default: 1_000
        }
    }

    /// Returns whether a position in a rectangle may explain tokens, by the rectangles of areas alone.
    func mayExplain(_ box: GridBox, _ rest: UInt32) -> Bool {
        var left = rest
        for postcode in postcodes { left &= ~postcode.mask }
        for claim in claims where claim.mask & left != 0 {
            if !claim.settlements.isEmpty || claim.areas.contains(where: { $0.box.intersects(box) }) {
                left &= ~claim.mask
            }
        }
        return left == 0
    }

    /// Returns what a position explains.
    ///
    /// - Parameters:
    ///   - point: The position.
    ///   - house: A house there, whose address states more.
    ///   - street: Its street, or the one that is looked for.
    ///   - rest: The tokens that are to be explained.
    /// - Returns: Those that are, and how well.
    func explain(_ point: OSMPoint, house: StreetIndex.House?, street: Int?, _ rest: UInt32) -> Explained {
        var explained = Explained()
        guard rest != 0 else { return explained }
        explainByPostcode(point, house, street, rest, &explained)
        if let house { explainByAddress(house, rest, &explained) }
        for claim in claims where claim.mask & rest & ~explained.mask != 0 {
            if claim.areas.contains(where: { index.contains($0, point) }) { explained.mask |= claim.mask & rest }
        }
        let plane = LocalPlane(point)
        for claim in claims where claim.mask & rest & ~explained.mask != 0 {
            let nearest = claim.settlements.map { plane.distance(to: $0.point) / Self.reach($0.kind) }.min()
            guard let nearest, nearest <= 1 else { continue }
            explained.mask |= claim.mask & rest
            explained.cost = max(explained.cost, nearest)
        }
        return explained
    }

    private func explainByPostcode(
        _ point: OSMPoint, _ house: StreetIndex.House?, _ street: Int?, _ rest: UInt32, _ explained: inout Explained
    ) {
        let wanted = postcodes.filter { $0.mask & ~rest == 0 }
        guard !wanted.isEmpty else { return }
        func compare(_ text: UInt32) {
            guard text != 0 else { return }
            let words = SearchWords.folded(index.textBytes(text))
            let whole = HouseNumber.joined(words)
            for postcode in wanted where postcode.code == whole || postcode.code == words.first {
                explained.mask |= postcode.mask
            }
        }
        if let house { compare(house.postcode) }
        if explained.mask == 0, let street = street.flatMap({ index.layout.streets[$0] }) { compare(street.uint32(28)) }
        guard explained.mask == 0 else { return }
        index.layout.areaTree.forEach(containing: point) { number in
            if let area = index.area(number), area.kind == .postal, index.contains(area, point) { compare(area.code) }
        }
    }

    /// Adds the words that an address states beside number and street, and those of its street.
    private func explainByAddress(_ house: StreetIndex.House, _ rest: UInt32, _ explained: inout Explained) {
        func compare(_ text: UInt32) {
            guard text != 0, rest & ~explained.mask != 0 else { return }
            explained.mask |= terms.match(index.textBytes(text), allowed: rest & allowed).mask
        }
        if let street = house.street { explained.mask |= terms.mask(ofStreet: street, in: index) & rest & allowed }
        compare(house.place)
        if let stated = house.locality.flatMap({ index.layout.localities[$0] }) {
            for field in 0..<5 { compare(stated.uint32(4 * field)) }
        }
    }
}

extension StreetIndex {
    /// Returns whether a word is part of a city, quarter or province that addresses state; the words are collected
    /// once.
    func isWordOfLocality(_ word: SearchWords.Word) -> Bool {
        localityWords.withLock { known in
            if let known { return known.contains(word) }
            var texts: Set<UInt32> = []
            for number in 0..<layout.localities.count {
                guard let record = layout.localities[number] else { continue }
                for field in 0..<5 { texts.insert(record.uint32(4 * field)) }
            }
            var words: Set<SearchWords.Word> = []
            for text in texts { words.formUnion(SearchWords.words(of: textBytes(text))) }
            known = words
            return words.contains(word)
        }
    }
}
