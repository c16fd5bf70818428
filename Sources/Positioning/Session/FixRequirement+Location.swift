import Geo

extension FixRequirement {
    /// Whether a location is at least of this quality.
    ///
    /// A location that tells no dimensions counts as two-dimensional.
    func isMet(by location: Location) -> Bool {
        switch self {
        case .twoDimensional: true
        case .threeDimensional: location.fix == .threeDimensional
        case .dgps: location.correction == .dgps || FixRequirement.rtk.isMet(by: location)
        case .rtk: location.correction == .rtkFixed || location.correction == .rtkFloat
        }
    }
}
