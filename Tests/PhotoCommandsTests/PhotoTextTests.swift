import Foundation
import LKMetadata
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKPhotoInput

@Suite struct PhotoTextTests {
    private func date(_ offset: Int?, _ nanosecond: Int = 0, rule: PhotoDate.Rule = .original) throws -> PhotoDate {
        let time = try #require(
            PhotoDate.WallTime(year: 2014, month: 5, day: 4, hour: 7, minute: 8, second: 9, nanosecond: nanosecond))
        return PhotoDate(wallTime: time, offset: offset, rule: rule)
    }

    @Test("ISO 8601 has an offset only where it is known, and as many digits as there are")
    func isoDates() throws {
        #expect(PhotoDateText.iso(try date(nil)) == "2014-05-04T07:08:09")
        #expect(PhotoDateText.iso(try date(-12_600)) == "2014-05-04T07:08:09-03:30")
        #expect(PhotoDateText.iso(try date(0, 50_000_000)) == "2014-05-04T07:08:09.05+00:00")
        #expect(PhotoDateText.iso(try date(nil, 123_456_789)) == "2014-05-04T07:08:09.123456789")
        #expect(PhotoDateText.iso(try date(0, 123_456_789, rule: .fileTime)) == "2014-05-04T07:08:09.123+00:00")
        #expect(PhotoDateText.iso(try date(0, 456_789, rule: .fileTime)) == "2014-05-04T07:08:09+00:00")
        var day = try date(3600)
        day.wallTime.isDayOnly = true
        #expect(PhotoDateText.iso(day) == "2014-05-04")
        #expect(PhotoDateText.text(day) == "2014-05-04")
    }

    @Test("A span names the day once")
    func spans() throws {
        let first = try date(nil).wallTime
        var last = first
        #expect(PhotoDateText.span(first, last) == "2014-05-04 07:08:09")
        last.hour = 12
        #expect(PhotoDateText.span(first, last) == "2014-05-04 07:08:09 to 12:08:09")
        last.day = 5
        #expect(PhotoDateText.span(first, last) == "2014-05-04 07:08:09 to 2014-05-05 12:08:09")
    }

    @Test("Folders and files are called as they were given")
    func folders() throws {
        let here = FileManager.default.currentDirectoryPath
        let folders = try PhotoSelection([".", "a//b/", "/nonexistent/./x", "c"], for: .photosList)
        #expect(folders.shown("\(here)/IMG.JPG") == "./IMG.JPG")
        #expect(folders.shown("/nonexistent/x/IMG.JPG") == "/nonexistent/./x/IMG.JPG")
        #expect(folders.shown("/elsewhere/IMG.JPG") == "/elsewhere/IMG.JPG")
        let other = try PhotoSelection(["a//b/", "/"], for: .photosList)
        #expect(other.shown("\(here)/a/b/IMG.JPG") == "a//b/IMG.JPG")
        #expect(other.shown("/IMG.JPG") == "/IMG.JPG")
        #expect(other.contains("/") && other.contains("\(here)/a/b") && !other.contains("/a"))
        let odd = try PhotoSelection(["/nonexistent/a b%20#?é"], for: .photosList)
        #expect(odd.folderURLs.map { $0.path(percentEncoded: false) } == ["/nonexistent/a b%20#?é"])
        let files = try PhotoSelection(["a.jpg", "x/b.jpg", "/nonexistent/c.jpg"], for: .photosList)
        #expect(files.folderURLs.isEmpty && files.count == 3 && files.isFile("\(here)/a.jpg"))
        #expect(files.shown("\(here)/a.jpg") == "a.jpg" && files.shown("\(here)/a.jpg.xmp") == "a.jpg.xmp")
        #expect(
            files.shown("\(here)/x/b.cr2") == "x/b.cr2" && files.shown("/nonexistent/c.mov") == "/nonexistent/c.mov")
        #expect(
            files.parents == [here, "\(here)/x", "/nonexistent"].sorted()
                && files.names == "a.jpg, x/b.jpg, /nonexistent/c.jpg")
        #expect(throws: ToolError.self) { try PhotoSelection([], for: .photosList) }
        #expect(try PhotoSelection([], listed: [], for: .photosList).count == 0)
    }

    @Test("Letters of East Asia are two columns wide, and marks none")
    func widths() {
        #expect(TextWidth.columns("Nikon") == 5)
        #expect(TextWidth.columns("東京都, 日本") == 12)
        #expect(TextWidth.columns("Zürich") == 6 && TextWidth.columns("Zu\u{308}rich") == 6)
    }
}
