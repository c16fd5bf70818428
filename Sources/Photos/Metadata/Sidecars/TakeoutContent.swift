package import LKFormats
import LKGeo

/// Content of the JSON that Google Takeout writes beside a photo.
package struct TakeoutContent: Sendable, Hashable {
    /// Largest file read, in bytes; Takeout's have a few kilobytes.
    package static let maximumSize = 1 << 20
    /// Longest description and name kept, in characters.
    private static let maximumTextLength = 10_000
    /// Maximum number of people kept.
    private static let maximumPeople = 100

    /// The photo's name when it was uploaded.
    package var title: String?
    /// The description that the user has entered.
    package var description: String?
    /// The names of people that the user has tagged.
    package var people: [String] = []
    /// When the photo was taken, in UTC.
    package var date: PhotoDate?
    /// Where it was taken: the position edited in or estimated by Google Photos, or else that of the photo's EXIF.
    package var location: PhotoLocation?

    /// Parses a file; `nil` for a JSON of another kind.
    ///
    /// Values of wrong types and out of range are left out.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: `JSONFailure` if it is not JSON.
    package init?(_ bytes: some Sequence<UInt8>) throws(JSONFailure) {
        let json = try JSONValue(parsing: bytes)
        guard json["photoTakenTime"] != nil || json["geoData"] != nil || json["geoDataExif"] != nil else { return nil }
        title = Self.text(json["title"])
        description = Self.text(json["description"])
        people = (json["people"]?.elements ?? []).prefix(Self.maximumPeople).compactMap { Self.text($0["name"]) }
        // An unknown time is 0.
        if let seconds = Self.number(json["photoTakenTime"]?["timestamp"]), seconds != 0, abs(seconds) < 1e12,
            let wall = PhotoDate.WallTime(secondsSince1970: Int(seconds.rounded(.down)))
        {
            date = PhotoDate(wallTime: wall, offset: 0, rule: .takeout, offsetRule: .utc)
        }
        location = Self.location(json["geoData"]) ?? Self.location(json["geoDataExif"])
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value, !text.isEmpty else { return nil }
        return String(text.prefix(maximumTextLength))
    }

    /// Returns a number, which may be written as a text.
    private static func number(_ value: JSONValue?) -> Double? {
        let digits: String
        switch value {
        case .number(let text)?, .string(let text)?: digits = text
        default: return nil
        }
        guard let number = Double(digits), number.isFinite else { return nil }
        return number
    }

    /// Returns a position; zeros mean that it is unknown.
    private static func location(_ value: JSONValue?) -> PhotoLocation? {
        guard let latitude = number(value?["latitude"]), let longitude = number(value?["longitude"]),
            latitude != 0 || longitude != 0, let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        if let altitude = number(value?["altitude"]), altitude != 0, abs(altitude) < 100_000 {
            location.altitude = altitude
        }
        return location
    }

    /// Returns whether the title is that of a photo, whose name may be cut off and have characters replaced.
    ///
    /// - Parameter photo: The photo's name.
    /// - Returns: `true` also without a title.
    package func isTitled(like photo: [UInt8]) -> Bool {
        guard let title else { return true }
        func plain(_ name: [UInt8]) -> [UInt8] {
            SidecarName.lowercased(SidecarName.stem(of: name)).map { byte in
                byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) ? byte : 0x5F
            }
        }
        let (mine, other) = (plain(Array(title.utf8)), plain(TakeoutNames.original(ofEdited: photo) ?? photo))
        // A number in brackets is Takeout's own.
        let start = other.last == 0x5F ? Array(other.prefix(TakeoutNames.comparedLength)) : other
        return mine.starts(with: start) || start.starts(with: mine)
    }
}

extension PhotoMetadata {
    /// Distance from which two positions contradict each other, in metres.
    private static let contradictingDistance = 1000.0
    /// Difference from which two times contradict each other, in seconds, apart from whole quarters of an hour.
    private static let contradictingTime = 60
    /// Largest offset of local time from UTC, in seconds.
    private static let maximumOffset = 15 * 3600

    /// Completes the metadata of a photo and its other sidecars with those of Google Takeout.
    ///
    /// The photo's own date and position count. A contradiction adds a warning.
    ///
    /// - Parameters:
    ///   - takeout: The content of the JSON.
    ///   - path: Its path, for warnings.
    package mutating func complete(from takeout: TakeoutContent, at path: String) {
        if let other = takeout.location {
            if let own = location, !own.isVoid {
                let distance = own.coordinate.distance(to: other.coordinate)
                if distance >= Self.contradictingDistance {
                    warnings.append(
                        PhotoMetadata.Warning(
                            "\(path) has a position \(Int((distance / 1000).rounded())) km away; the photo's own counts",
                            subject: .contradiction))
                }
            } else {
                location = other
                warnings.removeAll { $0.subject == .position }
            }
        }
        if let other = takeout.date {
            if let own = date, own.isOfTheShot {
                if Self.contradicts(own, other) {
                    warnings.append(
                        PhotoMetadata.Warning(
                            "\(path) says that it was taken \(other.wallTime) UTC, the photo \(own.wallTime); the photo's "
                                + "own date counts", subject: .contradiction))
                }
            } else {
                date = other
                warnings.removeAll { $0.subject == .date }
            }
        }
        caption = caption ?? takeout.description
    }

    /// Returns whether two dates cannot be the same instant in any time zone.
    private static func contradicts(_ own: PhotoDate, _ other: PhotoDate) -> Bool {
        let difference = own.wallTime.secondsSince1970 - other.wallTime.secondsSince1970
        if own.wallTime.isDayOnly { return abs(difference) > 2 * 86_400 }
        let rest = abs(difference) % 900
        return abs(difference) > maximumOffset || min(rest, 900 - rest) > contradictingTime
    }
}

/// Reads the JSON of Google Takeout for a photo.
package enum TakeoutSidecar {
    /// Completes the metadata of a photo with those in a JSON.
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the photo and its other sidecars; a file that cannot be read adds a warning.
    ///   - json: The path of the JSON.
    ///   - photo: The path of the photo.
    ///   - bytes: The reader of the file.
    /// - Returns: Whether the JSON is that of the photo.
    /// - Throws: ``MetadataError`` if no file descriptor was available.
    package static func complete(
        _ metadata: inout PhotoMetadata, from json: [UInt8], of photo: [UInt8], reading bytes: FileBytes
    ) throws(MetadataError) -> Bool {
        let path = String(decoding: json, as: UTF8.self)
        do throws(MetadataError) {
            guard let content = try content(of: json, for: photo, reading: bytes) else { return false }
            metadata.complete(from: content, at: path)
            return true
        } catch {
            if RetryingOpen.isLimit(error.errno) { throw error }
            if Sidecars.isMissing(error) { return false }
            let isMissed = metadata.date == nil || metadata.location == nil
            metadata.warnings.append(
                PhotoMetadata.Warning(error.message, subject: isMissed ? .contradiction : .structure))
            return false
        }
    }

    /// Returns the content of a JSON.
    ///
    /// - Parameters:
    ///   - json: Its path.
    ///   - photo: The path of the photo; if the JSON's name is cut off, its title has to be that of the photo.
    ///   - bytes: The reader of the file.
    /// - Returns: `nil` for a JSON of another kind or photo.
    /// - Throws: ``MetadataError/Code/malformed`` if it is not JSON or too large, and the errors of reading.
    package static func content(
        of json: [UInt8], for photo: [UInt8], reading bytes: FileBytes
    ) throws(MetadataError) -> TakeoutContent? {
        try Sidecars.open(json, bytes)
        defer { bytes.close() }
        guard bytes.count <= TakeoutContent.maximumSize, let text = try bytes.bytes(at: 0, count: bytes.count) else {
            throw bytes.error(
                .malformed, "is too large for a JSON of Google Takeout; its date and position are not read")
        }
        let content: TakeoutContent?
        do throws(JSONFailure) { content = try TakeoutContent(text) } catch {
            throw bytes.error(
                .malformed, "is damaged JSON, so its date and position are not read; unpack it again from the archive")
        }
        let (name, owner) = (Self.name(of: json), Self.name(of: photo))
        if let match = TakeoutNames([name]).matches(of: owner).first {
            if !match.isCut { return content }
            if match.hasOtherNumber, content?.title == nil { return nil }
        }
        return content?.isTitled(like: owner) == false ? nil : content
    }

    private static func name(of path: [UInt8]) -> [UInt8] {
        Array(path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])
    }
}
