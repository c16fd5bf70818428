internal import Geocoding

extension Placemark {
    /// The same with nothing finer than a precision.
    ///
    /// With a part goes what was said of it: the name, the object's box, its coordinate's distance. Sights and shops go with
    /// any limit, since they are at a point.
    func coarsened(to limit: Precision) -> Placemark {
        let order = Precision.allCases
        guard let limitIndex = order.firstIndex(of: limit), let index = order.firstIndex(of: precision),
            index < limitIndex || precision == .place || !areasOfInterest.isEmpty
        else { return self }
        var placemark = self
        placemark.areasOfInterest = []
        placemark.bounds = nil
        placemark.place = nil
        placemark.subThoroughfare = nil
        if limit != .street { placemark.thoroughfare = nil }
        if limitIndex > 3 {
            placemark.subLocality = nil
            placemark.locality = nil
            placemark.postalCode = nil
        }
        if limitIndex > 4 {
            placemark.subAdministrativeArea = nil
            placemark.administrativeArea = nil
        }
        let names: [(Precision, String?)] = [
            (.street, placemark.thoroughfare), (.locality, placemark.subLocality), (.locality, placemark.locality),
            (.region, placemark.administrativeArea), (.region, placemark.subAdministrativeArea),
            (.country, placemark.country),
        ]
        let finest = names.first { $0.1 != nil }
        placemark.name = finest?.1
        placemark.precision = finest?.0 ?? .none
        return placemark
    }
}
