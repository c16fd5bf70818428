import CPeer
import Glibc

/// A process of its own that reads a stream of reports and tells what that cost it: this program in another role.
enum Reader: String {
    /// `GPSDSource`, `LocationManager` and one observer of its notifications.
    case ours
    /// The same, and how much memory is resident after each tenth of the fixes.
    case memory
    /// The plain loop in C.
    case peer

    /// What a reader found out about itself.
    struct Result {
        /// Processor time per fix in nanoseconds.
        var nanoseconds: Double
        /// Resident memory in kilobytes after each tenth of the fixes; empty where it was not asked for.
        var memory: [Double]
        /// Reports a second.
        var rate: Double
    }

    /// The option that chooses this role; not for people.
    static let option = "--reader"

    /// Runs a reader in a process of its own on a stream of that many fixes and `rate` reports a second.
    func measure(fixes: Int, rate: Int?) throws(BenchmarkError) -> Result {
        let server = try ReportServer()
        let arguments = ["/proc/self/exe", Self.option, rawValue, String(server.port), String(fixes - 1)]
        let (rate, text) = try server.serve(fixes: fixes, rate: rate, try Program(arguments))
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count >= 2, numbers[0] > 0 else { throw BenchmarkError("the reader \(rawValue) said: \(text)") }
        return Result(nanoseconds: numbers[1] / numbers[0], memory: Array(numbers[2...]), rate: rate)
    }

    /// Does the reading; the life of the other process.
    ///
    /// - Parameters:
    ///   - port: Where the reports come from.
    ///   - fixes: How many to read after the first.
    func read(port: UInt16, fixes: Int) -> Never {
        // Nobody may be left to end it.
        alarm(300)
        switch self {
        case .ours, .memory:
            let counter = FixCounter(fixes: fixes, measuresMemory: self == .memory)
            print(counter.run(port: port))
        case .peer:
            var result = cpeer_result()
            let status = cpeer_read(port, Int64(fixes), &result)
            guard status == 0 else { exit(1) }
            print(result.fixes, result.nanoseconds)
        }
        exit(0)
    }
}
