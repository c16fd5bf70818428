import Gazetteer
import Geo

/// How often the settlement is named that a local would say.
struct SettlementRule {
    let world: World
    let points: PlacePoints

    func run() throws(BenchmarkError) -> [Measurement] {
        do {
            let ring = try self.ring()
            let towns = points.towns()
            let named = try towns.count { try world.lookup($0.coordinate)?.settlementID == $0.id }
            let share = 100 * Double(named) / Double(towns.count)
            return ring + [
                Measurement(
                    "places.towns", unit: "%", ours: share, note: "of \(towns.count) towns, at their own centre"
                )
                .goal("at least 90 %", isMet: share >= 90)
            ]
        } catch { throw BenchmarkError("\(error)") }
    }

    /// Eight points 3 km about the centre of each of the 1,183 biggest cities.
    private func ring() throws -> [Measurement] {
        var (all, others, nearestOthers, quarters) = (0, 0, 0, 0)
        var (outside, othersOutside) = (0, 0)
        for city in points.cities(1_183) {
            // A city whose own centre is a bigger one's is a district of it: the bigger name is right.
            let isDistrict = try world.lookup(city.coordinate)?.settlementID != city.id
            for step in 0..<8 {
                let bearing = 45 * (Double(step) + 0.5)
                guard let point = city.coordinate.destination(bearing: bearing, distance: 3_000) else { continue }
                let answer = try world.lookup(point)
                let isOther = answer?.settlementID != city.id
                all += 1
                others += isOther ? 1 : 0
                if !isDistrict {
                    outside += 1
                    othersOutside += isOther ? 1 : 0
                }
                guard try world.nearest(point, count: 1).first?.place.id != city.id else { continue }
                nearestOthers += 1
                quarters += isOther || answer?.quarterID != nil ? 1 : 0
            }
        }
        let share = 100 * Double(others) / Double(all)
        let shareOutside = 100 * Double(othersOutside) / Double(outside)
        let nearest = 100 * Double(nearestOthers) / Double(all)
        let quarter = 100 * Double(quarters) / Double(nearestOthers)
        return [
            Measurement(
                "places.ring", unit: "%", ours: share,
                note: "other places named 3 km from the centre of \(all / 8) cities"
            )
            .against("nearest place", nearest).goal("below 3 %", isMet: share < 3),
            Measurement(
                "places.ring.cities", unit: "%", ours: shareOutside,
                note: "the same without the \((all - outside) / 8) that are districts of a bigger city"
            )
            .goal("below 3 %", isMet: shareOutside < 3),
            Measurement(
                "places.quarters", unit: "%", ours: quarter,
                note: "of the points where another place is nearest keep it as quarter"),
        ]
    }
}
