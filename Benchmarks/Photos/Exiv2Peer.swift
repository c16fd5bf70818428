import Foundation

/// The plain loop over libexiv2 in C++, compiled when it is needed: `Peers/exiv2_list.cpp`.
struct Exiv2Peer {
    private let folder: TemporaryFolder
    private var program: String { folder.path + "/exiv2_list" }

    /// Compiles it; `nil`, with a message, where compiler, library or source are missing.
    static func find() -> Exiv2Peer? {
        var parent = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        while parent.path != "/" {
            parent.deleteLastPathComponent()
            let source = parent.appendingPathComponent("Benchmarks/Peers/exiv2_list.cpp").path
            guard access(source, R_OK) == 0 else { continue }
            guard let folder = try? TemporaryFolder() else { break }
            let peer = Exiv2Peer(folder: folder)
            for compiler in ["g++", "clang++"] {
                let command = [compiler, "-O2", "-std=c++14", "-w", source, "-lexiv2", "-o", peer.program]
                if (try? Program(command).finish()) != nil { return peer }
            }
            break
        }
        BenchmarkCommand.say("photos.list: without libexiv2, which could not be compiled; install g++ and libexiv2-dev")
        return nil
    }

    /// What lists the pictures that lie directly in a folder.
    func command(_ path: String) -> [String] { [program, path] }
}
