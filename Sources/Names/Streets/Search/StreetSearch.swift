import LKGeocoding

/// Finds what a query means among the names of a file.
///
/// Candidates are the subjects of the query's words. Each word of the query has to be explained: by the candidate's name, as a
/// house number of it, or by what it is in (``SearchContext``). A street also explains a house number that it does not have, and
/// records that.
struct StreetSearch {
    /// Something that was found.
    struct Hit {
        var subject: SearchSubject
        /// The house with the number; `nil` for the street as a whole and for anything but a street.
        var house: Int?
        var point: OSMPoint
        var name: SearchTerms.Coverage
        var lacksNumber = false
        var rank: Rank
    }

    /// The order of what was found, of several files too: the lowest first.
    struct Rank: Comparable {
        /// Whether settlements near by explain what no area does.
        var isNear = false
        /// Whether the map does not have the postcode of the query there.
        var hasOtherPostcode = false
        var missing = 0
        var lacksNumber = false
        var isContinued = false
        var number = HouseNumber.Match.exact
        /// Words of the query that the name has, negative.
        var explained = 0
        var distance = 0.0
        var kind = 0
        var cost = 0.0
        /// How unimportant it is among its kind.
        var weight = 0.0
        var index = 0

        static func < (left: Rank, right: Rank) -> Bool {
            if left.isNear != right.isNear { return right.isNear }
            if left.missing != right.missing { return left.missing < right.missing }
            if left.lacksNumber != right.lacksNumber { return right.lacksNumber }
            if left.hasOtherPostcode != right.hasOtherPostcode { return right.hasOtherPostcode }
            if left.isContinued != right.isContinued { return right.isContinued }
            if left.number != right.number { return left.number < right.number }
            // A street in its town comes before the bus stop that is called after both.
            if (left.kind == 2) != (right.kind == 2) { return right.kind == 2 }
            if left.explained != right.explained { return left.explained < right.explained }
            if left.distance != right.distance { return left.distance < right.distance }
            if left.kind != right.kind { return left.kind < right.kind }
            if left.cost != right.cost { return left.cost < right.cost }
            return (left.weight, left.index) < (right.weight, right.index)
        }
    }

    /// Maximum number of postings read; rarer words are read first.
    private static let maximumPostings = 200_000
    /// Maximum number of candidates whose names and houses are examined.
    private static let maximumCandidates = 2_000

    /// Approximate number of points of a street compared with the surroundings.
    private static let maximumSamples = 64

    private let index: StreetIndex
    private let query: StreetQuery
    private let terms: SearchTerms
    private let context: SearchContext
    private let numbers: [(code: [UInt8], mask: UInt32)]
    private let names: UInt32
    /// Tokens that may stay unexplained.
    private let doubtful: UInt32
    private let near: LocalPlane?
    private var hits: [Hit] = []
    /// The most words in the name of a street that has the number: where such a house is known, streets without the number and with
    /// fewer words are not what was meant.
    private var mostExplained = 0

    /// Returns what a query may mean, the best match first.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - index: Where to look.
    ///   - near: The point from which the nearest come first; `nil` for none.
    ///   - allowingTypingErrors: Whether a word that no name has may differ from one by a letter.
    /// - Returns: The hits.
    static func run(
        _ query: StreetQuery, in index: StreetIndex, near: OSMPoint?, allowingTypingErrors: Bool = false
    ) -> [Hit] {
        guard !query.tokens.isEmpty, query.tokens.count <= StreetQuery.maximumTokens else { return [] }
        let terms = SearchTerms(query, in: index, allowingTypingErrors: allowingTypingErrors)
        var search = StreetSearch(query, terms, in: index, near: near)
        for candidate in search.candidates() { search.look(at: candidate) }
        return search.hits.sorted { $0.rank < $1.rank }
    }

    private init(_ query: StreetQuery, _ terms: SearchTerms, in index: StreetIndex, near: OSMPoint?) {
        self.index = index
        self.query = query
        self.terms = terms
        context = SearchContext(query, terms, in: index)
        numbers = query.codes(.houseNumber)
        names = query.mask(.name)
        doubtful = query.doubtful
        self.near = near.map { LocalPlane($0) }
    }

    // MARK: Candidates

    /// Returns the subjects whose names, numbers and surroundings may explain all of the query, those with more words
    /// first.
    private func candidates() -> [SearchSubject] {
        var found: [(subject: UInt32, mask: UInt32)] = []
        let inOrder = terms.terms.filter { $0.mask & ~names == 0 }.sorted { $0.postings.count < $1.postings.count }
        var read: [SearchTerms.Term] = []
        var left = Self.maximumPostings
        for term in inOrder where left > 0 {
            for posting in term.postings.prefix(left) { found.append((index.subject(posting).rawValue, term.mask)) }
            left -= term.postings.count
            read.append(term)
        }
        let unread = inOrder.dropFirst(read.count)
        found.sort { $0.subject < $1.subject }
        var candidates: [(subject: SearchSubject, count: Int)] = []
        let codes = numbers.reduce(0) { $0 | $1.mask }
        var next = found.startIndex
        while next < found.endIndex {
            let subject = SearchSubject(rawValue: found[next].subject)
            var mask: UInt32 = 0
            while next < found.endIndex, found[next].subject == subject.rawValue {
                mask |= found[next].mask
                next += 1
            }
            for term in unread {
                let posting = index.firstPosting(in: term.postings, from: subject)
                if posting < term.postings.upperBound, index.subject(posting) == subject { mask |= term.mask }
            }
            var others: UInt32 = 0
            if subject.kind == .interest, let street = index.house(subject.index)?.street {
                others = terms.mask(ofStreet: street, in: index)
            }
            guard query.all & ~(mask | others | codes | context.possible | doubtful) == 0 else { continue }
            candidates.append((subject, mask.nonzeroBitCount))
        }
        if candidates.count > Self.maximumCandidates {
            // The surroundings distinguish streets of the same name, and checking them is faster than checking their houses.
            let known = candidates.filter { mayBeMeant($0.subject, codes) }
            if !known.isEmpty { candidates = known }
        }
        let most = candidates.map(\.count).max() ?? 0
        return candidates.sorted { ($1.count, $0.subject) < ($0.count, $1.subject) }
            .prefix { $0.count == most || candidates.count < Self.maximumCandidates }
            .prefix(Self.maximumCandidates).map(\.subject)
    }

    /// Returns whether the surroundings of a subject explain what neither names nor numbers do.
    private func mayBeMeant(_ subject: SearchSubject, _ codes: UInt32) -> Bool {
        guard subject.kind == .street, let street = index.layout.streets[subject.index] else { return true }
        let rest = query.all & ~(bestName(street.uint32(0)).mask | codes | doubtful)
        let middle = context.explain(street.box(4).middle, house: nil, street: subject.index, rest)
        return middle.mask == rest || position(ofStreet: subject.index, street, rest) != nil
    }

    private func bestName(_ names: UInt32) -> SearchTerms.Coverage {
        var best = SearchTerms.Coverage()
        index.forEachName(names) { _, text in
            var match = terms.match(index.textBytes(text), allowed: self.names)
            match.text = text
            if match.isBetter(than: best) { best = match }
            return true
        }
        return best
    }

    private func match(_ text: UInt32) -> SearchTerms.Coverage {
        var match = terms.match(index.textBytes(text), allowed: names)
        match.text = text
        return match
    }

    // MARK: A candidate

    private mutating func look(at subject: SearchSubject) {
        switch subject.kind {
        case .street: lookAtStreet(subject)
        case .interest: lookAtInterest(subject)
        case .house: lookAtHouse(subject)
        case .area: lookAtArea(subject)
        case .settlement: lookAtSettlement(subject)
        case .postcode: lookAtPostcode(subject)
        case nil: break
        }
    }

    private mutating func lookAtStreet(_ subject: SearchSubject) {
        guard let street = index.layout.streets[subject.index] else { return }
        let name = bestName(street.uint32(0))
        guard name.mask != 0 else { return }
        let weight = Double(street.uint32(24) >> StreetFormat.countBits)
        var hasNumber = false
        for number in numbers where number.mask & name.mask == 0 {
            index.forEachHouse(of: subject.index) { house in
                guard let record = index.house(house),
                    let match = HouseNumber.match(index.textBytes(record.number), number.code)
                else { return true }
                let rest = query.all & ~(name.mask | number.mask)
                let explained = context.explain(record.point, house: record, street: subject.index, rest)
                guard rest & ~(explained.mask | doubtful) == 0 else { return true }
                hasNumber = true
                var rank = rank(of: name, explained, kind: 1, record.point, weight)
                rank.number = match
                rank.hasOtherPostcode = explained.mask != rest
                rank.index = house
                // Numbers that follow from those of their neighbours come after mapped ones.
                if record.flags.contains(.isInterpolated) { rank.weight += 100 }
                // A house is preferred to a shop in it.
                if record.interest != nil { rank.weight += 50 }
                hits.append(Hit(subject: subject, house: house, point: record.point, name: name, rank: rank))
                if explained.mask == rest, explained.cost == 0 {
                    mostExplained = max(mostExplained, name.mask.nonzeroBitCount)
                }
                return true
            }
        }
        guard !hasNumber, name.mask.nonzeroBitCount >= mostExplained else { return }
        // Without a house of that number, the street itself matches; any number of the query may be the missing one.
        let missing = [0] + numbers.map(\.mask).filter { $0 & name.mask == 0 }
        for (missing, doubtful) in missing.map({ ($0, 0) }) + missing.map({ ($0, doubtful) }) {
            let rest = query.all & ~(name.mask | missing | doubtful)
            guard let (point, explained) = position(ofStreet: subject.index, street, rest) else { continue }
            var rank = rank(of: name, explained, kind: 1, point, weight)
            rank.lacksNumber = missing != 0
            rank.hasOtherPostcode = doubtful != 0
            rank.index = subject.index
            hits.append(
                Hit(subject: subject, house: nil, point: point, name: name, lacksNumber: missing != 0, rank: rank))
            return
        }
    }

    /// Returns the point of a street that best explains the rest of the query, the nearest to its middle among equally
    /// good ones.
    private func position(
        ofStreet number: Int, _ street: StreetRecords.Record, _ rest: UInt32
    ) -> (point: OSMPoint, explained: SearchContext.Explained)? {
        let middle = street.box(4).middle
        let plane = LocalPlane(middle)
        let first = Int(street.uint32(20))
        let count = min(Int(street.uint32(24) & (1 << StreetFormat.countBits - 1)), index.layout.pieces.count - first)
        guard count > 0, context.mayExplain(street.box(4), rest) else { return nil }
        var feet: [(point: OSMPoint, distance: Double)] = []
        let stride = Swift.stride(from: first, to: first + count, by: count / Self.maximumSamples + 1)
        for piece in stride {
            feet.append((index.foot(onPiece: piece, plane, of: middle), index.distance(toPiece: piece, plane)))
            let line = index.line(ofPiece: piece)
            for number in Swift.stride(from: 0, to: line.count, by: count * line.count / Self.maximumSamples + 1) {
                feet.append((line[number], plane.distance(to: line[number])))
            }
        }
        feet.sort { $0.distance < $1.distance }
        // A long street is in several municipalities.
        var best: (point: OSMPoint, explained: SearchContext.Explained)?
        for foot in feet {
            let explained = context.explain(foot.point, house: nil, street: number, rest)
            guard explained.mask == rest, explained.cost < best?.explained.cost ?? .infinity else { continue }
            best = (foot.point, explained)
            if explained.cost == 0 { break }
        }
        return best
    }

    private mutating func lookAtInterest(_ subject: SearchSubject) {
        guard let house = index.house(subject.index),
            let interest = house.interest.flatMap({ index.layout.interests[$0] })
        else { return }
        let name = bestName(interest.uint32(8))
        guard name.mask != 0 else { return }
        var rest = query.all & ~name.mask
        for number in numbers where number.mask & ~rest == 0 {
            if HouseNumber.match(index.textBytes(house.number), number.code) != nil { rest &= ~number.mask }
        }
        let explained = context.explain(house.point, house: house, street: house.street, rest)
        guard explained.mask == rest else { return }
        var rank = rank(of: name, explained, kind: 2, house.point, house.isArea ? 0 : 1)
        rank.index = subject.index
        hits.append(Hit(subject: subject, house: subject.index, point: house.point, name: name, rank: rank))
    }

    /// Looks at a house of a village without streets, or of a block.
    private mutating func lookAtHouse(_ subject: SearchSubject) {
        guard let house = index.house(subject.index) else { return }
        var name = match(house.place)
        var block: UInt32 = 0
        if let stated = house.locality.flatMap({ index.layout.localities[$0] }) {
            block = stated.uint32(20)
            let parts = [stated.uint32(12), stated.uint32(16)].map { index.textBytes($0) }
            var joined = Array(parts.joined()).withUnsafeBytes { terms.match($0, allowed: names) }
            joined.text = stated.uint32(12)
            if joined.isBetter(than: name) { name = joined }
            for field in [12, 16] {
                let part = match(stated.uint32(field))
                if part.isBetter(than: name) { name = part }
            }
        }
        guard name.mask != 0 else { return }
        let stated = numberBytes(of: house, block: block)
        for number in numbers where number.mask & name.mask == 0 {
            guard let match = stated.withUnsafeBytes({ HouseNumber.match($0, number.code) }) else { continue }
            let rest = query.all & ~(name.mask | number.mask)
            let explained = context.explain(house.point, house: house, street: nil, rest)
            guard rest & ~(explained.mask | doubtful) == 0 else { continue }
            var rank = rank(of: name, explained, kind: 1, house.point, 0)
            rank.number = match
            rank.hasOtherPostcode = explained.mask != rest
            rank.index = subject.index
            hits.append(Hit(subject: subject, house: subject.index, point: house.point, name: name, rank: rank))
            return
        }
    }

    /// Returns a house's number, after that of its block if it has one.
    private func numberBytes(of house: StreetIndex.House, block: UInt32) -> [UInt8] {
        let (block, number) = (index.textBytes(block), index.textBytes(house.number))
        if block.isEmpty { return Array(number) }
        return number.isEmpty ? Array(block) : Array(block) + [UInt8(ascii: "-")] + Array(number)
    }

    private mutating func lookAtArea(_ subject: SearchSubject) {
        guard let area = index.area(subject.index) else { return }
        var name = bestName(area.names)
        if area.kind == .postal || name.mask == 0 {
            var code = match(area.code)
            // Of US-TX the state's part alone is a word of the file.
            if area.kind == .administrative, code.mask != 0 {
                (code.missing, code.text) = (0, index.localName(area.names))
            }
            if code.isBetter(than: name) { name = code }
        }
        guard name.mask != 0 else { return }
        let rest = query.all & ~name.mask
        let point = index.inside(area)
        let explained = context.explain(point, house: nil, street: nil, rest)
        guard explained.mask == rest else { return }
        // The largest first, of one name.
        var rank = rank(of: name, explained, kind: 0, point, -area.box.radius)
        rank.index = subject.index
        hits.append(Hit(subject: subject, house: nil, point: point, name: name, rank: rank))
    }

    private mutating func lookAtSettlement(_ subject: SearchSubject) {
        guard let settlement = index.settlement(subject.index) else { return }
        let name = bestName(settlement.names)
        guard name.mask != 0 else { return }
        let rest = query.all & ~name.mask
        let explained = context.explain(settlement.point, house: nil, street: nil, rest)
        guard explained.mask == rest else { return }
        var rank = rank(of: name, explained, kind: 0, settlement.point, Double(settlement.kind.number))
        rank.index = subject.index
        hits.append(Hit(subject: subject, house: nil, point: settlement.point, name: name, rank: rank))
    }

    private mutating func lookAtPostcode(_ subject: SearchSubject) {
        guard let house = index.house(subject.index) else { return }
        let name = match(house.postcode)
        guard name.mask != 0, name.missing == 0 else { return }
        let rest = query.all & ~name.mask
        let explained = context.explain(house.point, house: nil, street: nil, rest)
        guard explained.mask == rest else { return }
        var rank = rank(of: name, explained, kind: 0, house.point, 1)
        rank.index = subject.index
        hits.append(Hit(subject: subject, house: nil, point: house.point, name: name, rank: rank))
    }

    private func rank(
        of name: SearchTerms.Coverage, _ explained: SearchContext.Explained, kind: Int, _ point: OSMPoint,
        _ weight: Double
    ) -> Rank {
        var rank = Rank()
        rank.isNear = explained.cost > 0
        rank.missing = min(name.missing, 1)
        rank.isContinued = name.isContinued
        rank.explained = -name.mask.nonzeroBitCount
        rank.distance = near?.distance(to: point) ?? 0
        rank.kind = kind
        rank.cost = explained.cost
        rank.weight = weight
        return rank
    }
}

extension StreetIndex {
    /// Returns a point inside an area: its middle, or the middle of the largest gap between its outlines on the
    /// parallel there.
    func inside(_ area: Area) -> OSMPoint {
        let middle = area.box.middle
        if contains(area, middle) { return middle }
        var crossings: [Double] = []
        guard area.ringCount <= layout.rings.count - area.firstRing else { return middle }
        for number in area.firstRing..<area.firstRing + area.ringCount {
            let ring = ring(number)
            guard var before = ring.last else { continue }
            for point in ring {
                if (before.latitude > middle.latitude) != (point.latitude > middle.latitude) {
                    let share =
                        (Double(middle.latitude) - Double(before.latitude))
                        / (Double(point.latitude) - Double(before.latitude))
                    crossings.append(
                        Double(before.longitude) + share * (Double(point.longitude) - Double(before.longitude)))
                }
                before = point
            }
        }
        crossings.sort()
        var best = (width: 0.0, middle: Double(middle.longitude))
        for first in stride(from: 0, to: crossings.count - 1, by: 2) {
            let width = crossings[first + 1] - crossings[first]
            if width > best.width { best = (width, (crossings[first] + crossings[first + 1]) / 2) }
        }
        return OSMPoint(latitude: middle.latitude, longitude: Int32(best.middle))
    }
}
