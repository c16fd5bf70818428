import Foundation

/// The programs that run on this machine, as the kernel tells them.
public enum RunningPrograms {
    /// How many have a word among their arguments.
    ///
    /// One that has ended but was not waited for has none left.
    public static func count(mentioning word: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").count { name in
            guard name.allSatisfy(\.isNumber),
                let arguments = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            else { return false }
            return arguments.split(separator: 0).contains { $0.elementsEqual(word.utf8) }
        }
    }
}
