/// The values of an unkeyed container; a reference, because containers that were handed out add to it.
final class CodedArray {
    var values: [CodedValue]

    init(_ values: [CodedValue] = []) { self.values = values }
}
