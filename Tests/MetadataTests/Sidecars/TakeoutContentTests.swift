import LKFormats
import LKGeo
import LKMetadata
import TestSupport
import Testing

@Suite("TakeoutContent") struct TakeoutContentTests {
    private static let complete = #"""
        {"title":"IMG_1.jpg","description":"Lunch by the lake","imageViews":"3","creationTime":{"timestamp":"1627805999"},
        "photoTakenTime":{"timestamp":"1627805472","formatted":"Aug 1, 2021, 8:11:12 AM UTC"},
        "geoData":{"latitude":48.137,"longitude":11.575,"altitude":519.5,"latitudeSpan":0.0,"longitudeSpan":0.0},
        "geoDataExif":{"latitude":1.0,"longitude":2.0,"altitude":0.0},"people":[{"name":"Ann"},{"name":"Bo"},{}]}
        """#

    private static func content(_ text: String) throws -> TakeoutContent? { try TakeoutContent(Array(text.utf8)) }

    @Test("Reads date, position, description and people") func complete() throws {
        let content = try #require(try Self.content(Self.complete))
        #expect(content.title == "IMG_1.jpg" && content.description == "Lunch by the lake")
        #expect(content.people == ["Ann", "Bo"])
        #expect(content.date?.wallTime.description == "2021-08-01T08:11:12")
        #expect(content.date?.offset == 0 && content.date?.rule == .takeout && content.date?.offsetRule == .utc)
        #expect(content.location?.coordinate == Coordinate(latitude: 48.137, longitude: 11.575))
        #expect(content.location?.altitude == 519.5)
    }

    @Test("Zeros are an unknown position, and EXIF's position follows") func zeros() throws {
        let zero = #"{"geoData":{"latitude":0.0,"longitude":0.0,"altitude":0.0}"#
        #expect(try #require(try Self.content(zero + "}")).location == nil)
        let other = #","geoDataExif":{"latitude":-33.5,"longitude":"151.25","altitude":0.0}}"#
        let location = try #require(try Self.content(zero + other)).location
        #expect(location?.coordinate == Coordinate(latitude: -33.5, longitude: 151.25) && location?.altitude == nil)
    }

    @Test("A JSON of another kind has no content", arguments: ["{}", "[]", "3", #"{"title":"a"}"#, #"{"geo":1}"#])
    func others(_ text: String) throws { #expect(try Self.content(text) == nil) }

    @Test(
        "Values of wrong types and out of range are left out",
        arguments: [
            #"{"photoTakenTime":{"timestamp":"1e400"},"geoData":{"latitude":1e999,"longitude":1}}"#,
            #"{"photoTakenTime":{"timestamp":"-99999999999999999999"},"geoData":{"latitude":91,"longitude":1}}"#,
            #"{"photoTakenTime":{"timestamp":{}},"geoData":{"latitude":"north","longitude":1}}"#,
            #"{"photoTakenTime":"1627805472","geoData":[48.1,11.5]}"#,
            #"{"photoTakenTime":{"timestamp":"nan"},"geoData":{"latitude":"nan","longitude":"inf"}}"#,
            #"{"photoTakenTime":null,"geoData":{"latitude":48.1},"title":7,"people":{"name":"x"},"description":[]}"#,
            #"{"photoTakenTime":{"timestamp":"0"},"geoData":null}"#,
        ]) func wrongValues(_ text: String) throws
    {
        let content = try #require(try Self.content(text))
        #expect(content.date == nil && content.location == nil && content.people.isEmpty)
        #expect(content.title == nil && content.description == nil)
    }

    @Test("No truncation, damage or deep nesting traps") func damage() {
        let bytes = Array(Self.complete.utf8)
        for count in 0..<bytes.count { #expect(throws: JSONFailure.self) { try TakeoutContent(bytes[..<count]) } }
        var random = SeededGenerator(seed: 12)
        for _ in 0..<3000 {
            var copy = bytes
            for _ in 0..<3 {
                copy[Int.random(in: 0..<copy.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try? TakeoutContent(copy)
        }
        let deep = String(repeating: #"{"geoData":"#, count: 100_000)
        #expect(throws: JSONFailure.self) { try TakeoutContent(Array(deep.utf8)) }
        let long = #"{"geoData":{},"title":"\#(String(repeating: "x", count: 500_000))"}"#
        #expect((try? TakeoutContent(Array(long.utf8)))??.title?.count == 10_000)
    }

    // MARK: Beside a photo

    private func photo(_ date: String?, offset: Int? = nil, at position: (Double, Double)? = nil) -> PhotoMetadata {
        var metadata = PhotoMetadata(format: .jpeg)
        let numbers = (date ?? "").split { "-T:".contains($0) }.compactMap { Int($0) }
        if numbers.count == 6 {
            metadata.date = PhotoDate.WallTime(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                second: numbers[5]
            ).map { PhotoDate(wallTime: $0, offset: offset, rule: .original) }
        }
        metadata.location = position.flatMap { Coordinate(latitude: $0.0, longitude: $0.1) }.map(PhotoLocation.init)
        return metadata
    }

    private func completed(_ metadata: PhotoMetadata) throws -> PhotoMetadata {
        var metadata = metadata
        metadata.complete(from: try #require(try Self.content(Self.complete)), at: "/p/IMG_1.jpg.json")
        return metadata
    }

    @Test("Gives a photo the date and the position that it lacks") func completes() throws {
        let both = try completed(photo(nil))
        #expect(both.date?.rule == .takeout && both.location?.altitude == 519.5 && both.warnings.isEmpty)
        #expect(both.caption == "Lunch by the lake")
    }

    @Test("The photo's own date and position count") func own() throws {
        let same = try completed(photo("2021-08-01T10:11:12", at: (48.1371, 11.5751)))
        #expect(same.date?.rule == .original && same.location?.altitude == nil && same.warnings.isEmpty)
        let quarter = try completed(photo("2021-08-01T13:56:12", offset: 20_700, at: (48.1371, 11.5751)))
        #expect(quarter.warnings.isEmpty)
    }

    @Test(
        "The time of a change gives way to the time at which the photo was taken",
        arguments: [PhotoDate.Rule.modified, .pngTime])
    func timeOfChange(_ rule: PhotoDate.Rule) throws {
        var metadata = photo("2023-01-02T03:04:05", at: (48.1371, 11.5751))
        metadata.date?.rule = rule
        let completed = try completed(metadata)
        #expect(completed.date?.rule == .takeout && completed.date?.wallTime.description == "2021-08-01T08:11:12")
        #expect(completed.warnings.isEmpty)
    }

    @Test("A contradiction is a warning") func contradictions() throws {
        let elsewhere = try completed(photo("2021-08-01T10:11:12", at: (-48.137, 11.575)))
        #expect(elsewhere.location?.coordinate.latitude == -48.137)
        #expect(elsewhere.warnings.count == 1 && elsewhere.warnings[0].message.contains("km away"))
        for date in ["2020-08-01T10:11:12", "2021-08-01T10:18:12"] {
            let other = try completed(photo(date, at: (48.1371, 11.5751)))
            #expect(other.date?.rule == .original && other.warnings.count == 1)
            #expect(other.warnings[0].message.contains("the photo's own date counts"))
        }
    }
}
