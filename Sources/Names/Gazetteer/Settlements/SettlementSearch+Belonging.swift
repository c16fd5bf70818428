import LKFormats
import LKGeo

extension SettlementSearch {
    /// The settlement that a point belongs to.
    struct Belonging {
        /// The nearest settlement of the division.
        var nearest: Match
        /// The settlement that locals would name.
        var settlement: Match
        /// The country of its division, index into `CTRY`, unchecked.
        var country: Int
    }

    /// The intermediate results of a search; indices are .max for none.
    private struct Findings {
        let division: UInt16
        let country: Int
        /// Squared distance in units.
        var nearest: (squared: Double, index: Int)
        /// The nearest settlement of the country's other divisions.
        var stray: (squared: Double, index: Int)
        var deepest: (score: Double, squared: Double, index: Int) = (.infinity, 0, .max)
        /// The settlement whose catchment contains the point, with the least relative distance; infinite for none.
        var city: (score: Double, squared: Double, index: Int) = (.infinity, 0, .max)
        /// Whether that city's division code differs from the division drawn at its centre.
        var isCityMisplaced = false
        var limits: Limits
    }

    /// The distances in metres beyond which nodes and settlements are skipped.
    private struct Limits {
        var nearest: Float
        var stray: Float
        /// The distance in metres to the edge of the settlement that contains the point most deeply; initially the
        /// maximum, zero once there is a city.
        var deepest: Float
        /// Whether settlements of other divisions count.
        let allowsOthers: Bool
        /// The relative distance up to which a settlement's catchment matters.
        var share = Float(Catchment.share)

        /// Returns the distances by which others are divided.
        @inline(__always)
        private static func catchments(_ reaches: SIMD4<Float>) -> SIMD4<Float> {
            let minimum = SIMD4(repeating: Float(Catchment.minimumReach))
            return reaches.replacing(with: minimum, where: reaches .< minimum)
        }

        /// Returns how near settlements of the division must be to matter, by their reaches.
        @inline(__always)
        func useful(_ reaches: SIMD4<Float>) -> SIMD4<Float> {
            let belongs = deepest + reaches
            let catches = Self.catchments(reaches) * share
            let either = belongs.replacing(with: catches, where: catches .> belongs)
            return either.replacing(with: nearest, where: either .< nearest)
        }

        /// Returns how near four settlements must be to matter, given which of them are in the division.
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

    /// Returns the settlement whose area contains the point.
    ///
    /// Of the division's settlements whose catchment contains the point, it is the one nearest relative to its reach;
    /// if there is none, the one in which the point is deepest inside. It may be part of a city: see
    /// ``World/part(_:)``.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - maximumDistance: The maximum distance of the nearest settlement, in metres along the ground.
    ///   - area: The country and division. Without a division it is that of the country's nearest settlement, as it is
    ///     for a point at the very edge of another division's settlement: see ``Catchment/maximumStrayDistance``.
    /// - Returns: The settlement; `nil` when none is near enough.
    func belonging(
        to point: Descent, within maximumDistance: Double, in area: Area = .anywhere
    ) -> Belonging? {
        guard area.division >= 0 else {
            guard let nearest = nearest(to: point, within: maximumDistance, in: area) else { return nil }
            let home = Area(country: country(ofDivision: nearest.division), division: nearest.division)
            return found(to: point, within: maximumDistance, in: home).belonging
        }
        let own = found(to: point, within: maximumDistance, in: area, allowsOthers: true)
        guard let other = own.other else { return own.belonging }
        let there = Area(country: area.country, division: match(other, squared: 0).division)
        return found(to: point, within: maximumDistance, in: there).belonging
    }

    /// Returns the country of a division, index into `CTRY`, unchecked; -1 if the division does not exist.
    @inline(__always)
    func country(ofDivision division: Int) -> Int {
        division < divisions.count ? Int(bytes.uint16(divisions.offset + division * divisions.recordSize)) : -1
    }

    /// Returns the settlement of a division, or the index of a nearer one of another division of the country, or of a
    /// misplaced city.
    ///
    /// a city that is misplaced.
    private func found(
        to descent: Descent, within maximumDistance: Double, in area: Area, allowsOthers: Bool = false
    ) -> (belonging: Belonging?, other: Int?) {
        let maximumStrayDistance = !allowsOthers ? 0 : min(maximumDistance, Catchment.maximumStrayDistance)
        let chord = maximumDistance * SurfaceVector.unitsInMetre
        let strayChord = maximumStrayDistance * SurfaceVector.unitsInMetre
        let (point, place) = (descent.point, descent.place)
        var findings = Findings(
            division: UInt16(truncatingIfNeeded: area.division), country: area.country,
            nearest: (chord * chord, .max), stray: (strayChord * strayChord, .max),
            limits: Limits(
                nearest: Float(maximumDistance), stray: Float(maximumStrayDistance), deepest: Float(maximumDistance),
                allowsOthers: allowsOthers))
        walk(
            from: descent, in: area.country,
            useful: { findings.limits.useful($0) },
            visit: { consider($0, point, place, &findings) })
        if findings.isCityMisplaced { return (nil, findings.city.index) }
        if findings.stray.index < positions.count, findings.stray.squared < findings.nearest.squared {
            return (nil, findings.stray.index)
        }
        guard findings.nearest.index < positions.count else { return (nil, nil) }
        let nearest = match(findings.nearest.index, squared: findings.nearest.squared)
        guard nearest.distance <= maximumDistance else { return (nil, nil) }
        let best = findings.city.index < positions.count ? findings.city : findings.deepest
        let settlement = best.index == nearest.index ? nearest : match(best.index, squared: best.squared)
        return (Belonging(nearest: nearest, settlement: settlement, country: area.country), nil)
    }

    /// Updates the findings with the settlements of a leaf that are near enough.
    @inline(__always)
    private func consider(
        _ leaf: Range<Int>, _ point: SurfaceVector, _ place: NodePoint, _ findings: inout Findings
    ) {
        let division = SIMD4<UInt32>(repeating: UInt32(findings.division))
        var first = leaf.lowerBound
        while first < leaf.upperBound {
            let four = fourSettlements(first)
            first &+= 4
            let isOwn = four.divisions .== division
            let squares = place.squaredDistances(four)
            let isNear = squares .<= Self.widened(findings.limits.useful(four.reaches, isOwn))
            if isNear.isEmpty { continue }
            var lanes = isNear.bits
            while lanes != 0 {
                let index = four.first &+ lanes.trailingZeroBitCount
                lanes &= lanes &- 1
                if index < positions.count { consider(index, point, &findings) }
            }
        }
    }

    /// Updates the findings with a settlement of the division.
    private func consider(_ index: Int, _ point: SurfaceVector, _ findings: inout Findings) {
        let offset = positions.offset &+ index &* positions.recordSize
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

    /// Updates the findings with a settlement of another division.
    private func considerOther(
        _ index: Int, _ squared: Double, _ reach: Double, _ findings: inout Findings
    ) {
        let offset = positions.offset &+ index &* positions.recordSize
        guard findings.limits.allowsOthers, country(ofDivision: Int(bytes.uint16(offset + 14))) == findings.country
        else { return }
        if squared < findings.stray.squared || squared == findings.stray.squared && index < findings.stray.index {
            findings.stray = (squared, index)
            findings.limits.stray = Float(squared.squareRoot() * SurfaceVector.metres)
        }
        let distance = SurfaceVector.groundDistance(squared: squared)
        guard reach >= Catchment.cityReach else { return }
        // A misplaced city (Minsk, Lima: the shapes contain only the surrounding region) has its catchment in any
        // division.
        considerCity(index, squared, distance, reach, &findings) { !isMisplaced(index) }
    }

    /// Returns whether a settlement's own coordinate is drawn outside its division.
    private func isMisplaced(_ settlement: Int) -> Bool {
        guard let borders, let place = coordinate(of: settlement),
            let region = borders.region(latitude: place.latitude, longitude: place.longitude)
        else { return false }
        return Int(borders.field(2, of: region)) != match(settlement, squared: 0).division
    }

    /// Records a settlement whose catchment contains the point, if it is relatively nearer than the previous one.
    @inline(__always)
    private func considerCity(
        _ index: Int, _ squared: Double, _ distance: Double, _ reach: Double, _ findings: inout Findings,
        unless isElsewhere: () -> Bool
    ) {
        let score = distance / max(reach, Catchment.minimumReach)
        guard score <= Catchment.share,
            score < findings.city.score || score == findings.city.score && index < findings.city.index
        else { return }
        if isElsewhere() { return }
        findings.city = (score, squared, index)
        findings.isCityMisplaced =
            Int(bytes.uint16(positions.offset &+ index &* positions.recordSize &+ 14)) != Int(findings.division)
        findings.limits.share = Float(score)
        findings.limits.deepest = -.infinity
    }
}

/// The parameters of the rule that assigns points to settlements; `Docs/Formats/Gazetteer.md` has the rule and its
/// measurement.
///
/// `Docs/Formats/Gazetteer.md`.
package enum Catchment {
    /// The size of a settlement's catchment as a multiple of its reach; within catchments the settlement with the least
    /// distance divided by reach wins.
    static let share = 1.5
    /// The minimum reach in metres, so that a village has surroundings.
    ///
    /// It is a minimum rather than a margin, which would favour small reaches beside large ones, as among the wards of
    /// Tokyo.
    static let minimumReach = 500.0
    /// The minimum reach in metres of a city with a catchment in other divisions: 100,000 inhabitants.
    static let cityReach = 2_000.0
    /// The minimum reach in metres of a settlement with quarters: 10,000 inhabitants.
    static let minimumReachWithQuarters = 796.0
    /// The distance in metres beyond its reach at which a quarter is still named if it is nearer than the city's own
    /// coordinate.
    ///
    /// At 3 km from the centre of big cities, nine tenths of the points with another settlement nearest are within it.
    static let quarterMargin = 3_000.0
    /// The same distance for other quarters, and the maximum search radius for them.
    static let centralQuarterMargin = 1_000.0
    static let maximumCentralQuarterDistance = 3_000.0
    /// The distance in metres from the nearest settlement within which a point belongs to that settlement's division
    /// whatever the border says: division borders are only this accurate.
    package static let maximumStrayDistance = 700.0
}

extension SettlementSearch {
    /// Returns the quarter of a settlement that contains a point: the nearest other settlement of its division, if it
    /// is inside the settlement's reach and near enough.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - belonging: The settlement of the point.
    /// - Returns: The quarter; `nil` if there is none.
    func quarter(at point: Descent, of belonging: Belonging) -> Match? {
        let city = belonging.settlement
        // Villages have no quarters.
        guard city.reach >= Catchment.minimumReachWithQuarters else { return nil }
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

    /// Returns the division's nearest settlement other than the city, if the point is not far outside it.
    private func centralQuarter(at point: Descent, of belonging: Belonging) -> Match? {
        let city = belonging.settlement
        let match = nearest(
            to: point, within: Catchment.maximumCentralQuarterDistance,
            in: Area(country: belonging.country, division: city.division), except: city.index)
        guard let match else { return nil }
        return match.distance <= match.reach + Catchment.centralQuarterMargin ? match : nil
    }
}
