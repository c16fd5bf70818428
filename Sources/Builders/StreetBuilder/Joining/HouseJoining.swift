import LKStreets

/// Houses in the making: each gets its street, places of interest the address of the building around them, and rows of houses
/// the numbers between those that are known.
struct HouseJoining {
    private var extract: Extract
    private var joining: StreetJoining

    /// Maximum distance of an object from a building's outline to count as inside, in metres: shops are often at the door.
    private static let outline = 0.02

    /// How far a house may be from the middle of a street that gets its postcode, in metres.
    ///
    /// Measured on Liechtenstein: Nominatim's postcode is found at 88.1 % of points instead of 80.8 %, and where it names none,
    /// three more have one; with 1,000 m 88.9 %, and 45 more.
    private static let postcodeReach = 500.0

    /// What an import writes.
    struct Result {
        var extract: Extract
        var streets: [StreetJoining.Street]
        /// The street of each house of the extract; ``StreetFormat/none`` for none.
        var streetOfHouse: [UInt32]
        /// How many numbers follow from those of their neighbours.
        var interpolated: Int
    }

    private init(_ extract: consuming Extract) {
        joining = StreetJoining(&extract)
        self.extract = extract
    }

    /// Joins what was read.
    ///
    /// - Parameters:
    ///   - extract: What was read; it is sorted by the numbers of OpenStreetMap, so that the order of files does not matter.
    ///   - progress: Gets the share that is done, 0 to 1; may throw to end the import.
    /// - Returns: What is to be written.
    /// - Throws: What `progress` throws.
    static func join<Failure: Error>(
        _ extract: consuming Extract, progress: (Double) throws(Failure) -> Void
    ) throws(Failure) -> Result {
        extract.streets.sort { $0.identity < $1.identity }
        extract.houses.sort { $0.identity < $1.identity }
        extract.areas.sort { $0.identity < $1.identity }
        extract.settlements.sort { $0.identity < $1.identity }
        extract.interpolations.sort { $0.identity < $1.identity }
        extract.streetRelations.sort { $0.id < $1.id }
        for (index, house) in extract.houses.enumerated() where extract.addresses[Int(house.address)].isLand {
            extract.houses[index].flags.insert(.isLand)
        }
        var joining = HouseJoining(extract)
        try progress(0.2)
        let buildings = joining.inheritAddresses()
        try progress(0.3)
        var streetOfHouse = try joining.streets(buildings) { share throws(Failure) in try progress(0.3 + 0.7 * share) }
        let before = joining.extract.houses.count
        joining.interpolate(&streetOfHouse)
        joining.postcodes(streetOfHouse)
        return Result(
            extract: joining.extract, streets: joining.joining.streets, streetOfHouse: streetOfHouse,
            interpolated: joining.extract.houses.count - before)
    }

    private func address(of house: Extract.House) -> Extract.Address { extract.addresses[Int(house.address)] }

    /// Gives places of interest without an address that of the smallest building around them.
    ///
    /// - Returns: The building of each place of interest that got an address, by their indices.
    private mutating func inheritAddresses() -> [Int: Int] {
        let buildings = extract.houses.indices.filter { index in
            guard case .polygon = extract.houses[index].shape else { return false }
            return address(of: extract.houses[index]).hasNumber && !extract.houses[index].flags.contains(.isLand)
        }
        var found: [Int: Int] = [:]
        let tree = BoxTree.bytes(of: buildings.map { extract.shapes.box(of: extract.houses[$0].shape) })
        tree.withUnsafeBytes { bytes in
            guard let tree = BoxTree(bytes, count: buildings.count) else { return }
            for (index, house) in extract.houses.enumerated() where house.interest != 0 {
                let stated = address(of: house)
                guard !stated.hasNumber, stated.street == 0, !house.flags.contains(.isNamedBuilding) else { continue }
                let center = extract.shapes.center(of: house.shape)
                let area = extract.shapes.area(of: house.shape)
                var best: (area: Double, building: Int)?
                tree.forEach(containing: center) { item in
                    let building = buildings[item]
                    let shape = extract.houses[building].shape
                    guard extract.shapes.distance(of: shape, to: GridBox(center)) <= Self.outline else { return }
                    let size = extract.shapes.area(of: shape)
                    guard size >= area, (size, building) < (best?.area ?? .infinity, best?.building ?? 0) else {
                        return
                    }
                    best = (size, building)
                }
                if let best { found[index] = best.building }
            }
        }
        for (index, building) in found {
            extract.houses[index].address = extract.houses[building].address
            extract.houses[index].flags.insert(.hasInheritedAddress)
        }
        return found
    }

    /// Finds the street of each house.
    private mutating func streets<Failure: Error>(
        _ buildings: [Int: Int], progress: (Double) throws(Failure) -> Void
    ) throws(Failure) -> [UInt32] {
        let relations = relationNames()
        var streets = Array(repeating: StreetFormat.none, count: extract.houses.count)
        for index in extract.houses.indices where buildings[index] == nil {
            if index.isMultiple(of: 4096) { try progress(Double(index) / Double(extract.houses.count)) }
            let house = extract.houses[index]
            let stated = address(of: house)
            let name = stated.street != 0 ? stated.street : relations[house.identity] ?? 0
            let (street, isGuessed) = joining.street(extract.shapes.box(of: house.shape), stated, named: name)
            guard let street else {
                // The name is all that is known of the street.
                if name != 0 { state(name, of: index) }
                continue
            }
            streets[index] = UInt32(street)
            if isGuessed { extract.houses[index].flags.insert(.hasGuessedStreet) }
        }
        for (index, building) in buildings {
            streets[index] = streets[building]
            if extract.houses[building].flags.contains(.hasGuessedStreet) {
                extract.houses[index].flags.insert(.hasGuessedStreet)
            }
        }
        return streets
    }

    /// Turns the name of a street that does not exist into the place by which a house is numbered.
    private mutating func state(_ name: TextTable.Index, of house: Int) {
        if extract.houses[house].address == 0 {
            extract.addresses.append(Extract.Address())
            extract.houses[house].address = UInt32(extract.addresses.count - 1)
        }
        extract.addresses[Int(extract.houses[house].address)].place = name
    }

    /// Returns the names of the streets that relations join houses to.
    private func relationNames() -> [Extract.Identity: TextTable.Index] {
        guard !extract.streetRelations.isEmpty else { return [:] }
        var nameOfWay: [Int64: TextTable.Index] = [:]
        let wanted = Set(extract.streetRelations.flatMap(\.ways))
        for way in extract.streets where way.identity.kind == .way && wanted.contains(way.identity.id) {
            nameOfWay[way.identity.id] = extract.names.main(way.names)
        }
        var names: [Extract.Identity: TextTable.Index] = [:]
        for relation in extract.streetRelations {
            let ofWays = relation.ways.lazy.compactMap { nameOfWay[$0] }.first ?? 0
            // If the ways have another name than the relation, the existing street has the name of the ways.
            let name = ofWays != 0 ? ofWays : relation.name
            for house in relation.houses where name != 0 && names[house] == nil { names[house] = name }
        }
        return names
    }

    /// Appends the houses of interpolations, apart from those whose number a house of the street states.
    private mutating func interpolate(_ streetOfHouse: inout [UInt32]) {
        guard !extract.interpolations.isEmpty else { return }
        func key(_ street: UInt32, _ number: TextTable.Index) -> UInt64 { UInt64(street) << 32 | UInt64(number) }
        var known: Set<UInt64> = []
        for (index, house) in extract.houses.enumerated() where streetOfHouse[index] != StreetFormat.none {
            known.insert(key(streetOfHouse[index], address(of: house).number))
        }
        for line in extract.interpolations {
            guard let box = GridBox(line.line) else { continue }
            let (houses, misfits) = line.houses()
            extract.counts.skipped[.brokenInterpolation] += misfits
            let (street, isGuessed) = joining.street(box, line.address, named: line.address.street)
            var flags = HouseFlags.isInterpolated
            if isGuessed { flags.insert(.hasGuessedStreet) }
            let number = street.map { UInt32($0) } ?? StreetFormat.none
            for house in houses {
                var address = line.address
                address.number = extract.texts.index(of: house.number)
                if street == nil, address.street != 0 { address.place = address.street }
                guard number == StreetFormat.none || known.insert(key(number, address.number)).inserted else {
                    continue
                }
                extract.addresses.append(address)
                extract.houses.append(
                    .init(
                        identity: line.identity, address: UInt32(extract.addresses.count - 1), interest: 0,
                        flags: flags, shape: .point(house.point)))
                streetOfHouse.append(number)
            }
        }
    }

    /// Gives streets without a postcode the one that most of their houses state, or else that of the nearest house.
    private mutating func postcodes(_ streetOfHouse: [UInt32]) {
        var pairs: [UInt64] = []
        for (index, house) in extract.houses.enumerated() where streetOfHouse[index] != StreetFormat.none {
            let postcode = address(of: house).postcode
            guard postcode != 0 else { continue }
            // A street across a border gets the postcode on the side of its middle.
            let middle = joining.streets[Int(streetOfHouse[index])].box.middle
            if joining.country(at: middle) == joining.country(at: extract.shapes.center(of: house.shape)) {
                pairs.append(UInt64(streetOfHouse[index]) << 32 | UInt64(postcode))
            }
        }
        pairs.sort()
        var best = (street: UInt64.max, count: 0)
        var start = 0
        while start < pairs.count {
            let end = pairs[start...].firstIndex { $0 != pairs[start] } ?? pairs.count
            let street = pairs[start] >> 32
            if best.street != street { best = (street, 0) }
            // Of equally frequent ones, the first in the files.
            if end - start > best.count, joining.streets[Int(street)].isPostcodeStated == false {
                best.count = end - start
                joining.setPostcode(UInt32(truncatingIfNeeded: pairs[start]), of: Int(street))
            }
            start = end
        }
        let stating = extract.houses.indices.filter { address(of: extract.houses[$0]).postcode != 0 }
        let points = stating.map { extract.shapes.center(of: extract.houses[$0].shape) }
        let tree = BoxTree.bytes(of: points.map { GridBox($0) })
        tree.withUnsafeBytes { bytes in
            guard let tree = BoxTree(bytes, count: points.count) else { return }
            for (street, record) in joining.streets.enumerated() where record.postcode == 0 {
                let middle = record.box.middle
                let plane = LocalPlane(middle)
                let country = joining.country(at: middle)
                tree.nearest(to: middle, within: Self.postcodeReach) {
                    plane.distance(to: points[$0])
                } visit: { item, _ in
                    guard joining.country(at: points[item]) == country else { return true }
                    joining.setPostcode(address(of: extract.houses[stating[item]]).postcode, of: street)
                    return false
                }
            }
        }
    }
}
