import FoundationEssentials
import Metadata

/// What a photo of the set says about its camera's clock compared with the tracks and other photos.
struct PhotoWitness: Sendable {
    var date: PhotoDate
    /// The UTC offset of the zone at its own position, in seconds.
    var offsetThere: Int?
    /// Whether it has a position from a receiver.
    var isPlaced: Bool
    /// Whether a GPS receiver's time in it confirms the clock.
    var isSure: Bool

    /// Creates it; `nil` for a photo without a time of its camera's clock.
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

/// Times in order, for finding what lies near another time.
struct SortedTimes {
    let times: [Double]

    init(_ times: [Double]) { self.times = times.sorted() }

    /// Whether one of them is at most `limit` seconds from a time.
    func contains(near time: Double, within limit: Double) -> Bool {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time - limit { low = middle + 1 } else { high = middle }
        }
        return low < times.count && times[low] <= time + limit
    }

    /// The number of other times that lie near one of these when a number of seconds is added.
    func matches(of others: [Double], shiftedBy shift: Double, within limit: Double) -> Int {
        others.count { contains(near: $0 + shift, within: limit) }
    }

    /// The times without those that follow another within some seconds: one photo of a burst represents all of it.
    func thinned(to distance: Double) -> [Double] {
        var result: [Double] = []
        for time in times where time - (result.last ?? -.infinity) >= distance { result.append(time) }
        return result
    }
}
