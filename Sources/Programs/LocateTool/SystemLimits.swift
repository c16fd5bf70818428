import Glibc
import LKCommandLine

/// System limits below which the process would crash or hang without a message, because the runtime's threads get no
/// memory.
enum SystemLimits {
    /// The least address space, in bytes, and what each processor adds: threads with their stacks and heaps.
    ///
    /// Measured: with 600 MB of it and two processors a run fails now and then, with 500 MB mostly.
    private static let minimumMemory: UInt64 = 1 << 30
    private static let memoryPerProcessor: UInt64 = 64 << 20
    /// How many files a command with photos opens at once, at most, besides those that it inherited.
    private static let neededDescriptors = 28

    /// Checks the limits for reading and writing photos.
    ///
    /// - Throws: ``ExitCode/ioError`` with the limit and how to raise it.
    static func checkForPhotos() throws(ToolError) {
        let processors = UInt64(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let needed = minimumMemory + processors * memoryPerProcessor
        if let memory = limit(RLIMIT_AS), memory < needed {
            throw ToolError(
                .ioError,
                "the limit of memory, \(memory >> 10) KB, is too low for work with photos; raise it: ulimit -v "
                    + "\(needed >> 10), or unlimited")
        }
        // A limit of more than the usual 1,024 is not counted through.
        if let descriptors = limit(RLIMIT_NOFILE), descriptors <= 1024 {
            let inherited = (0..<Int32(descriptors)).count { fcntl($0, F_GETFD) >= 0 }
            guard Int(descriptors) - inherited < neededDescriptors else { return }
            // Every process begins with three.
            let taken = inherited > 3 ? " of which \(inherited) were open already," : ""
            throw ToolError(
                .ioError,
                "the limit of open files, \(descriptors),\(taken) is too low for work with photos; raise it: ulimit -n 256"
            )
        }
    }

    /// Returns the limit of a resource, or `nil` if there is none.
    private static func limit(_ resource: __rlimit_resource) -> UInt64? {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0, limits.rlim_cur != rlim_t.max else {
            return nil
        }
        return UInt64(limits.rlim_cur)
    }
}
