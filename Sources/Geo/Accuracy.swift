/// A horizontal accuracy: a 68 % radius and the evidence behind it.
///
/// Every estimate is brought to the same meaning, the radius of the circle that holds the true position in
/// 68 % of cases, so that numbers of different receivers can be compared.
public struct Accuracy: Hashable, Sendable, Codable {
    /// What an accuracy was computed from, best first.
    public enum Estimator: String, Sendable, Codable, CaseIterable {
        /// The receiver's own pseudorange error statistics (NMEA `GST`): one-sigma errors per axis.
        case gst
        /// An error that the receiver itself reports (u-blox `hAcc`, Garmin `PGRME`).
        case receiver
        /// gpsd's model: dilution of precision per axis times a fixed range error.
        case epxEpy = "epx-epy"
        /// gpsd's model from the horizontal dilution alone.
        case eph
    }

    /// The 68 % radius in metres, finite and above zero.
    public let radius: Double

    /// What the radius was computed from.
    public let estimator: Estimator

    /// Makes an accuracy, or `nil` when the radius says nothing: zero, negative or not finite.
    public init?(radius: Double, estimator: Estimator) {
        guard radius.isFinite, radius > 0 else { return nil }
        self.radius = radius
        self.estimator = estimator
    }

    private enum CodingKeys: String, CodingKey { case radius, estimator }

    /// Decodes an accuracy from an object with `radius` and `estimator`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` when the radius is zero, negative or not finite.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let radius = try container.decode(Double.self, forKey: .radius)
        let estimator = try container.decode(Estimator.self, forKey: .estimator)
        guard let accuracy = Accuracy(radius: radius, estimator: estimator) else {
            throw DecodingError.dataCorruptedError(
                forKey: .radius, in: container, debugDescription: "\(radius) is not a radius in metres above zero")
        }
        self = accuracy
    }
}
