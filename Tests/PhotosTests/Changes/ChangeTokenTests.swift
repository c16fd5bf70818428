import Foundation
import TestSupport
import Testing

@testable import LKPhotos

struct ChangeTokenTests {
    @Test("A change token from an earlier run gives the changes up to the present")
    func aTokenLeadsFromTheListOfAnEarlierRunToThePresent() async throws {
        let test = TestLibrary()
        for number in 10..<30 { try test.write("a/\(number).jpg", "photo jpeg date=2014-05-\(number)T10:00:00") }
        let first = test.library()
        try await first.reload()
        var rows = first.allPhotos.assets
        let token = try #require(await first.changeToken)
        try test.remove("a/12.jpg")
        try await first.reload()
        try test.write("a/15.jpg", "photo jpeg date=2014-01-01")
        try test.write("b/new.jpg", "photo jpeg date=2014-05-20T11:00:00")
        try test.write("a/gone.jpg")
        try await first.reload()
        try test.remove("a/gone.jpg")
        test.move("a/29.jpg", to: "b/29.jpg")
        let text = token.description

        let second = test.library()
        try await second.reload()
        let changes = await second.changes(since: try #require(PhotoChanges.Token(text)))
        var iterator = changes.makeAsyncIterator()
        let told = await iterator.next(isolation: #isolation)
        let change = try #require(told)
        #expect(!change.isReset)
        change.difference.apply(to: &rows)
        #expect(rows.map(\.id) == second.allPhotos.assets.map(\.id))
        #expect(rows.map(\.path) == second.allPhotos.assets.map(\.path))
        #expect(change.difference.removed.count == 1 && change.difference.inserted.count == 1)
        let next = try #require(change.token)
        #expect(next != token)

        // Nothing has changed since: the first change is the one to come.
        let later = await second.changes(since: next)
        try test.write("c.jpg", "photo jpeg date=2020-01-01")
        try await second.reload()
        var following = later.makeAsyncIterator()
        let last = await following.next(isolation: #isolation)
        #expect(last?.difference.inserted.map(\.element.fileName) == ["c.jpg"])
    }

    @Test("An unknown change token gives a reset")
    func anUnknownTokenIsAReset() async throws {
        let test = TestLibrary()
        try test.write("a.jpg")
        let library = test.library()
        try await library.reload()
        let changes = await library.changes(since: PhotoChanges.Token(catalog: 1, sequence: 0))
        var iterator = changes.makeAsyncIterator()
        let told = await iterator.next(isolation: #isolation)
        let change = try #require(told)
        #expect(change.isReset && change.group.count == 1)
    }

    @Test(
        "Text that is not a change token is rejected",
        arguments: ["", "-", "1", "x-1", "1-", "1--1", "1-99999999999999999999"])
    func otherTextsAreNoTokens(_ text: String) { #expect(PhotoChanges.Token(text) == nil) }
}
