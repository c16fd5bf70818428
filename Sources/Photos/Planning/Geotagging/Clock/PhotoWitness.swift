import FoundationEssentials
import LKMetadata

/// What a photo of the set says about its camera's clock compared with the tracks and other photos.
struct PhotoWitness: Sendable {
    var date: PhotoDate
    /// The UTC offset of the zone at its own position, in seconds.
    var offsetThere: Int?
    /// Whether it has a position from a receiver.
    var isPlaced: Bool
    /// Whether a GPS receiver's time in it confirms the clock.
    var isSure: Bool

    /// Creates the witness; `nil` for a photo without a time of its camera's clock.
    ///
    /// - Parameters:
    ///   - photo: The reconciled facts of the photo.
    ///   - offsetThere: The UTC offset of the zone at its own position.
    init?(_ photo: PhotoFacts, offsetThere: Int?) {
        guard let date = photo.date, date.isOfClock else { return nil }
        self.date = date
        self.offsetThere = offsetThere
        let location = photo.location.flatMap { $0.isVoid || $0.isDerived ? nil : $0 }
        isPlaced = location != nil
        isSure = location?.timestamp != nil
    }
}

/// Bounded samples of the witnesses of one camera, so that a few videos count among many photos.
struct WitnessSample: Sendable {
    private var stills = Sample<PhotoWitness>()
    private var videos = Sample<PhotoWitness>()

    var values: [PhotoWitness] { stills.values + videos.values }

    init() {}

    mutating func add(_ witness: PhotoWitness) {
        if witness.date.isOfVideoHeader { videos.add(witness) } else { stills.add(witness) }
    }
}

/// The witnesses of one camera with the times that are assumed for them, in order.
struct WitnessedTimes {
    /// A photo or video at an instant.
    struct Entry {
        /// Seconds since 1970, by the zone and the clock offset that geotagging uses.
        var instant: Double
        /// The UTC offset used, in seconds.
        var offset: Int
        var witness: PhotoWitness
    }

    private(set) var stills: [Entry]
    private(set) var videos: [Entry]
    /// Whether a receiver confirms the clock.
    let isSure: Bool

    init(_ entries: [Entry]) {
        let sorted = entries.sorted { $0.instant < $1.instant }
        stills = sorted.filter { !$0.witness.date.isOfVideoHeader }
        videos = sorted.filter(\.witness.date.isOfVideoHeader)
        isSure = entries.contains(where: \.witness.isSure)
    }

    /// The photos and videos that have no position of their own.
    var unplaced: [Entry] { (stills + videos).filter { !$0.witness.isPlaced } }
}

/// Times in order, for finding those near another time.
struct SortedTimes {
    let times: [Double]

    init(_ times: [Double]) { self.times = times.sorted() }

    /// Returns whether one of them is at most `maximumDifference` seconds from a time.
    ///
    /// - Complexity: O(log *n*).
    func contains(near time: Double, within maximumDifference: Double) -> Bool {
        let index = times.countBefore { $0 < time - maximumDifference }
        return index < times.count && times[index] <= time + maximumDifference
    }

    /// Counts the other times that are near one of these when a number of seconds is added.
    ///
    /// - Parameters:
    ///   - others: The other times, in order.
    ///   - shift: The seconds to add to them.
    ///   - maximumDifference: The maximum distance of near times, in seconds.
    /// - Returns: The number.
    /// - Complexity: O(*n*) in both lists together.
    func matches(of others: [Double], shiftedBy shift: Double, within maximumDifference: Double) -> Int {
        var index = 0
        return others.count { other in
            let time = other + shift
            while index < times.count, times[index] < time - maximumDifference { index += 1 }
            return index < times.count && times[index] <= time + maximumDifference
        }
    }

    /// Returns the times without those that follow another within some seconds: one photo of a burst represents all of it.
    func thinned(to distance: Double) -> [Double] {
        var result: [Double] = []
        for time in times where time - (result.last ?? -.infinity) >= distance { result.append(time) }
        return result
    }
}

/// The times that tracks cover, for finding whether they cover another time.
struct CoveredTimes {
    /// In seconds since 1970, in order and without overlap.
    let intervals: [ClosedRange<Double>]

    /// Returns whether a time is covered, or at most `maximumDifference` seconds from one that is.
    ///
    /// - Complexity: O(log *n*).
    func contains(_ time: Double, within maximumDifference: Double = 0) -> Bool {
        // Of all intervals that begin before the time, the last one also ends last.
        let count = intervals.countBefore { $0.lowerBound - maximumDifference <= time }
        return count > 0 && time <= intervals[count - 1].upperBound + maximumDifference
    }
}
