import Glibc

/// A horizontal accuracy: a 68 % radius and the evidence behind it.
///
/// Every receiver's figure is converted to the same meaning, the radius of the circle that holds the true position in
/// 68 % of cases, so that figures of different receivers can be compared.
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

    /// Creates an accuracy; returns `nil` when the radius is zero, negative or not finite.
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

// Conversions of receivers' error figures to 68 % radii.
//
// Horizontal errors are assumed to be circular normal (Rayleigh distributed): the radius that holds a share p of the
// positions is sigma * sqrt(-2 ln(1 - p)), with sigma the standard deviation per axis.
extension Accuracy {
    /// The 68 % radius in standard deviations per axis: `sqrt(-2 ln 0.32)`, 1.5096.
    static let radius68PerSigma = (-2 * log(0.32)).squareRoot()

    /// The 68 % radius as a fraction of the 95 % radius: `sqrt(ln 0.32 / ln 0.05)`, 0.6167.
    static let radius68Per95 = (log(0.32) / log(0.05)).squareRoot()

    /// The 68 % radius as a multiple of the 50 % radius: `sqrt(ln 0.32 / ln 0.5)`, 1.2821.
    static let radius68Per50 = (log(0.32) / log(0.5)).squareRoot()

    /// gpsd's `eph` for a horizontal dilution of 50, less a metre: receivers report 50 or 99 when the satellites'
    /// geometry is unusable.
    static let meaninglessEPH = 949.0

    /// Returns the accuracy for NMEA `GST`: one-sigma errors of latitude and longitude, in metres.
    ///
    /// The two axes are combined into one circular error of their mean variance. Returns `nil` when a value is missing,
    /// zero, negative, or too large to be meaningful.
    public static func gst(latitudeError: Double, longitudeError: Double) -> Accuracy? {
        guard latitudeError >= 0, longitudeError >= 0 else { return nil }
        let sigma = ((latitudeError * latitudeError + longitudeError * longitudeError) / 2).squareRoot()
        return believable(radius: radius68PerSigma * sigma, estimator: .gst)
    }

    /// Returns the accuracy for gpsd's `eph`, a 95 % circular error in metres that gpsd derives from the horizontal
    /// dilution.
    ///
    /// gpsd (3.22, `gpsd_error_model`) multiplies the dilution by 19 m, or by 4.75 m for a differential fix. Returns
    /// `nil` for zero, for values that are not finite and for those that correspond to a dilution of about 50 or more.
    public static func eph(_ eph: Double) -> Accuracy? {
        guard eph > 0, eph < meaninglessEPH else { return nil }
        return Accuracy(radius: radius68Per95 * eph, estimator: .eph)
    }

    /// Returns the accuracy for gpsd's `epx` and `epy`: 95 % errors per axis, in metres.
    ///
    /// The axes are combined to `hypot(x, y)`, which is treated as a 95 % radius. Returns `nil` as ``eph(_:)`` does.
    public static func epxEpy(x: Double, y: Double) -> Accuracy? {
        guard x >= 0, y >= 0 else { return nil }
        let joined = hypot(x, y)
        guard joined > 0, joined < meaninglessEPH else { return nil }
        return Accuracy(radius: radius68Per95 * joined, estimator: .epxEpy)
    }

    /// Returns the accuracy for an error that the receiver reports as a 68 % or one-sigma radius, in metres.
    public static func receiver(radius: Double) -> Accuracy? { believable(radius: radius, estimator: .receiver) }

    /// Returns the accuracy for a circular error probable: the radius in metres that holds half of the positions.
    ///
    /// Garmin's `PGRME` is believed to report this.
    public static func receiver(circularErrorProbable: Double) -> Accuracy? {
        believable(radius: radius68Per50 * circularErrorProbable, estimator: .receiver)
    }

    /// Returns the accuracy for a 95 % radius that the receiver reports, in metres.
    public static func receiver(radius95: Double) -> Accuracy? {
        believable(radius: radius68Per95 * radius95, estimator: .receiver)
    }

    /// Returns the 68 % half height for gpsd's `epv`, a 95 % vertical error in metres: `epv / 1.96`.
    ///
    /// gpsd multiplies the vertical dilution by 23 m, or by 5.75 m for a differential fix. Returns `nil` for zero, for
    /// values that are not finite and for those that correspond to a dilution of 50 or more.
    public static func vertical(epv: Double) -> Double? { epv > 0 && epv < 1150 ? epv / 1.96 : nil }

    private static func believable(radius: Double, estimator: Estimator) -> Accuracy? {
        radius < radius68Per95 * meaninglessEPH ? Accuracy(radius: radius, estimator: estimator) : nil
    }
}
