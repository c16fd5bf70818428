import Geo

/// What is known of the errors of the fixes, and how much of it may be believed.
struct NMEAQuality {
    /// Errors and the epoch that gave them.
    private struct Errors {
        var horizontal: Accuracy?
        var vertical: Double?
        var epoch: Int
    }

    /// A count of epochs.
    var epoch = 0
    private(set) var horizontalDilution = Double.nan
    private(set) var verticalDilution = Double.nan
    private(set) var positionDilution = Double.nan
    /// Dilutions that a sentence without a fix stated, such as 99.9, still stand when the next fix comes: not believed.
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

    /// The fix is lost: nothing said so far describes the next one.
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

    /// The best estimate of the horizontal error: statistics, then the receiver's word, then gpsd's model.
    func horizontal(isDifferential: Bool) -> Accuracy? {
        if let statistics, isCurrent(statistics.epoch), let accuracy = statistics.horizontal { return accuracy }
        if let receiver, isCurrent(receiver.epoch), let accuracy = receiver.horizontal { return accuracy }
        return currentHorizontalDilution.flatMap { Accuracy.eph($0 * (isDifferential ? 4.75 : 19)) }
    }

    /// The best estimate of the vertical error, as a 68 % half height in metres.
    func vertical(isDifferential: Bool) -> Double? {
        if let statistics, isCurrent(statistics.epoch), let error = statistics.vertical { return error }
        if let receiver, isCurrent(receiver.epoch), let error = receiver.vertical { return error }
        return trustsVertical ? Accuracy.vertical(epv: verticalDilution * (isDifferential ? 5.75 : 23)) : nil
    }

    /// Error sentences come after the report of their epoch as often as before it.
    private func isCurrent(_ epoch: Int) -> Bool { self.epoch - epoch <= 1 }
}
