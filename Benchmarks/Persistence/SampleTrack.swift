import Foundation

/// A megabyte of numbers and texts.
struct SampleTrack: Codable, Equatable {
    var name = "Benchmark"
    var latitudes = (0..<45_000).map { 35 + Double($0) / 70_001 }
    var longitudes = (0..<45_000).map { 139 + Double($0) / 90_001 }
    var notes = (0..<10_000).map { "remark of point number \($0)" }

    /// The same as `NSKeyedArchiver` knows it; flat, which is the form it is fastest with.
    var object: NSArray {
        let numbers: [Any] = (latitudes + longitudes).map { NSNumber(value: $0) }
        return NSArray(array: numbers + ([name] + notes).map { NSString(string: $0) })
    }
}
