/// Finds what a point is at: a house, a street or a place of interest.
///
/// All three are compared by their distance in degrees, and the nearest one counts. A house or place of interest that is
/// an area is as near as its outline, and at distance 0 inside. Then:
///
/// - If a street is nearest, the house nearest to the foot point on it gives the number, within ``reach`` of that point.
/// - Inside an area without an address that reaches more than ``reach`` from the point, a harbour or a golf course, the street is
///   the one nearest to the point. Nominatim uses one street for the whole area.
/// - Inside several areas, the smallest addressed building counts. A node inside the smallest area that has no other number
///   than the building is preferred to it: the shop in it, or the entrance that has the number of a school.
///
/// So a number always belongs to the street it is printed with. These are Nominatim's rules, checked against
/// the answers of a real server for the same extracts. The reported distance is measured on the ground.
struct FrontSearch {
    /// Maximum distance of a match from the point, in metres: 0.007 degrees of latitude.
    static let maximumDistance = 778.0
    /// Metres within which a house gives its number to the foot of a point on its street, and a node in an area is
    /// preferred to the area: 0.001 degrees of latitude.
    static let reach = 111.0
    /// Maximum distance, in metres, at which a node with its own number takes precedence over whatever contains the point.
    private static let touch = 1.5

    /// What was found.
    struct Front {
        /// The street, as an index.
        var street: Int?
        /// What gives the number, or the name of the place of interest.
        var house: StreetIndex.House?
        /// What contains the point, if that has a name and ``house`` has none.
        var surrounding: StreetIndex.House?
        /// Metres to the house, else to the street.
        var distance: Double
        /// The nearest point of the street, or the middle of the house.
        var point: OSMPoint
    }

    private let index: StreetIndex
    private let point: OSMPoint
    private let plane: LocalPlane
    /// Whether an object at a position counts; `nil`: all do.
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
    /// The smallest area that contains the point and may be the answer, and the metres to its farthest point.
    private var inmost: (house: StreetIndex.House, reach: Double)?
    private var surrounding: StreetIndex.House?
    /// The last resort: a building with a name and without an address.
    private var named: (house: StreetIndex.House, distance: Double)?

    /// Finds the nearest front.
    ///
    /// - Parameters:
    ///   - point: The point to search from.
    ///   - index: The streets.
    ///   - isWanted: Returns whether an object at a position counts; `nil`: all do.
    /// - Returns: `nil` when nothing is within ``maximumDistance``.
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
        index.layout.fronts.nearest(to: point, on: plane, within: Self.maximumDistance) { item in
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

    /// Returns whether an object's street is only the most important one beside it, so that the point may be beside
    /// another one: a harbour has dozens.
    private func isLargeWithoutAddress(_ house: StreetIndex.House) -> Bool {
        house.isArea && house.flags.contains(.hasGuessedStreet) && !house.hasNumber
            && index.farthest(of: house, plane) > Self.reach
    }

    private func nearestStreet() -> Int? {
        let pieces = index.layout.pieces.count
        var street: Int?
        index.layout.fronts.nearest(to: point, on: plane, within: Self.maximumDistance) { item in
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
        case .nearest: Self.maximumDistance
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

    /// Visits an item; must be called in the order of their distance.
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

    /// Returns whether an object may be the nearest front.
    ///
    /// Numbers between others belong to a street, and are looked for when it is the nearest. Land with an address, such as a
    /// garden, is not what a point beside it is at.
    private func isFront(_ house: StreetIndex.House) -> Bool {
        (house.hasNumber || house.interest != nil)
            && house.flags.isDisjoint(with: [.isInterpolated, .isNamedBuilding, .isLand])
            && (!house.isArea || plane.distance(to: house.point) <= Self.maximumDistance)
    }

    /// Returns whether a house has a number rather than a name, which never applies to a point outside the house.
    private func isNumbered(_ house: StreetIndex.House) -> Bool {
        index.textBytes(house.number).contains(where: \.isDigit)
    }

    /// Returns whether an object is a node with its own number.
    private func isOwnNode(_ house: StreetIndex.House) -> Bool {
        !house.isArea && isFront(house) && isNumbered(house) && !house.flags.contains(.hasInheritedAddress)
    }

    /// Returns whether a place of interest takes its address from a building.
    private func isInterest(_ house: StreetIndex.House, of building: StreetIndex.House) -> Bool {
        house.interest != nil && house.flags.contains(.hasInheritedAddress) && house.number == building.number
            && house.street == building.street
    }

    /// Returns whether an object is a node in the smallest area around the point whose number does not contradict the found one.
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
