import Geo

/// Makes one set of facts of what EXIF, XMP, IPTC and the container say, each where it is the authority.
///
/// EXIF is the camera's word and counts first for time, position and camera; names and words are people's, and stand
/// in XMP and IPTC. Of these XMP counts, unless the digest tells that a program changed IPTC afterwards (as the
/// Metadata Working Group has it).
struct Reconciliation {
    let findings: Findings

    /// The facts.
    var metadata: PhotoMetadata {
        let (exif, xmp) = (findings.exif, findings.xmp)
        var result = findings.container
        result.date = DateRules(findings: findings).date
        result.location = location ?? findings.container.location
        if result.storedSize == nil { result.storedSize = size }
        if !findings.orientationIsFromContainer {
            result.orientation = exif.orientation ?? xmp?.orientation ?? findings.container.orientation
        }
        if let camera { result.camera = camera }
        result.software = exif.software ?? xmp?.software ?? result.software
        result.userComment = exif.userComment ?? xmp?.userComment ?? result.userComment
        result.liveIdentifier = result.liveIdentifier ?? exif.liveIdentifier
        result.thumbnail = exif.thumbnail ?? result.thumbnail
        addWords(to: &result)
        return result
    }

    private var size: PixelSize? {
        if let width = findings.exif.width, let height = findings.exif.height, width > 0, height > 0 {
            return PixelSize(width: width, height: height)
        }
        return findings.xmp?.size
    }

    private var camera: Camera? {
        var camera = findings.exif.camera
        let others = [findings.xmp?.camera, findings.container.camera]
        for case let other? in others {
            camera.make = camera.make ?? other.make
            camera.model = camera.model ?? other.model
            camera.serialNumber = camera.serialNumber ?? other.serialNumber
            camera.lens = camera.lens ?? other.lens
        }
        return camera.isEmpty ? nil : camera
    }

    /// EXIF's position, or else that of XMP: a directory of GPS is no position yet.
    private var location: PhotoLocation? {
        guard let gps = findings.exif.gps, var location = gps.location else { return findings.xmp?.location }
        if !gps.hasHemispheres, let other = findings.xmp?.location?.coordinate {
            // Without the letters for the hemispheres, XMP tells the signs if it means the same place otherwise.
            let mine = location.coordinate
            let isSame =
                abs(abs(mine.latitude) - abs(other.latitude)) < 0.001
                && abs(abs(mine.longitude) - abs(other.longitude)) < 0.001
            if isSame { location.coordinate = other }
        }
        return location
    }
}

extension Reconciliation {
    /// Titles, keywords and names of places.
    private func addWords(to result: inout PhotoMetadata) {
        let (xmp, iptc) = (findings.xmp, findings.iptc)
        result.title = preferred(xmp?.title, iptc?.title) ?? result.title
        result.caption = preferred(xmp?.caption, iptc?.caption) ?? findings.exif.caption ?? result.caption
        let keywords = xmp?.keywords ?? []
        let others = iptc?.keywords ?? []
        let first = iptc?.isNewerThanXMP == true ? others : keywords
        let words = first.isEmpty ? (keywords.isEmpty ? others : keywords) : first
        if !words.isEmpty { result.keywords = words }
        var shown = PhotoPlace()
        shown.sublocation = preferred(xmp?.placeShown.sublocation, iptc?.place.sublocation)
        shown.city = preferred(xmp?.placeShown.city, iptc?.place.city)
        shown.state = preferred(xmp?.placeShown.state, iptc?.place.state)
        shown.country = preferred(xmp?.placeShown.country, iptc?.place.country)
        shown.countryCode = preferred(xmp?.placeShown.countryCode, iptc?.place.countryCode)
        if !shown.isEmpty { result.placeShown = shown }
        if let created = xmp?.placeCreated, !created.isEmpty { result.placeCreated = created }
    }

    /// XMP's text, or that of IPTC if it is newer and not just cut off at the length that IPTC allows.
    private func preferred(_ xmp: String?, _ iptc: String?) -> String? {
        guard let xmp, let iptc, findings.iptc?.isNewerThanXMP == true else { return xmp ?? iptc }
        return iptc.utf8.count >= 32 && xmp.utf8.starts(with: iptc.utf8) ? xmp : iptc
    }
}
