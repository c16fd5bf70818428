import Foundation
import Geo
import Metadata
import Photos

extension PhotoReport {
    /// Writes the members of the photo's object; what is not known is left out.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("path", path)
        // Of a name that is no UTF-8 the path is not enough to open it.
        if path.unicodeScalars.contains("\u{FFFD}") { writer.member("url", asset.url.absoluteString) }
        writer.member("type", asset.type.rawValue)
        if let date = asset.date {
            writer.key("date")
            writer.raw { bytes in
                bytes.append(UInt8(ascii: "\""))
                PhotoDateText.appendISO(date, to: &bytes)
                bytes.append(UInt8(ascii: "\""))
            }
            if !date.isOfTheShot { writer.member("dateRule", date.rule.rawValue) }
        }
        writer.member("width", asset.size?.width)
        writer.member("height", asset.size?.height)
        if let location {
            writer.member("latitude", location.coordinate.latitude, decimals: 9)
            writer.member("longitude", location.coordinate.longitude, decimals: 9)
            let name = location.altitudeReference == .ellipsoid ? "ellipsoidalAltitude" : "altitude"
            writer.member(name, location.altitude, decimals: 3)
        }
        writer.member("duration", asset.duration, decimals: 3)
        writer.member("orientation", asset.orientation.rawValue)
        writer.member("camera", camera)
        if let place = asset.place, place.hasNames {
            writer.key("place")
            writer.object { writer in
                writer.member("City", place.city)
                writer.member("State", place.state)
                writer.member("Country", place.country)
                writer.member("CountryCode", place.countryCode)
            }
        }
        if !companions.isEmpty { writer.member("companions", companions) }
    }
}

extension PhotoPlace {
    /// Whether anything of it is printed.
    fileprivate var hasNames: Bool { city != nil || state != nil || country != nil || countryCode != nil }
}
