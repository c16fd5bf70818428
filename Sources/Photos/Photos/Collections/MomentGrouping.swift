package import LKGeo
import LKMetadata

/// Groups assets taken at about the same time and place: a walk, a dinner, an hour in a museum.
///
/// Assets are processed in order of time. Each joins a moment whose last asset is at most ``maximumPause`` old and,
/// if both have positions, whose centre is within ``maximumDistance``: the nearest such moment, else the latest.
/// Otherwise it begins a moment. So two cameras in two cities have parallel moments, an asset without a position
/// joins the current one, and midnight ends nothing. While the camera travels (each asset within ``shortStep`` of the
/// previous), the distance counts from the last asset, so that a train journey is one moment.
public struct MomentGrouping: PhotoGrouping {
    /// The longest time without an asset; 2 hours by default.
    public var maximumPause: Duration

    /// The largest distance from the centre of a moment, in metres; 1000 by default.
    public var maximumDistance: Double

    /// The longest time between two assets of one journey; 5 minutes by default.
    public var shortStep = Duration.seconds(300)

    /// Creates a grouping.
    ///
    /// - Parameters:
    ///   - maximumPause: The longest time without an asset.
    ///   - maximumDistance: The largest distance from the centre, in metres.
    public init(maximumPause: Duration = .seconds(7200), maximumDistance: Double = 1000) {
        self.maximumPause = maximumPause
        self.maximumDistance = maximumDistance
    }

    /// Returns one entry for each moment.
    public func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
        let pause = maximumPause / .seconds(1)
        var finished: [Moment] = []
        var open: [Moment] = []
        var undated: [PhotoAsset] = []
        // By local time, which is what people remember, even across time zones.
        for asset in assets.sorted(by: { AssetRecord.precedes($0.record, $1.record) }) {
            guard let date = asset.record.content.date else {
                undated.append(asset)
                continue
            }
            let time = Double(date.wallSeconds) + Double(date.nanosecond) / 1e9
            let over = open.indices.filter { time - open[$0].lastTime > pause }
            for index in over.reversed() { finished.append(open.remove(at: index)) }
            if let index = moment(for: asset, at: time, among: open) {
                open[index].add(asset, at: time)
            } else {
                open.append(Moment(asset, at: time))
            }
        }
        var entries = (finished + open).map { moment in
            let begin = CalendarGrouping.Period(.second, wallSeconds: Int(moment.firstTime.rounded(.down)))
            return PhotoCollection.Entry(.moment(begin: begin, first: moment.assets[0].id), assets: moment.assets)
        }
        entries.sort { $0.id < $1.id }
        if !undated.isEmpty { entries.append(PhotoCollection.Entry(.undated, assets: undated)) }
        return entries
    }

    private func moment(for asset: PhotoAsset, at time: Double, among open: [Moment]) -> Int? {
        guard let coordinate = asset.usableCoordinate else {
            return open.indices.max { open[$0].lastTime < open[$1].lastTime }
        }
        var best: (index: Int, distance: Double)?
        for (index, moment) in open.enumerated() {
            var distance = moment.middle.map { $0.sphericalDistance(to: coordinate) } ?? 0
            if time - moment.lastTime <= shortStep / .seconds(1), let last = moment.lastCoordinate {
                distance = min(distance, last.sphericalDistance(to: coordinate) / 10)
            }
            guard distance <= maximumDistance else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
        }
        return best?.index
    }
}

/// A moment under construction.
private struct Moment {
    var assets: [PhotoAsset]
    var firstTime: Double
    var lastTime: Double
    var middle: Coordinate?
    var lastCoordinate: Coordinate?
    private var positions = 0.0

    init(_ asset: PhotoAsset, at time: Double) {
        assets = []
        firstTime = time
        lastTime = time
        add(asset, at: time)
    }

    mutating func add(_ asset: PhotoAsset, at time: Double) {
        assets.append(asset)
        lastTime = time
        guard let coordinate = asset.usableCoordinate else { return }
        positions += 1
        lastCoordinate = coordinate
        middle = middle.flatMap { $0.interpolated(to: coordinate, fraction: 1 / positions) } ?? coordinate
    }
}

extension PhotoAsset {
    /// The position, unless the receiver marked it as void.
    package var usableCoordinate: Coordinate? {
        guard let location = record.content.location, !location.isVoid else { return nil }
        return location.coordinate
    }
}
