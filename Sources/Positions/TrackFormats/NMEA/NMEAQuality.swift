import LKGeo

/// The known errors of the fixes, and how far they can be trusted.
struct NMEAQuality {
    /// Errors with the epoch that reported them.
    private struct Errors {
        var horizontal: Accuracy?
        var vertical: Double?
        var epoch: Int
    }

    /// The number of epochs so far.
    var epoch = 0
    private(set) var horizontalDilution = Double.nan
    private(set) var verticalDilution = Double.nan
    private(set) var positionDilution = Double.nan
    /// Dilutions from a sentence without a fix, such as 99.9, may still be set at the next fix, and are not trusted.
    private var trustsHorizontal = false
    private var trustsVertical = false
    private var statistics: Errors?
    private var receiver: Errors?

    mutating func setHorizontalDilution(_ value: Double, hasFix: Bool) {
        horizontalDilution = value
        trustsHorizontal = hasFix
    }

    mutating func setVerticalDilution(_ value: Double, hasFix: Bool) {
        verticalDilution = value
        trustsVertical = hasFix
    }

    mutating func setPositionDilution(_ value: Double) { positionDilution = value }

    mutating func setStatistics(_ horizontal: Accuracy?, vertical: Double?) {
        statistics = Errors(horizontal: horizontal, vertical: vertical, epoch: epoch)
    }

    mutating func setReceiver(_ horizontal: Accuracy?, vertical: Double?) {
        receiver = Errors(horizontal: horizontal, vertical: vertical, epoch: epoch)
    }

    /// Discards all values when the fix is lost, since they do not describe the next one.
    mutating func distrust() {
        trustsHorizontal = false
        trustsVertical = false
        statistics = nil
        receiver = nil
    }

    /// The dilution of the current fix, if it is reliable.
    var currentHorizontalDilution: Double? {
        trustsHorizontal && horizontalDilution > 0 && horizontalDilution < 50 ? horizontalDilution : nil
    }

    /// Returns the best estimate of the horizontal error: statistics, then the receiver's own, then gpsd's model.
    func horizontal(isDifferential: Bool) -> Accuracy? {
        if let statistics, isCurrent(statistics.epoch), let accuracy = statistics.horizontal { return accuracy }
        if let receiver, isCurrent(receiver.epoch), let accuracy = receiver.horizontal { return accuracy }
        return currentHorizontalDilution.flatMap { Accuracy.eph($0 * (isDifferential ? 4.75 : 19)) }
    }

    /// Returns the best estimate of the vertical error, as a 68 % half height in metres.
    func vertical(isDifferential: Bool) -> Double? {
        if let statistics, isCurrent(statistics.epoch), let error = statistics.vertical { return error }
        if let receiver, isCurrent(receiver.epoch), let error = receiver.vertical { return error }
        return trustsVertical ? Accuracy.vertical(epv: verticalDilution * (isDifferential ? 5.75 : 23)) : nil
    }

    /// Returns whether an error report is current; error sentences may come before or after the report of their epoch.
    private func isCurrent(_ epoch: Int) -> Bool { self.epoch - epoch <= 1 }
}
