import LKGeocoding

extension Placemark {
    /// Completes a placemark of a street index from the embedded world.
    ///
    /// It gets the time zone and the border, which is certain if the extract has the country, and country, state and city if the extract has no boundaries of them. A
    /// placemark with a time zone is complete already.
    ///
    /// - Parameter world: The embedded world's placemark of the same point.
    /// - Returns: The completed placemark; this one unchanged if the two are certainly in different countries.
    func completed(by world: Placemark) -> Placemark {
        guard timeZone == nil, world.isoCountryCode != nil || world.timeZone != nil else { return self }
        if let ours = isoCountryCode, let theirs = world.isoCountryCode, !CountryAgreement.holds(ours, theirs) {
            return self
        }
        var completed = self
        completed.timeZone = world.timeZone
        completed.border = border ?? world.border
        // The extract has the boundary itself, of which the world's is a simplified copy.
        if isoCountryCode != nil { completed.border?.isCertain = true }
        if claims.isEmpty { completed.claims = world.claims }
        if country == nil {
            completed.country = world.country
            completed.nameLanguages.country = world.nameLanguages.country
        }
        if isoCountryCode == nil {
            completed.isoCountryCode = world.isoCountryCode
            // Some countries have no states; an extract that has the country has those too.
            if administrativeArea == nil {
                completed.administrativeArea = world.administrativeArea
                completed.nameLanguages.administrativeArea = world.nameLanguages.administrativeArea
            }
        }
        if isLocalityNearest, isoCountryCode == nil, let name = world.locality, name != locality {
            // The nearest settlement may be across a border that the extract does not have.
            completed.locality = name
            completed.nameLanguages.locality = world.nameLanguages.locality
            completed.subLocality = nil
        }
        if locality == nil, subLocality == nil {
            completed.locality = world.locality
            completed.nameLanguages.locality = world.nameLanguages.locality
        }
        let both = [attribution, world.attribution].compactMap(\.self)
        completed.attribution = both.isEmpty ? nil : both.joined(separator: "; ")
        return completed
    }
}
