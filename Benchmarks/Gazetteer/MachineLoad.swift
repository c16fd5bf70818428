import Foundation

/// How busy the machine is: figures of a busy one are worth less.
enum MachineLoad {
    static func measurement(_ name: String) -> Measurement {
        let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
        let load = text.split(separator: " ").first.flatMap { Double($0) } ?? .nan
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        return Measurement(name, unit: "", ours: load, note: "programs that ran in the last minute; \(cores) cores")
    }
}
