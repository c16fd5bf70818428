internal import Geo

extension SettlementSearch {
    /// The settlement a point belongs to.
    struct Belonging {
        /// The nearest settlement of the division.
        var nearest: Match
        /// The one a local would say.
        var settlement: Match
        /// The country of its division, index into `CTRY`, not checked.
        var country: Int
    }

    /// What one walk has found so far; indices are .max for none.
    private struct Findings {
        let division: UInt16
        let country: Int
        /// Squared units.
        var nearest: (squared: Double, index: Int)
        /// The nearest of the country's other divisions.
        var stray: (squared: Double, index: Int)
        var deepest: (score: Double, squared: Double, index: Int) = (.infinity, 0, .max)
        /// The settlement whose catchment holds the point, least relative distance first; infinite for none.
        var city: (score: Double, squared: Double, index: Int) = (.infinity, 0, .max)
        /// Whether that city is coded with another division than the one that is drawn at its centre.
        var isCityMisplaced = false
        var limits: Limits
    }

    /// What is farther is skipped, in metres.
    private struct Limits {
        var nearest: Float
        var stray: Float
        /// Metres to the edge of the deepest, at first the farthest that counts, and nothing once there is a city.
        var deepest: Float
        /// Whether settlements of other divisions count at all.
        let allowsOthers: Bool
        /// The relative distance up to which a settlement's catchment is of use.
        var share = Float(Catchment.share)

        /// What distances are divided by.
        @inline(__always)
        private static func catchments(_ reaches: SIMD4<Float>) -> SIMD4<Float> {
            let least = SIMD4(repeating: Float(Catchment.leastReach))
            return reaches.replacing(with: least, where: reaches .< least)
        }

        /// How near settlements of the division must be to be of use, by their reaches.
        @inline(__always)
        func useful(_ reaches: SIMD4<Float>) -> SIMD4<Float> {
            let belongs = deepest + reaches
            let catches = Self.catchments(reaches) * share
            let either = belongs.replacing(with: catches, where: catches .> belongs)
            return either.replacing(with: nearest, where: either .< nearest)
        }

        /// The same for four places, by whether these are of the division.
        @inline(__always)
        func useful(_ reaches: SIMD4<Float>, _ isOwn: SIMDMask<SIMD4<Int32>>) -> SIMD4<Float> {
            let own = useful(reaches)
            var other = SIMD4<Float>(repeating: stray)
            if allowsOthers {
                let near = Self.catchments(reaches) * share
                let catches = near.replacing(with: 0, where: reaches .< Float(Catchment.cityReach))
                other.replace(with: catches, where: catches .> other)
            }
            return other.replacing(with: own, where: isOwn)
        }
    }

    /// The settlement whose area holds the point.
    ///
    /// Of those of the division whose catchment holds it the one that is nearest for its reach; without one the settlement in
    /// which the point is deepest inside. It may be part of a city: see ``World/part(_:)``.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - limit: How far the nearest settlement may be, metres along the ground.
    ///   - area: The country and division. Without a division it is that of the country's nearest settlement, and so it is
    ///     for a point at the very edge of another division's settlement: see ``Catchment/strayLimit``.
    ///   - hint: The index of a settlement near the point, -1 for none; it speeds up the search and does not change the result.
    /// - Returns: The settlement; `nil` when none is that near.
    func belonging(
        to point: SurfaceVector, within limit: Double, in area: Area = .anywhere, near hint: Int = -1
    ) -> Belonging? {
        guard area.division >= 0 else {
            guard let nearest = nearest(to: point, within: limit, in: area, near: hint) else { return nil }
            let home = Area(country: country(ofDivision: nearest.division), division: nearest.division)
            return found(to: point, within: limit, in: home, near: nearest.index).belonging
        }
        let own = found(to: point, within: limit, in: area, near: hint, allowsOthers: true)
        guard let other = own.other else { return own.belonging }
        let there = Area(country: area.country, division: match(other, squared: 0).division)
        return found(to: point, within: limit, in: there, near: other).belonging
    }

    /// The country of a division, index into `CTRY`, not checked; -1 if there is no such division.
    @inline(__always)
    func country(ofDivision division: Int) -> Int {
        division < divisions.count ? Int(bytes.uint16(divisions.offset + division * divisions.recordSize)) : -1
    }

    /// The settlement of a division; or the index of one of another division of the country that is nearer than all of it, or
    /// a city that is misplaced.
    private func found(
        to point: SurfaceVector, within limit: Double, in area: Area, near hint: Int, allowsOthers: Bool = false
    ) -> (belonging: Belonging?, other: Int?) {
        let strayLimit = !allowsOthers ? 0 : min(limit, Catchment.strayLimit)
        let chord = limit * SurfaceVector.unitsInMetre
        let strayChord = strayLimit * SurfaceVector.unitsInMetre
        let place = NodePoint(point)
        var findings = Findings(
            division: UInt16(truncatingIfNeeded: area.division), country: area.country,
            nearest: (chord * chord, .max), stray: (strayChord * strayChord, .max),
            limits: Limits(
                nearest: Float(limit), stray: Float(strayLimit), deepest: Float(limit), allowsOthers: allowsOthers))
        // The hint itself is often the answer, and then little else is of use.
        if hint >= 0, hint < positions.count { consider(hint, point, &findings) }
        walk(
            from: place, near: hint, in: area.country,
            useful: { findings.limits.useful($0) },
            visit: { consider($0, but: hint, point, place, &findings) })
        if findings.isCityMisplaced { return (nil, findings.city.index) }
        if findings.stray.index < positions.count, findings.stray.squared < findings.nearest.squared {
            return (nil, findings.stray.index)
        }
        guard findings.nearest.index < positions.count else { return (nil, nil) }
        let nearest = match(findings.nearest.index, squared: findings.nearest.squared)
        guard nearest.distance <= limit else { return (nil, nil) }
        let best = findings.city.index < positions.count ? findings.city : findings.deepest
        let settlement = best.index == nearest.index ? nearest : match(best.index, squared: best.squared)
        return (Belonging(nearest: nearest, settlement: settlement, country: area.country), nil)
    }

    /// Compares the settlements of a leaf that are near enough with those found so far.
    @inline(__always)
    private func consider(
        _ leaf: Range<Int>, but known: Int, _ point: SurfaceVector, _ place: NodePoint, _ findings: inout Findings
    ) {
        let division = SIMD4<UInt32>(repeating: UInt32(findings.division))
        for first in stride(from: leaf.lowerBound, to: leaf.upperBound, by: 4) {
            let four = fourSettlements(first)
            let isOwn = four.divisions .== division
            let squares = place.squaredDistances(four)
            let isNear = squares .<= Self.widened(findings.limits.useful(four.reaches, isOwn))
            if isNear.isEmpty { continue }
            for lane in 0..<4 where isNear[lane] {
                let index = four.first + lane
                if index != known, index < positions.count { consider(index, point, &findings) }
            }
        }
    }

    /// Compares a settlement with those found so far.
    private func consider(_ index: Int, _ point: SurfaceVector, _ findings: inout Findings) {
        let offset = positions.offset + index * positions.recordSize
        let squared = point.squaredDistance(to: vector(offset))
        let reach = Double(bytes.uint16(offset + 12))
        guard bytes.uint16(offset + 14) == findings.division else {
            return considerOther(index, squared, reach, &findings)
        }
        if squared < findings.nearest.squared || squared == findings.nearest.squared && index < findings.nearest.index {
            findings.nearest = (squared, index)
            prefetchFacts(index)
            findings.limits.nearest = Float(squared.squareRoot() * SurfaceVector.metres)
            findings.limits.stray = min(findings.limits.stray, findings.limits.nearest)
        }
        let distance = SurfaceVector.groundDistance(squared: squared)
        considerCity(index, squared, distance, reach, &findings) { false }
        let score = distance - reach
        if score < findings.deepest.score || score == findings.deepest.score && index < findings.deepest.index {
            findings.deepest = (score, squared, index)
            if findings.city.index == .max { findings.limits.deepest = min(findings.limits.deepest, Float(score)) }
        }
    }

    /// The same for one of another division.
    private func considerOther(
        _ index: Int, _ squared: Double, _ reach: Double, _ findings: inout Findings
    ) {
        let offset = positions.offset + index * positions.recordSize
        guard findings.limits.allowsOthers, country(ofDivision: Int(bytes.uint16(offset + 14))) == findings.country
        else { return }
        if squared < findings.stray.squared || squared == findings.stray.squared && index < findings.stray.index {
            findings.stray = (squared, index)
            findings.limits.stray = Float(squared.squareRoot() * SurfaceVector.metres)
        }
        let distance = SurfaceVector.groundDistance(squared: squared)
        guard reach >= Catchment.cityReach else { return }
        // A misplaced city (Minsk, Lima: the shapes know the region around it alone) has its catchment in any division.
        considerCity(index, squared, distance, reach, &findings) { !isMisplaced(index) }
    }

    /// Whether a settlement's own coordinate is not drawn inside its division.
    private func isMisplaced(_ settlement: Int) -> Bool {
        guard let borders, let place = coordinate(of: settlement),
            let region = borders.region(latitude: place.latitude, longitude: place.longitude)
        else { return false }
        return Int(borders.field(2, of: region)) != match(settlement, squared: 0).division
    }

    /// Keeps a settlement whose catchment holds the point, if it is nearer for its reach than the one before.
    @inline(__always)
    private func considerCity(
        _ index: Int, _ squared: Double, _ distance: Double, _ reach: Double, _ findings: inout Findings,
        unless isElsewhere: () -> Bool
    ) {
        let score = distance / max(reach, Catchment.leastReach)
        guard score <= Catchment.share,
            score < findings.city.score || score == findings.city.score && index < findings.city.index
        else { return }
        if isElsewhere() { return }
        findings.city = (score, squared, index)
        findings.isCityMisplaced =
            Int(bytes.uint16(positions.offset + index * positions.recordSize + 14)) != Int(findings.division)
        findings.limits.share = Float(score)
        findings.limits.deepest = -.infinity
    }
}

/// The numbers of the rule which settlement a point belongs to; the rule and its measurement are in
/// `Docs/Formats/Gazetteer.md`.
package enum Catchment {
    /// How many times its reach a settlement's catchment extends: in it that settlement is named whose distance, divided by
    /// its reach, is the least.
    static let share = 1.5
    /// Metres that a settlement reaches at least, so that a village has its surroundings.
    ///
    /// It is a least and not a margin, which would favour small reaches beside large ones, as among the wards of Tokyo.
    static let leastReach = 500.0
    /// Metres that a city reaches at least to have a catchment in other divisions: 100,000 people.
    static let cityReach = 2_000.0
    /// Metres that a settlement with quarters reaches at least: 10,000 people.
    static let leastReachWithQuarters = 796.0
    /// How many metres beyond its own reach a quarter is named that is nearer than the city's own coordinate.
    ///
    /// 3 km from the centre of big cities that is so for nine tenths of the points with another place nearest.
    static let quarterMargin = 3_000.0
    /// The same for a quarter that is not, and how far one is looked for at most.
    static let centralQuarterMargin = 1_000.0
    static let centralQuarterLimit = 3_000.0
    /// How many metres from a settlement of another division of the country, the nearest of all, a point belongs to that
    /// division whatever the border's line says: lines of divisions are only that exact.
    package static let strayLimit = 700.0
}

extension SettlementSearch {
    /// The quarter of a settlement that a point is in: the nearest other settlement of its division, when it is inside
    /// the settlement's reach and is near enough to be meant.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - belonging: What the point belongs to.
    /// - Returns: The quarter; `nil` when there is none.
    func quarter(at point: SurfaceVector, of belonging: Belonging) -> Match? {
        let city = belonging.settlement
        // Villages have no quarters.
        guard city.reach >= Catchment.leastReachWithQuarters else { return nil }
        var quarter = belonging.nearest
        if quarter.index == city.index {
            guard let other = centralQuarter(at: point, of: belonging) else { return nil }
            quarter = other
        } else if quarter.distance > quarter.reach + Catchment.quarterMargin {
            return nil
        }
        guard quarter.reach < city.reach else { return nil }
        let between = vector(at: quarter.index).squaredDistance(to: vector(at: city.index))
        return SurfaceVector.groundDistance(squared: between) <= city.reach ? quarter : nil
    }

    /// The nearest settlement of the division but the city, when the point is hardly outside it.
    private func centralQuarter(at point: SurfaceVector, of belonging: Belonging) -> Match? {
        let city = belonging.settlement
        let match = nearest(
            to: point, within: Catchment.centralQuarterLimit,
            in: Area(country: belonging.country, division: city.division), near: city.index, except: city.index)
        guard let match else { return nil }
        return match.distance <= match.reach + Catchment.centralQuarterMargin ? match : nil
    }
}
