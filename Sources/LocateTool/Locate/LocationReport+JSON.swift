import FoundationEssentials
import Geo
import Positioning

extension LocationReport {
    /// One object on one line, in the order of the contract; what is unknown is absent.
    var json: String {
        JSONWriter.object { writer in
            writeSearch(to: &writer)
            if let location {
                writer.member("fix", location.fix?.rawValue)
                writer.member("latitude", location.coordinate.latitude, decimals: 9)
                writer.member("longitude", location.coordinate.longitude, decimals: 9)
                Self.write(location, to: &writer)
            }
            writePlace(to: &writer)
        }
    }

    /// A GeoJSON feature (RFC 7946), longitude first; without a position its geometry is null.
    ///
    /// The third number is the height above the ellipsoid, as section 3.1.1 has it; where only the height above sea
    /// level is known it stays a property.
    var geoJSON: String {
        JSONWriter.object { writer in
            writer.member("type", "Feature")
            writer.key("geometry")
            if let location {
                GeoJSONText.writePoint(location.coordinate, altitude: location.ellipsoidalAltitude, to: &writer)
            } else {
                writer.raw("null")
            }
            writer.key("properties")
            writer.object { writer in
                writeSearch(to: &writer)
                if let location {
                    writer.member("fix", location.fix?.rawValue)
                    Self.write(location, to: &writer)
                }
                writePlace(to: &writer)
            }
        }
    }

    private func writeSearch(to writer: inout JSONWriter) {
        writer.member("status", status.rawValue)
        writer.member("finishReason", finishReason?.rawValue)
        writer.member("reason", reason)
        writer.member("error", error)
        writer.member("recovered", recovered)
    }

    private static func write(_ location: Location, to writer: inout JSONWriter) {
        writer.member("altitude", location.altitude, decimals: 3)
        writer.member("ellipsoidalAltitude", location.ellipsoidalAltitude, decimals: 3)
        if let accuracy = location.horizontalAccuracy {
            writer.member("horizontalAccuracy", NumberText.accuracy(accuracy.radius), decimals: 3)
            writer.member("accuracyEstimator", accuracy.estimator.rawValue)
        }
        writer.member("verticalAccuracy", location.verticalAccuracy.map(NumberText.accuracy), decimals: 3)
        writer.member("speed", location.speed, decimals: 3)
        writer.member("course", location.course.map(roundedCourse), decimals: 3)
        writer.member("timestamp", location.timestamp.flatMap(Timestamp.utc))
        writer.member("timestampDoubt", location.timestampDoubt?.rawValue)
        if let satellites = location.satellites {
            writer.key("satellites")
            writer.object { writer in
                writer.member("used", satellites.used)
                writer.member("visible", satellites.visible)
            }
        }
        writer.member("correction", location.correction?.rawValue)
        writer.member("device", location.device)
        if location.isSimulated { writer.member("simulated", true) }
    }

    private func writePlace(to writer: inout JSONWriter) {
        writer.member("timeZone", timeZone)
        guard let address else { return }
        writer.member("provider", provider)
        writer.key("address")
        address.write(to: &writer)
        writer.member("attribution", attribution)
    }

    /// A course with three decimals that stays below 360.
    static func roundedCourse(_ course: Double) -> Double {
        let rounded = (course * 1000).rounded() / 1000
        return rounded >= 360 ? 0 : rounded
    }
}
