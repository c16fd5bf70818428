/// The boxes of a video side by side, and what that means for a change.
struct VideoBoxes {
    /// All boxes of the file.
    let boxes: [Box]
    /// The box `moov`.
    let movie: Box
    /// Whether the last box ends with the file, so that one more can stand behind it.
    let isClean: Bool
    /// Whether the video is in fragments, which want `moov` before them.
    let isFragmented: Bool

    init(_ file: FileBytes) throws {
        var walk = BoxWalk(file, 0..<file.count)
        var boxes: [Box] = []
        while let box = try walk.next() { boxes.append(box) }
        self.boxes = boxes
        let movies = boxes.filter { $0.type == "moov" }
        guard let movie = movies.first else { throw EditRefusal("it has no box 'moov'") }
        guard movies.count == 1 else { throw EditRefusal("it has several boxes 'moov'") }
        guard !movie.isCut else { throw EditRefusal("its box 'moov' is cut off") }
        self.movie = movie
        isClean = walk.damage == nil && boxes.last?.range.upperBound == file.count
        let hasExtension = try BoxWalk.first("mvex", in: movie.content, of: file) != nil
        isFragmented = hasExtension || boxes.contains { Self.ofFragments.contains($0.type) }
    }

    private static let ofFragments: Set<FourCharacterCode> = ["moof", "mfra", "sidx", "styp"]

    /// The box behind another one.
    func next(after box: Box) -> Box? { boxes.first { $0.offset == box.range.upperBound } }

    /// Whether a box is the last.
    func isLast(_ box: Box) -> Bool { boxes.last == box }
}
