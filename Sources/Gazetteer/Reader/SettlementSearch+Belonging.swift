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

    /// What one walk has found so far.
    private struct Findings {
        /// The division that is searched, -1 while none is known.
        var division: Int
        var country: Int
        /// What the caller wants.
        let area: Area
        /// Whether the division is the caller's.
        var isFixed: Bool { area.division >= 0 }
        /// Squared units.
        var nearest: (squared: Double, index: Int)
        /// The nearest of the country's other divisions, where the division is the caller's.
        var stray: (squared: Double, index: Int)
        /// As ``CoarsePoint`` counts it.
        var nearestLimit: Float
        var deepest: (score: Double, squared: Double, index: Int) = (.infinity, 0, .max)
        var deepestScore = Float.infinity
        /// The city whose catchment holds the point; reach 0 for none.
        var city: (reach: Float, squared: Double, index: Int) = (0, 0, .max)
        /// Metres that a city has to reach to be of use.
        var leastReach = Float(Catchment.cityReach)
        /// Whether a nearer settlement of another division came up after something had been looked over for this one.
        var isStale = false
    }

    /// The settlement a local would say: the city of the division whose catchment holds the point, the one that reaches
    /// farthest where there are several; without one the settlement in which the point lies deepest.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - limit: How far the nearest settlement may be, metres along the ground.
    ///   - area: The country and division. Without a division it is that of the country's nearest settlement, and so it is
    ///     for a point at the very edge of another division's settlement: see ``Catchment/strayLimit``.
    ///   - hint: The index of a settlement near the point, -1 for none; it makes the search faster and changes nothing.
    ///   - allowsStray: Whether a point at the edge of another division's settlement may belong to it.
    /// - Returns: The settlement; `nil` when none is that near.
    func belonging(
        to point: SurfaceVector, within limit: Double, in area: Area = .anywhere, near hint: Int = -1,
        allowsStray: Bool = true
    ) -> Belonging? {
        let chord = limit * SurfaceVector.unitsInMetre
        let coarse = CoarsePoint(point)
        let strayChord = min(limit, Catchment.strayLimit) * SurfaceVector.unitsInMetre
        var findings = Findings(
            division: area.division, country: area.country, area: area, nearest: (chord * chord, .max),
            stray: (strayChord * strayChord, .max), nearestLimit: CoarsePoint.limit(limit))
        let anyLimit = Float(limit)
        walk(
            from: coarse, near: hint,
            skip: { node in
                if area.excludes(nodeOf: node.country) { return true }
                if findings.division < 0 {
                    // Whatever division it will be: nobody farther out can reach here.
                    return node.bound > CoarsePoint.limit(anyLimit + Float(node.reach))
                }
                if node.bound <= findings.nearestLimit, !findings.isFixed { return false }
                if Int(node.country) != findings.country, node.country != GazetteerFormat.mixedCountries { return true }
                if node.bound <= findings.nearestLimit { return false }
                let reach = Float(node.reach)
                if reach >= findings.leastReach, node.bound <= CoarsePoint.limit(Self.share * reach) { return false }
                return findings.city.reach > 0 || node.bound > CoarsePoint.limit(findings.deepestScore + reach)
            },
            visit: { leaf in
                findNearest(point, coarse, leaf, &findings)
                if findings.division >= 0 { findSettlement(point, coarse, leaf, &findings) }
            })
        if findings.stray.squared < findings.nearest.squared, findings.stray.index < positions.count, allowsStray {
            let division = match(findings.stray.index, squared: findings.stray.squared).division
            return belonging(
                to: point, within: limit, in: Area(country: area.country, division: division),
                near: findings.stray.index, allowsStray: false)
        }
        guard findings.nearest.index < positions.count else { return nil }
        let nearest = match(findings.nearest.index, squared: findings.nearest.squared)
        guard nearest.distance <= limit else { return nil }
        if findings.isStale {
            // A border runs between here and the first leaf: once more, now that the division is known.
            return belonging(
                to: point, within: limit, in: Area(country: findings.country, division: findings.division),
                near: nearest.index, allowsStray: false)
        }
        let best =
            findings.city.reach > 0
            ? match(findings.city.index, squared: findings.city.squared)
            : match(findings.deepest.index, squared: findings.deepest.squared)
        return Belonging(nearest: nearest, settlement: best, country: findings.country)
    }

    private static let share = Float(Catchment.share)

    /// The country of a division, index into `CTRY`, not checked; -1 where there is no such division.
    @inline(__always)
    private func country(ofDivision division: Int) -> Int {
        division < divisions.count ? Int(bytes.uint16(divisions.offset + division * divisions.recordSize)) : -1
    }

    @inline(__always)
    private func findNearest(
        _ point: SurfaceVector, _ coarse: CoarsePoint, _ leaf: Range<Int>, _ findings: inout Findings
    ) {
        var nearest = findings.nearest
        var limit = findings.nearestLimit
        for index in leaf {
            let offset = positions.offset + index * positions.recordSize
            let record = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int32>.self)
            if coarse.squaredDistance(to: record) > limit { continue }
            let squared = point.squaredDistance(to: vector(offset))
            if findings.area.country >= 0 {
                let division = Int(bytes.uint16(offset + 14))
                if findings.isFixed {
                    if division != findings.division {
                        if squared < findings.stray.squared, country(ofDivision: division) == findings.area.country {
                            findings.stray = (squared, index)
                        }
                        continue
                    }
                } else if country(ofDivision: division) != findings.area.country {
                    continue
                }
            }
            if squared < nearest.squared || squared == nearest.squared && index < nearest.index {
                nearest = (squared, index)
                limit = CoarsePoint.limit(squared.squareRoot() * SurfaceVector.metres)
            }
        }
        guard nearest.index != findings.nearest.index else { return }
        findings.nearest = nearest
        findings.nearestLimit = limit
        if findings.isFixed { return }
        let division = Int(bytes.uint16(positions.offset + nearest.index * positions.recordSize + 14))
        if division == findings.division { return }
        findings.isStale = findings.isStale || findings.division >= 0
        findings.division = division
        findings.country = country(ofDivision: division)
        findings.deepest = (.infinity, 0, .max)
        findings.deepestScore = .infinity
        findings.city = (0, 0, .max)
        findings.leastReach = Float(Catchment.cityReach)
    }

    @inline(__always)
    private func findSettlement(
        _ point: SurfaceVector, _ coarse: CoarsePoint, _ leaf: Range<Int>, _ findings: inout Findings
    ) {
        for index in leaf {
            let offset = positions.offset + index * positions.recordSize
            let record = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int32>.self)
            let last = UInt32(bitPattern: record.w)
            if Int(last >> 16) != findings.division { continue }
            let reach = Float(UInt16(truncatingIfNeeded: last))
            let coarseSquared = coarse.squaredDistance(to: record)
            if reach >= findings.leastReach, coarseSquared <= CoarsePoint.limit(Self.share * reach) {
                let squared = point.squaredDistance(to: vector(offset))
                if SurfaceVector.groundDistance(squared: squared) <= Catchment.share * Double(reach),
                    reach > findings.city.reach || index < findings.city.index
                {
                    findings.city = (reach, squared, index)
                    findings.leastReach = reach
                }
            }
            if findings.city.reach > 0 || coarseSquared > CoarsePoint.limit(findings.deepestScore + reach) { continue }
            let squared = point.squaredDistance(to: vector(offset))
            let score = SurfaceVector.groundDistance(squared: squared) - Double(reach)
            if score < findings.deepest.score || score == findings.deepest.score && index < findings.deepest.index {
                findings.deepest = (score, squared, index)
                findings.deepestScore = Float(score)
            }
        }
    }
}
