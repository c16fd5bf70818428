extension SettlementSearch {
    /// The quarter of a settlement that a point lies in: the nearest other settlement of its division, when it lies inside
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
        let chord = Catchment.centralQuarterLimit * SurfaceVector.unitsInMetre
        var best = (squared: chord * chord, index: Int.max)
        let area = Area(country: belonging.country, division: city.division)
        let coarse = CoarsePoint(point)
        var coarseLimit = CoarsePoint.limit(Catchment.centralQuarterLimit)
        walk(
            from: coarse, near: city.index,
            skip: { $0.bound > coarseLimit || area.excludes(nodeOf: $0.country) },
            visit: { leaf in
                for index in leaf where index != city.index {
                    let offset = positions.offset + index * positions.recordSize
                    let record = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int32>.self)
                    if coarse.squaredDistance(to: record) > coarseLimit { continue }
                    let squared = point.squaredDistance(to: vector(offset))
                    guard squared < best.squared || squared == best.squared && index < best.index,
                        area.includes(division: bytes.uint16(offset + 14))
                    else { continue }
                    best = (squared, index)
                    coarseLimit = CoarsePoint.limit(squared.squareRoot() * SurfaceVector.metres)
                }
            })
        guard best.index < positions.count else { return nil }
        let match = self.match(best.index, squared: best.squared)
        return match.distance <= min(match.reach + Catchment.centralQuarterMargin, Catchment.centralQuarterLimit)
            ? match : nil
    }
}
