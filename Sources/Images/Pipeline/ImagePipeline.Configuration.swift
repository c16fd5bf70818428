import Threads

extension ImagePipeline {
    /// How much a pipeline may do at the same time, and keep.
    public struct Configuration: Sendable {
        /// How many pictures are read and decoded at the same time; as many as there are processors.
        public var threads = SystemThread.processors

        /// How many downloads run at the same time; 6.
        public var downloads = 6

        /// How many bytes of files may wait to be decoded before no further ones are read; 64 MiB.
        public var waitingBytes = 64 << 20

        /// How many bytes of pixels are kept for those who ask again; 128 MiB.
        public var cacheSize = 128 << 20

        /// What decoding one picture may take.
        public var limits = DecodeLimits()

        /// Where result handlers are called, one after the other: hands each call on and returns.
        ///
        /// `nil` calls them on a thread of the pipeline. A program with a main queue gives that:
        /// `{ DispatchQueue.main.async(execute: $0) }`.
        public var deliver: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

        /// The defaults.
        public init() {}
    }
}
