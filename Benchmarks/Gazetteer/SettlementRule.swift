import LKGazetteer
import LKGeo

/// How often the settlement is named that a local would say.
struct SettlementRule {
    let world: World
    let points: PlacePoints
    let peers: PythonPeers

    /// A city with the points around it.
    private struct Ring {
        var city: World.Place
        /// Whether it is entirely within a bigger one: see ``PlacePoints/isDistrict(_:)``.
        var isDistrict: Bool
        /// Those in its own country: across a border the other country's place is right.
        var points: [Coordinate]
        var abroad: Int
    }

    func run() throws(BenchmarkError) -> [Measurement] {
        do {
            let rings = try points.cities(1_183).map { city in
                let all = (0..<8).compactMap {
                    city.coordinate.destination(bearing: 45 * (Double($0) + 0.5), distance: 3_000)
                }
                let own = try all.filter {
                    guard let code = try world.lookup($0).map(world.countryCode) else { return true }
                    return code == city.countryCode
                }
                return Ring(
                    city: city, isDistrict: points.isDistrict(city), points: own, abroad: all.count - own.count)
            }
            let towns = points.towns()
            let named = try towns.count { try world.lookup($0.coordinate)?.settlementID == $0.id }
            let share = 100 * Double(named) / Double(towns.count)
            return try ring(rings) + [
                Measurement(
                    "gazetteer.towns", unit: "%", ours: share,
                    note: "named at their own centre, of \(towns.count) towns 12-25 km from a city of 500,000 people"
                )
                .goal("at least 90 %", isMet: share >= 90)
            ]
        } catch let error as BenchmarkError { throw error } catch { throw BenchmarkError("\(error)") }
    }

    /// Eight points 3 km about the centre of each of the 1,183 biggest cities.
    private func ring(_ rings: [Ring]) throws -> [Measurement] {
        var (all, others, nearestOthers, quarters) = (0, 0, 0, 0)
        var (outside, othersOutside) = (0, 0)
        for ring in rings {
            for point in ring.points {
                let answer = try world.lookup(point)
                let isOther = answer?.settlementID != ring.city.id
                all += 1
                others += isOther ? 1 : 0
                if !ring.isDistrict {
                    outside += 1
                    othersOutside += isOther ? 1 : 0
                }
                guard try world.nearest(point, count: 1).first?.place.id != ring.city.id else { continue }
                nearestOthers += 1
                quarters += isOther || answer?.quarterID != nil ? 1 : 0
            }
        }
        let shareOutside = 100 * Double(othersOutside) / Double(outside)
        let districts = rings.count { $0.isDistrict }
        let abroad = rings.reduce(0) { $0 + $1.abroad }
        let cities = Measurement(
            "gazetteer.ring", unit: "% other", ours: shareOutside,
            note:
                "3 km from the centre of the \(rings.count) biggest cities but \(districts) that lie within a bigger one's disc"
        )
        .goal("below 3 %", isMet: shareOutside < 3)
        return try [
            cities.against("nearest place of all", 100 * Double(nearestOthers) / Double(all)),
            Measurement(
                "gazetteer.ring.all", unit: "% other", ours: 100 * Double(others + abroad) / Double(all + abroad),
                note: "the same with those, and with \(abroad) points across a border, all of which count as another's"),
            Measurement(
                "gazetteer.quarters", unit: "%", ours: 100 * Double(quarters) / Double(nearestOthers),
                note: "of the ring's points with another place nearest keep it as quarter"),
        ] + beside(rings, cities)
    }

    /// The peers name another place where they name another one than at the centre itself.
    private func beside(_ rings: [Ring], _ ours: Measurement) throws -> [Measurement] {
        var lines: [Measurement] = []
        for (engine, quoted) in [(PythonPeers.Engine.reverseGeocode, 24.1), (.reverseGeocoder, 19.5)] {
            let cities = rings.filter { !$0.isDistrict }
            let answers = try peers.answers(engine, cities.flatMap { [$0.city.coordinate] + $0.points })
            var (all, others, next) = (0, 0, 0)
            for ring in cities {
                guard let answers else { break }
                let places = answers[next..<next + 1 + ring.points.count].map(\.place)
                all += ring.points.count
                others += places.dropFirst().count { $0 != places[0] }
                next += places.count
            }
            var line = ours.against(
                engine.package + (answers == nil ? ", quoted" : ""),
                answers == nil ? quoted : 100 * Double(others) / Double(max(all, 1)))
            line.note = "another place than at the centre"
            lines.append(line)
        }
        return lines
    }
}
