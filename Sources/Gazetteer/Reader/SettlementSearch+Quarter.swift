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
        let match = nearest(
            to: point, within: Catchment.centralQuarterLimit,
            in: Area(country: belonging.country, division: city.division), near: city.index, except: city.index)
        guard let match else { return nil }
        return match.distance <= match.reach + Catchment.centralQuarterMargin ? match : nil
    }
}
