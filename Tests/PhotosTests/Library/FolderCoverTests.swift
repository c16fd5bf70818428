import TestSupport
import Testing

@testable import LKPhotos

struct FolderCoverTests {
    @Test("Coverage by a set of folders agrees with asking each folder")
    func saysWhatAskingEachFolderSays() {
        var random = SeededGenerator(seed: 5)
        let names = ["a", "a b", "b", "a-", "A", "é"]
        func path() -> RawPath {
            let count = Int.random(in: 0...4, using: &random)
            return RawPath(
                "/" + (0..<count).map { _ in names.randomElement(using: &random) ?? "" }.joined(separator: "/"))
        }
        for _ in 0..<2000 {
            let folders = (0..<Int.random(in: 0...6, using: &random)).map { _ in path() }
            let cover = FolderCover(folders)
            for _ in 0..<10 {
                let asked = path()
                #expect(cover.covers(asked) == folders.contains(where: asked.isInside), "\(asked) in \(folders)")
            }
            let outermost = Set(folders).filter { folder in !folders.contains { $0 != folder && folder.isInside($0) } }
            #expect(Set(cover.topmost) == outermost && cover.topmost.count == outermost.count)
        }
    }
}
