import Foundation
import LKPersistence
import LKStorage
import Synchronization
import Testing

/// Changes of objects are announced, and saved.
@Suite struct CodingObjectEditTests {
    final class Stop: CodingObject {
        @Coded var name = ""
        @Coded var next: Stop?
    }

    class Walk: CodingObject {
        @Coded var title = "untitled"
        @Coded var length = 0.0
        @Coded var tags: [String] = []
        @Coded var start = Stop()
        @Coded var stops: [Stop] = []
        @Coded var named: [String: Stop] = [:]
    }

    final class GuidedWalk: Walk {
        @Coded("leader") var guide: String?
        var isShown = false
        override class var transientProperties: Set<String> { ["isShown"] }
    }

    private func changes(of object: CodingObject) throws -> AsyncStream<String> { try object.changes }

    /// Collects the names of a sequence until it ends.
    private func names(_ edit: () throws -> Void, of changes: AsyncStream<String>) async rethrows -> [String] {
        try edit()
        var names: [String] = []
        for await name in changes { names.append(name) }
        return names
    }

    @Test(
        "Each assignment is announced by the property's name, in a subclass too, and the sequence ends with the object")
    func announcement() async throws {
        var walk: GuidedWalk? = GuidedWalk()
        walk?.title = "before"
        let announced = try changes(of: try #require(walk))
        let names = await names(
            {
                walk?.title = "Lake"
                walk?.guide = "Ann"
                walk?.isShown = true
                walk?.tags.append("a")
                walk?.title = "Lake"
                walk = nil
            }, of: announced)
        #expect(names == ["title", "guide", "tags", "title"])
    }

    @Test(
        "Edits of objects in a property, in an array and in a dictionary are edits of the property, while they are in it"
    )
    func nested() async throws {
        var walk: Walk? = Walk()
        let (first, second, third) = (Stop(), Stop(), Stop())
        walk?.stops = [first, second]
        let announced = try changes(of: try #require(walk))
        let names = try await names(
            {
                let whole = try #require(walk)
                whole.start.name = "gate"
                first.name = "lake"
                second.next = third
                third.name = "bridge"
                whole.stops.removeLast()
                third.name = "no longer in the walk"
                whole.named["a"] = third
                third.name = "again"
                first.name = "shore"
                walk = nil
            }, of: announced)
        #expect(names == ["start", "stops", "stops", "stops", "stops", "named", "named", "stops"])
    }

    @Test("Edits made together are announced once, after the last")
    func together() async throws {
        var walk: Walk? = Walk()
        let announced = try changes(of: try #require(walk))
        let names = try await names(
            {
                let whole = try #require(walk)
                let result = Result {
                    try whole.edit {
                        whole.title = "a"
                        whole.edit { whole.length = 1 }
                        whole.title = "b"
                        throw CancellationError()
                    }
                }
                #expect(throws: CancellationError.self) { try result.get() }
                #expect(whole.title == "b")
                whole.length = 2
                walk = nil
            }, of: announced)
        #expect(names == ["title", "length", "length"])
    }

    @Test("An object that contains itself is announced once for each edit")
    func cycle() async throws {
        var stop: Stop? = Stop()
        stop?.next = stop
        let announced = try changes(of: try #require(stop))
        let names = await names(
            {
                stop?.name = "a"
                stop?.next = nil
                stop = nil
            }, of: announced)
        #expect(names == ["name", "next"])
    }

    @Test("Of two objects that contain each other, an edit of one is announced by both, once")
    func mutual() async throws {
        var (first, second): (Stop?, Stop?) = (Stop(), Stop())
        first?.next = second
        second?.next = first
        let (ofFirst, ofSecond) = (try changes(of: try #require(first)), try changes(of: try #require(second)))
        first?.name = "a"
        second?.name = "b"
        first?.next = nil
        (first, second) = (nil, nil)
        #expect(await names({}, of: ofFirst) == ["name", "next", "next"])
        #expect(await names({}, of: ofSecond) == ["next", "name", "next"])
    }

    @Test("An observer that edits the object is notified of its own edit last")
    func editInObserver() throws {
        let sandbox = try ArchiveSandbox()
        let walk = Walk()
        try walk.saveEdits(in: sandbox.archiver, forKey: "walk") { _ in
            walk.stopSavingEdits()
            walk.start.next = nil
            walk.title = "repaired"
        }
        // An object that contains itself cannot be archived.
        walk.start.next = walk.start
        #expect(walk.title == "repaired")
        #expect(try sandbox.archiver.unarchive(Walk.self, forKey: "walk")?.title == "untitled")
    }

    @Test("A reader that has left is forgotten, and others are still told")
    func leaving() async throws {
        var walk: Walk? = Walk()
        let announced = try changes(of: try #require(walk))
        do {
            let left = try changes(of: try #require(walk))
            let task = Task { for await _ in left {} }
            task.cancel()
            await task.value
        }
        let names = await names(
            {
                walk?.length = 1
                walk?.length = 2
                walk = nil
            }, of: announced)
        #expect(names == ["length", "length"])
    }

    @Test("Edits are on the disk when the assignment returns, until saving stops")
    func saving() throws {
        let sandbox = try ArchiveSandbox()
        func read() throws -> Walk? { try sandbox.archiver.unarchive(Walk.self, forKey: "walk") }
        let walk = Walk()
        try walk.saveEdits(in: sandbox.archiver, forKey: "walk")
        #expect(try read()?.title == "untitled")
        walk.title = "Lake"
        #expect(try read()?.title == "Lake")
        walk.stops.append(Stop())
        walk.stops[0].name = "bridge"
        #expect(try read()?.stops.map(\.name) == ["bridge"])
        let saved = try walk.edit {
            (walk.title, walk.length) = ("River", 7)
            return try read()?.title
        }
        #expect(saved == "Lake")
        #expect(try read()?.title == "River" && read()?.length == 7)
        walk.stopSavingEdits()
        walk.title = "Hill"
        #expect(try read()?.title == "River")
        // What was read can be saved on in turn.
        let again = try #require(try read())
        try again.saveEdits(in: sandbox.archiver, forKey: "walk")
        again.length += 1
        #expect(try read()?.length == 8)
    }

    @Test("An edit that cannot be saved is reported, keeps the older archive, and is saved with the next")
    func failingSave() throws {
        let sandbox = try ArchiveSandbox()
        let walk = Walk()
        var errors: [StorageError.Code] = []
        #expect(throws: StorageError.self) { try walk.saveEdits(in: sandbox.archiver, forKey: "../walk") }
        try walk.saveEdits(in: sandbox.archiver, forKey: "walk") { errors.append($0.code) }
        // An object that contains itself cannot be encoded.
        walk.start.next = walk.start
        walk.title = "Lake"
        #expect(Set(errors) == [.notEncodable] && errors.count == 2)
        #expect(try sandbox.archiver.unarchive(Walk.self, forKey: "walk")?.title == "untitled")
        walk.start.next = nil
        #expect(errors.count == 2)
        #expect(try sandbox.archiver.unarchive(Walk.self, forKey: "walk")?.title == "Lake")
    }

    @Test("Saving and being told go together, and an observed object is encoded and decoded as any other")
    func savingAndChanges() async throws {
        let sandbox = try ArchiveSandbox()
        var walk: Walk? = Walk()
        let announced = try changes(of: try #require(walk))
        try walk?.saveEdits(in: sandbox.archiver, forKey: "walk")
        let names = await names(
            {
                walk?.title = "Lake"
                walk = nil
            }, of: announced)
        #expect(names == ["title"])
        #expect(try sandbox.archiver.unarchive(Walk.self, forKey: "walk")?.title == "Lake")
    }

    /// Two properties of one key.
    private final class Ambiguous: CodingObject {
        @Coded("a") var first = 1
        @Coded("a") var second = 2
    }

    @Test(
        "A class whose properties cannot be found reports an error, and its edits inside another object are not observed"
    )
    func mistake() throws {
        #expect(throws: StorageError.self) { try changes(of: Ambiguous()) }
        final class Owner: CodingObject { @Coded var part: Ambiguous? }
        let owner = Owner()
        _ = try owner.changes
        owner.part = Ambiguous()
        owner.part?.first = 3
        #expect(owner.part?.first == 3)
    }
}
