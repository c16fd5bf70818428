/// What of a file has to survive an edit: the data of its pictures, and every fact that the edit does not mean.
package struct FileSurvey {
    /// A value, and what it is told apart by.
    package struct Fact {
        /// Which directory, box or row of segments it belongs to.
        package var group: Int
        /// Which value of the group.
        package var tag: Int
        /// How it is written: the type of its elements; 0 of what has none.
        package var type: UInt16
        /// The number of its elements.
        package var count: Int
        /// Where its bytes lie in the file.
        package var range: Range<Int>

        /// Whether it is an entry of EXIF; all other groups have larger numbers.
        package var isOfEXIF: Bool { group < 1_000_000 }

        /// Takes a value.
        package init(group: Int, tag: Int, type: UInt16 = 0, count: Int = 0, range: Range<Int>) {
            self.group = group
            self.tag = tag
            self.type = type
            self.count = count
            self.range = range
        }
    }

    /// Where data of pictures, films and sound lie, in the order of the file.
    package var pictures: [Range<Int>] = []
    /// Every fact that stays, in an order that the edit does not change.
    package var facts: [Fact] = []

    /// Whether any entry of EXIF is among the facts.
    package var hasEXIF: Bool { facts.contains(where: \.isOfEXIF) }

    /// Knows of nothing yet.
    package init() {}
}
