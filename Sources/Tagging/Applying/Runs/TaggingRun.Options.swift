public import Persistence
import Threads

extension TaggingRun {
    /// How photos are written.
    public struct Options: Sendable {
        /// What happens to a photo that has several names on the disk.
        public enum HardLinks: Sendable {
            /// It is left alone, and said to be unsafe.
            case refuse
            /// The name that was given gets the new content, the other names keep the old one.
            case detach
        }

        /// How many photos are written at the same time; as many as there are processors.
        public var jobs = SystemThread.processors

        /// Whether photos keep their time of modification; `false`, so that backups notice the change.
        public var keepsModificationTime = false

        /// What happens to a photo that has several names on the disk.
        public var hardLinks = HardLinks.refuse

        /// From how many bytes on a file is changed in place where that is safe, rather than copied; 64 MiB.
        public var inPlaceSize = 64 << 20

        /// Who keeps account of what must be finished before the process ends.
        public var completion = TaskCompletion.shared

        /// Makes, for each thread, what looks at new files before they take the place of photos; what that throws is the
        /// photo's failure.
        package var makeCheck: (@Sendable () -> (WrittenPhoto) throws -> Void)?

        /// Is told the path of a file after the last look at it, before it is replaced or removed: tests act as another program then.
        package var willReplace: (@Sendable (String) -> Void)?

        /// The defaults.
        public init() {}
    }
}
