/// What a point is at: a house, a street, a place of interest.
///
/// All three are compared by their distance in degrees, and the nearest one counts. A house or place of interest that is
/// an area is as near as its outline, and at distance 0 inside. Then:
///
/// - Where a street is nearest, its house nearest to the foot on the street gives the number, up to ``reach`` from there.
/// - Inside an area without an address that reaches more than ``reach`` from the point, a harbour or a golf course, the street is
///   the one nearest to the point. Nominatim has one street for all of it.
/// - Inside several areas, the smallest addressed building counts. A node inside the smallest area that has no other number
///   than the building is preferred to it: the shop in it, or the entrance that has the number of a school.
///
/// So a number always belongs to the street it is printed with. The rules are those by which Nominatim answers, checked against
/// the answers of a real one for the same extracts. The distance that is told is that on the ground.
struct FrontSearch {
    /// Metres within which something is what the point is at: 0.007 degrees of latitude.
    static let limit = 778.0
    /// Metres within which a house gives its number to the foot of a point on its street, and a node in an area is
    /// preferred to the area: 0.001 degrees of latitude.
    static let reach = 111.0
    /// Metres within which a node with a number of its own is what the point is at, whatever it is in.
    private static let touch = 1.5

    /// What was found.
    struct Front {
        /// The street, as an index.
        var street: Int?
        /// What gives the number, or the name of the place of interest.
        var house: StreetIndex.House?
        /// What the point is in, if that has a name and ``house`` has none.
        var surrounding: StreetIndex.House?
        /// Metres to the house, else to the street.
        var distance: Double
        /// The nearest point of the street, or the middle of the house.
        var point: OSMPoint
    }

    private let index: StreetIndex
    private let point: OSMPoint
    private let plane: LocalPlane
    /// Says whether something at a position counts.
    private let isWanted: ((OSMPoint) -> Bool)?

    /// What the search is looking for.
    private enum Stage {
        /// The nearest thing of all.
        case nearest
        /// A house of the nearest street.
        case house
        /// A node in the area around the point.
        case interest
        case end
    }

    private var stage = Stage.nearest
    /// Items around the point, until the first one that is farther away.
    private var around: [Int]? = []
    private var street: (index: Int, piece: Int, foot: OSMPoint, distance: Double, plane: LocalPlane)?
    /// What was found; in ``Stage/house`` the distance is the one from the foot on the street.
    private var nearest: (house: StreetIndex.House, distance: Double)?
    /// The smallest area that counts and has the point in it, and how far it reaches.
    private var inmost: (house: StreetIndex.House, reach: Double)?
    private var surrounding: StreetIndex.House?
    /// The last resort: a building that is called something and has no address.
    private var named: (house: StreetIndex.House, distance: Double)?

    /// The nearest front.
    ///
    /// - Parameters:
    ///   - point: From where.
    ///   - index: The streets.
    ///   - isWanted: Says whether something at a position counts; `nil`: everything does.
    /// - Returns: `nil` when nothing is within ``limit``.
    static func nearest(
        to point: OSMPoint, in index: StreetIndex, where isWanted: ((OSMPoint) -> Bool)? = nil
    ) -> Front? {
        var search = FrontSearch(index: index, point: point, plane: .ofDegrees(point), isWanted: isWanted)
        return search.run()
    }

    private init(index: StreetIndex, point: OSMPoint, plane: LocalPlane, isWanted: ((OSMPoint) -> Bool)?) {
        self.index = index
        self.point = point
        self.plane = plane
        self.isWanted = isWanted
    }

    private mutating func run() -> Front? {
        let pieces = index.layout.pieces.count
        let (index, plane) = (self.index, self.plane)
        index.layout.fronts.nearest(to: point, on: plane, within: Self.limit) { item in
            if item < pieces { return index.distance(toPiece: item, plane) }
            return index.house(item - pieces).map { index.distance(to: $0, plane) } ?? .infinity
        } visit: { item, distance in
            if distance == 0 {
                around?.append(item)
                return true
            }
            settle()
            visit(item, distance)
            return distance <= farthest
        }
        settle()
        let ground = LocalPlane(point)
        if let street {
            let house = nearest?.house
            return Front(
                street: street.index, house: house,
                distance: house.map { index.distance(to: $0, ground) } ?? index.distance(toPiece: street.piece, ground),
                point: house?.point ?? street.foot)
        }
        guard let found = (nearest ?? named)?.house else { return nil }
        return Front(
            street: isLargeWithoutAddress(found) ? nearestStreet() ?? found.street : found.street, house: found,
            surrounding: surrounding, distance: index.distance(to: found, ground),
            point: found.point)
    }

    /// Whether the street of a thing is only the most important one beside it, and that beside the point may be another one: a
    /// harbour has dozens.
    private func isLargeWithoutAddress(_ house: StreetIndex.House) -> Bool {
        house.isArea && house.flags.contains(.hasGuessedStreet) && !house.hasNumber
            && index.farthest(of: house, plane) > Self.reach
    }

    private func nearestStreet() -> Int? {
        let pieces = index.layout.pieces.count
        var street: Int?
        index.layout.fronts.nearest(to: point, on: plane, within: Self.limit) { item in
            item < pieces ? index.distance(toPiece: item, plane) : .infinity
        } visit: { item, _ in
            guard let found = index.layout.pieces[item]?.index(0),
                isWanted?(index.foot(onPiece: item, plane, of: point)) ?? true
            else { return true }
            street = found
            return false
        }
        return street
    }

    /// Distance beyond which nothing can change the answer.
    private var farthest: Double {
        switch stage {
        case .nearest: Self.limit
        case .house:
            // A house is at most as far from its outline as its middle is from the foot.
            street.map { $0.distance + min(nearest?.distance ?? .infinity, Self.reach) } ?? 0
        case .interest: max(min(inmost?.reach ?? 0, Self.reach), Self.touch)
        case .end: -1
        }
    }

    /// Chooses among the items that are around the point.
    private mutating func settle() {
        guard let around else { return }
        self.around = nil
        guard !around.isEmpty else { return }
        let pieces = index.layout.pieces.count
        var houses: [(house: StreetIndex.House, size: Double)] = []
        for item in around where item >= pieces {
            guard let house = index.house(item - pieces), isWanted?(house.point) ?? true else { continue }
            houses.append((house, index.size(of: house)))
        }
        // Stable, so that of equal ones the first in the file counts.
        houses = houses.enumerated().sorted { ($0.element.size, $0.offset) < ($1.element.size, $1.offset) }.map(
            \.element)
        if let node = houses.first(where: { isOwnNode($0.house) })?.house {
            nearest = (node, 0)
            stage = .end
            return
        }
        let building = houses.first { $0.house.isAddressedBuilding && !$0.house.flags.contains(.hasInheritedAddress) }
        guard let found = (building ?? houses.first { isFront($0.house) })?.house else {
            named = houses.first { $0.house.flags.contains(.isNamedBuilding) }.map { ($0.house, 0) }
            if let piece = around.first(where: { $0 < pieces }) { visit(piece, 0) }
            return
        }
        nearest = (found, 0)
        stage = found.isArea ? .interest : .end
        if let interest = houses.first(where: { isInterest($0.house, of: found) })?.house {
            nearest = (interest, 0)
            if !interest.isArea { stage = .end }
        }
        inmost = houses.first { $0.house.isArea && isFront($0.house) }.map {
            ($0.house, index.farthest(of: $0.house, plane))
        }
    }

    /// Looks at an item, which are visited in the order of their distance.
    private mutating func visit(_ item: Int, _ distance: Double) {
        let pieces = index.layout.pieces.count
        guard item >= pieces else {
            guard stage == .nearest, let street = index.layout.pieces[item]?.index(0) else { return }
            let foot = index.foot(onPiece: item, plane, of: point)
            guard isWanted?(foot) ?? true else { return }
            self.street = (street, item, foot, distance, .ofDegrees(foot))
            stage = .house
            return
        }
        guard stage != .end, let house = index.house(item - pieces), isWanted?(house.point) ?? true else { return }
        switch stage {
        case .nearest:
            if isFront(house) {
                nearest = (house, distance)
                stage = .end
            } else if named == nil, house.flags.contains(.isNamedBuilding) {
                named = (house, distance)
            }
        case .house:
            guard let street, house.street == street.index, isNumbered(house) else { return }
            let distance = street.plane.distance(to: house.point)
            guard distance < nearest?.distance ?? Self.reach else { return }
            nearest = (house, distance)
        case .interest:
            if distance <= Self.touch, isOwnNode(house) {
                (nearest, surrounding) = ((house, distance), nil)
                stage = .end
                return
            }
            guard let around = nearest?.house, isNode(house, in: around) else { return }
            if around.interest != nil, name(of: house) == nil { surrounding = around }
            nearest = (house, distance)
            stage = .end
        case .end: break
        }
    }

    /// Whether a thing counts as the nearest.
    ///
    /// Numbers between others belong to a street, and are looked for when it is the nearest. Land with an address, such as a
    /// garden, is not what a point beside it is at.
    private func isFront(_ house: StreetIndex.House) -> Bool {
        (house.hasNumber || house.interest != nil)
            && house.flags.isDisjoint(with: [.isInterpolated, .isNamedBuilding, .isLand])
            && (!house.isArea || plane.distance(to: house.point) <= Self.limit)
    }

    /// Whether a house has a number, and not a name in place of it, which is never that of a point outside the house.
    private func isNumbered(_ house: StreetIndex.House) -> Bool {
        index.textBytes(house.number).contains(where: \.isDigit)
    }

    /// Whether a thing is a node with a number of its own.
    private func isOwnNode(_ house: StreetIndex.House) -> Bool {
        !house.isArea && isFront(house) && isNumbered(house) && !house.flags.contains(.hasInheritedAddress)
    }

    /// Whether a place of interest has its address from a building.
    private func isInterest(_ house: StreetIndex.House, of building: StreetIndex.House) -> Bool {
        house.interest != nil && house.flags.contains(.hasInheritedAddress) && house.number == building.number
            && house.street == building.street
    }

    /// Whether a thing is a node in the smallest area around the point, without another number than what was found there.
    private func isNode(_ house: StreetIndex.House, in found: StreetIndex.House) -> Bool {
        guard !house.isArea, isFront(house), !isNumbered(found) || house.number == found.number, let inmost else {
            return false
        }
        return index.distance(to: inmost.house, .ofDegrees(house.point)) == 0
    }

    private func name(of house: StreetIndex.House) -> UInt32? {
        house.interest.flatMap { index.layout.interests[$0]?.uint32(8) }.flatMap { $0 == 0 ? nil : $0 }
    }
}
