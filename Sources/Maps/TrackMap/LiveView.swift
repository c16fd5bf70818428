public import FoundationEssentials
import LKFormats
public import LKGeo

extension MapPage {
    /// A receiver at work, for a page that is written again and again: its position, its accuracy and the satellites that it sees.
    ///
    /// The page reloads itself every two seconds, until the watch has ended.
    public struct LiveView: Sendable {
        /// The latest fix; `nil` before the first.
        public var location: Location?
        /// The satellites in view; `nil` if the receiver has not listed any.
        public var sky: SkyView?
        /// The name of the place; empty if unknown.
        public var place = ""
        /// The state of the receiver, such as why there is no fix yet, in English.
        public var state = ""
        /// The name of that state, which a page in another language translates: `no-satellites`.
        public var stateName = ""
        /// Seconds east of UTC at the position.
        public var offset = 0
        /// When the page is written, by this computer's clock; from it the page detects that it is no longer being written.
        public var written: Date
        /// Whether nothing more will come.
        public var isEnded = false

        /// Maximum number of satellites shown.
        private static let maximumSatellites = 200

        /// Creates a view.
        ///
        /// - Parameters:
        ///   - location: The latest fix.
        ///   - sky: The satellites in view.
        ///   - written: When the page is written.
        public init(location: Location?, sky: SkyView?, written: Date) {
            self.location = location
            self.sky = sky
            self.written = written
        }

        /// Returns the view as live.js reads it.
        func packed() -> PackedBytes {
            var bytes = PackedBytes()
            func append(_ value: Double?, scale: Double) {
                let isKnown = value?.isFinite == true
                bytes.append(count: isKnown ? 1 : 0)
                if let value, isKnown { bytes.append(signed: Int64((min(max(value * scale, -1e15), 1e15)).rounded())) }
            }
            bytes.append(count: isEnded ? 1 : 0)
            bytes.append(count: Int(min(max(written.timeIntervalSince1970, 0), 1e12)))
            append(location?.coordinate.latitude, scale: 1e6)
            append(location?.coordinate.longitude, scale: 1e6)
            append(location?.horizontalAccuracy?.radius, scale: 10)
            append(location?.altitude, scale: 10)
            append(location?.speed, scale: 100)
            append(location?.course, scale: 10)
            append(location?.timestamp?.timeIntervalSince1970, scale: 1)
            bytes.append(signed: Int64(offset))
            bytes.append(PageText.clean(place))
            bytes.append(PageText.clean(state))
            bytes.append(PageText.clean(stateName))
            let satellites = (sky?.satellites ?? []).prefix(Self.maximumSatellites)
            bytes.append(count: satellites.count)
            for satellite in satellites {
                bytes.append(signed: Int64(satellite.id))
                append(satellite.elevation, scale: 1)
                append(satellite.azimuth, scale: 1)
                append(satellite.signal, scale: 10)
                bytes.append(count: satellite.isUsed ? 1 : 0)
            }
            return bytes
        }
    }
}

extension MapPage {
    /// Shows a receiver at work; add it after its track.
    public mutating func add(_ view: MapPage.LiveView) {
        parts.append(Part(name: "live", script: .liveScript, style: .liveStyle, data: view.packed()))
    }
}
