extension Location.Correction {
    /// The correction behind gpsd's `status`; `nil` for plain satellite positioning and for unknown numbers.
    ///
    /// Numbers and not names, because gps.h renamed them with release 3.23.1.
    public init?(gpsdStatus status: Int) {
        switch status {
        case 2: self = .dgps
        case 3: self = .rtkFixed
        case 4: self = .rtkFloat
        case 5: self = .deadReckoning
        case 6: self = .combined
        case 7: self = .surveyed
        case 8: self = .simulated
        case 9: self = .precise
        default: return nil
        }
    }
}
