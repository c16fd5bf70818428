public import FoundationEssentials

/// Public test material outside the repository; tests that use it are skipped with a message where it is absent.
public enum Fixtures {
    /// The package's root folder.
    public static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Whether the long versions of tests are wanted: `LOCATIONKIT_THOROUGH=1`.
    public static let isThorough = ProcessInfo.processInfo.environment["LOCATIONKIT_THOROUGH"] == "1"

    /// Why a test that takes long is skipped.
    public static let absence = "takes long: LOCATIONKIT_THOROUGH=1"

    /// How many of `count` seeded rounds to go through: all in a thorough run, else a twelfth.
    public static func rounds(_ count: Int) -> Int { isThorough ? count : max(1, count / 12) }

    /// The cases of a test to go through: all in a thorough run, else each sixth.
    public static func some<Case>(_ cases: [Case]) -> [Case] {
        isThorough ? cases : cases.enumerated().filter { $0.offset % 6 == 0 }.map(\.element)
    }

    /// The lengths at which to cut a file off: each in a thorough run, else those near its ends and every 29th between.
    public static func cuts(_ lengths: Range<Int>) -> [Int] {
        let ends = 48
        return lengths.filter { length in
            isThorough || length < lengths.lowerBound + ends || length >= lengths.upperBound - ends || length % 29 == 0
        }
    }

    /// The folder `shared/data/<name>` beside the checkout, or below `LOCATIONKIT_TEST_DATA`; `nil` where it is absent.
    public static func folder(_ name: String) -> URL? {
        let base =
            ProcessInfo.processInfo.environment["LOCATIONKIT_TEST_DATA"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared/data")
        let folder = base.appending(path: name)
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }
}
