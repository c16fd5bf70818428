package import FoundationEssentials
import LKGeo
package import LKMetadata
package import LKPhotos
import LKStorage

/// Plans to write the metadata from the JSON of Google Takeout into the photos beside it.
///
/// ```swift
/// let planner = TakeoutPlanner()
/// let edits = library.allPhotos.assets.flatMap { planner.planned($0).edits }
/// for photo in await PhotoTagger().write(edits) { print(photo.path, photo.action) }
/// ```
///
/// A photo gets only what neither it nor a sidecar of it has: position, date, description, and the names of people as
/// keywords. Use a planner from one thread at a time.
package final class TakeoutPlanner {
    private let zones: TimeZones
    private let reader = MetadataReader()
    private let bytes = FileBytes()
    /// The JSON files of a folder, by its path.
    private var folders: [String: TakeoutNames] = [:]

    /// Creates a planner.
    ///
    /// - Parameter zones: Looks up the time zone at a position, so that the date, which Takeout states in UTC, is written
    ///   as local time; without a zone it is written in UTC.
    package init(zones: TimeZones = .none) { self.zones = zones }

    /// Plans a photo and its companions, which receive what the photo's JSON file states if they have no JSON file
    /// themselves.
    ///
    /// - Parameter asset: The photo.
    /// - Returns: Its plan.
    package func planned(_ asset: PhotoAsset) -> PlannedTakeout {
        var planned = PlannedTakeout()
        var shared: (json: String, content: TakeoutContent)?
        for url in [asset.url] + asset.companions {
            do throws(TaggingError) {
                guard let path = url.exactPath else { throw .notUTF8(url) }
                guard let found = try content(beside: path) ?? shared else { continue }
                shared = shared ?? found
                if planned.json == nil { planned.json = found.json }
                let stamp = try PhotoStamp(of: path)
                let edit = try self.edit(found.content, path)
                if edit.isEmpty { continue }
                planned.add(edit)
                planned.edits.append(PhotoEdit(path: path, edit: edit, expected: stamp))
            } catch {
                if url == asset.url {
                    planned.error = error
                    return planned
                }
            }
        }
        return planned
    }

    private func content(beside path: String) throws(TaggingError) -> (json: String, content: TakeoutContent)? {
        let (folder, name) = Folder.split(path)
        let names =
            folders[folder]
            ?? TakeoutNames(((try? TrustedPath.names(in: folder)) ?? []).map { Array($0.utf8) })
        folders[folder] = names
        for match in names.matches(of: Array(name.utf8)) {
            let json = (folder == "/" ? "/" : folder + "/") + String(decoding: match.name, as: UTF8.self)
            do throws(MetadataError) {
                let content = try TakeoutSidecar.content(of: Array(json.utf8), for: Array(path.utf8), reading: bytes)
                if let content { return (json, content) }
            } catch {
                throw TaggingError(error, path: json)
            }
        }
        return nil
    }

    /// Returns what a photo lacks.
    private func edit(_ content: TakeoutContent, _ path: String) throws(TaggingError) -> MetadataEdit {
        var metadata: PhotoMetadata
        do throws(MetadataError) { metadata = try reader.metadata(of: path) } catch {
            throw TaggingError(error, path: path)
        }
        let sidecars = Sidecars(of: path, reading: bytes)
        let beside = sidecars.properties
        var edit = MetadataEdit()
        let location = sidecars.location(beside: &metadata)
        if let wanted = content.location, location?.isVoid ?? true { edit.location = .set(wanted) }
        let others = [beside?.dateTimeOriginal, beside?.dateCreated, beside?.createDate]
        if metadata.date?.isOfTheShot != true, others.allSatisfy({ $0 == nil }), let date = content.date {
            edit.date = local(date, at: content.location ?? location)
        }
        if metadata.caption == nil, beside?.caption == nil { edit.caption = content.description }
        let known = Set(metadata.keywords + (beside?.keywords ?? []))
        edit.keywords = content.people.filter { !known.contains($0) }
        return edit
    }

    /// Returns a time in the zone of a position; in UTC if that is unknown.
    private func local(_ date: PhotoDate, at location: PhotoLocation?) -> ZonedTime {
        let moment = date.wallTime.secondsSince1970
        // XMP has no seconds in offsets, as local mean time needs them.
        guard let location, let zone = zones.offset(at: location.coordinate, moment: moment), zone.seconds % 60 == 0,
            let wall = PhotoDate.WallTime(secondsSince1970: moment + zone.seconds)
        else { return ZonedTime(wallTime: date.wallTime, offset: 0) }
        return ZonedTime(wallTime: wall, offset: zone.seconds)
    }
}

/// Metadata that a photo gets from the JSON of Google Takeout beside it.
package struct PlannedTakeout: Sendable, Hashable {
    /// The path of the JSON; `nil` if there is none.
    package internal(set) var json: String?

    /// The position that is written.
    package internal(set) var location: PhotoLocation?

    /// The instant that is written as the date.
    package internal(set) var date: Date?

    /// The offset from UTC of the date that is written, in seconds.
    package internal(set) var offset: Int?

    /// The description that is written.
    package internal(set) var caption: String?

    /// The names of people that are written as keywords.
    package internal(set) var people: [String] = []

    /// The edits of its files; none if it lacks nothing that the JSON has.
    package internal(set) var edits: [PhotoEdit] = []

    /// The reason why it cannot be planned.
    package internal(set) var error: TaggingError?

    mutating func add(_ edit: MetadataEdit) {
        if case .set(let location) = edit.location { self.location = self.location ?? location }
        if let date = edit.date, self.date == nil {
            offset = date.offset
            self.date = Date(timeIntervalSince1970: Double(date.wallTime.secondsSince1970 - (date.offset ?? 0)))
        }
        caption = caption ?? edit.caption
        people += edit.keywords.filter { !people.contains($0) }
    }
}
