import TestSupport
import Testing

@testable import LKPhotos

struct PhotoDifferenceTests {
    /// Something with a name and a state.
    private struct Item: Hashable, Identifiable, Sendable {
        var id: Int
        var state = 0
    }

    private func items(_ ids: Int...) -> [Item] { ids.map { Item(id: $0) } }

    private func applied(_ old: [Item], _ new: [Item]) -> [Item] {
        var list = old
        PhotoChanges.Difference(from: old, to: new).apply(to: &list)
        return list
    }

    @Test("Equal lists have no difference")
    func equalListsHaveNone() {
        #expect(PhotoChanges.Difference(from: items(1, 2, 3), to: items(1, 2, 3)).isEmpty)
    }

    @Test("Removed elements have their old index, and inserted ones their new index")
    func whatIsGoneHasItsOldIndexAndWhatIsNewItsNewOne() {
        let difference = PhotoChanges.Difference(from: items(1, 2, 3, 4), to: items(1, 5, 3, 6))
        #expect(difference.removed == [1, 3])
        #expect(difference.inserted.map(\.index) == [1, 3])
        #expect(difference.inserted.map(\.element.id) == [5, 6])
        #expect(difference.updated.isEmpty && difference.moved.isEmpty)
    }

    @Test("A moved element is a single move")
    func aMovedElementIsOneMove() {
        let difference = PhotoChanges.Difference(from: items(1, 2, 3, 4, 5), to: items(1, 5, 2, 3, 4))
        #expect(difference.moved == [.init(from: 4, to: 1)])
        #expect(difference.removed.isEmpty && difference.inserted.isEmpty && difference.updated.isEmpty)
    }

    @Test("A changed element is an update")
    func anotherStateIsAnUpdate() {
        let difference = PhotoChanges.Difference(from: items(1, 2), to: [Item(id: 1), Item(id: 2, state: 1)])
        #expect(difference.updated.map(\.index) == [1])
        #expect(difference.updated.map(\.element.state) == [1])
    }

    @Test("Applying a difference to the old list gives the new one")
    func appliedToTheOldListItGivesTheNew() {
        var random = SeededGenerator(seed: 7)
        for round in 0..<5000 {
            let size = round % 20
            let old = (0..<size).map { Item(id: $0) }.shuffled(using: &random)
            var new = old.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            for id in 100..<(100 + Int.random(in: 0...4, using: &random)) {
                new.insert(Item(id: id), at: Int.random(in: 0...new.count, using: &random))
            }
            for _ in 0..<Int.random(in: 0...4, using: &random) where new.count > 1 {
                let item = new.remove(at: Int.random(in: new.indices, using: &random))
                new.insert(item, at: Int.random(in: 0...new.count, using: &random))
            }
            if round % 5 == 0 { new.shuffle(using: &random) }
            for index in new.indices where Int.random(in: 0..<5, using: &random) == 0 { new[index].state += 1 }
            #expect(applied(old, new) == new, "\(old.map(\.id)) to \(new.map(\.id))")
        }
    }

    @Test("The difference to a reversed list of thousands is found in time")
    func aReversedListOfManyIsFoundInTime() {
        let old = (0..<20_000).map { Item(id: $0) }
        let new = Array(old.reversed())
        let difference = processorTime { PhotoChanges.Difference(from: old, to: new) }
        #expect(difference.result.moved.count == 19_999)
        #expect(difference.seconds < 20)
    }
}
