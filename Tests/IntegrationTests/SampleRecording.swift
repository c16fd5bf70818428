import Foundation
import TestSupport

/// A recording of the test's own: a receiver that searches, converges and moves north, one epoch a second.
final class SampleRecording {
    let folder: URL
    let path: String

    init(epochs: Int = 20) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "locationkit-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "walk.nmea").path
        var text = ""
        for index in 0..<epochs {
            var epoch = NMEAEpoch(time: 1_780_000_000 + index)
            epoch.mode = index < 3 ? 1 : index < 6 ? 2 : 3
            epoch.dilution = max(1, 8 - Double(index))
            epoch.latitude = 35 + Double(index) * 1e-4
            text += epoch.sentences.joined()
        }
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A file beside the recording.
    func sibling(_ name: String) -> String { folder.appending(path: name).path }
}
