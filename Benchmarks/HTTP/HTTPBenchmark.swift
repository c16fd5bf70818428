import Dispatch
import Foundation
import LKHTTP
import Synchronization

/// Documents a second over kept connections from a web server on this machine, against `curl --parallel`.
struct HTTPBenchmark {
    /// How many documents are fetched in a round.
    var requests = 10_000
    /// How many at once, each on a connection of its own.
    var parallel = 50
    /// How often each takes its turn.
    var rounds = 7

    func run() throws(BenchmarkError) -> [Measurement] {
        let text = String(repeating: #"{"lat":"35.681236","lon":"139.767125"},"#, count: 18)
        let document = #"{"places":[\#(text)null]}"#
        let server = try PrivateNginx(document: document)
        let list = try TemporaryFolder()
        let address = "http://127.0.0.1:\(server.port)/document.json"
        guard let url = URL(string: address) else { throw BenchmarkError("\(address) is not a URL") }
        let lines = "url = \"\(address)\"\noutput = \"/dev/null\"\n"
        let settings = "\(list.path)/urls"
        do { try Data(String(repeating: lines, count: requests).utf8).write(to: URL(fileURLWithPath: settings)) } catch
        {
            throw BenchmarkError("\(error)")
        }
        let curl = [
            "curl", "-q", "-sS", "--no-progress-meter", "--noproxy", "*", "--parallel", "--parallel-max", "\(parallel)",
            "-K", settings,
        ]
        var configuration = HTTPClient.Configuration(userAgent: "benchmarks/1")
        configuration.maximumConnectionsPerHost = parallel
        configuration.proxy = ""
        let client = HTTPClient(configuration)
        // Once before counting: connections are made, the library is loaded.
        _ = try ours(client, url, document.utf8.count)
        let before = Resources()
        var (rates, theirs, ratios): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
            let our = try ours(client, url, document.utf8.count)
            let start = Clocks.monotonic
            _ = try Program(curl).finishMeasured()
            let their = Double(requests) * 1e9 / Double(Clocks.monotonic - start)
            rates.append(our)
            theirs.append(their)
            ratios.append(our / their)
        }
        let after = Resources()
        return results(Samples(rates), Samples(theirs), Samples(ratios), before, after, document.utf8.count)
    }

    /// What went wrong in tasks.
    private final class Outcome: Sendable { let failure = Mutex<String?>(nil) }

    /// Documents a second, fetched by tasks.
    private func ours(_ client: HTTPClient, _ url: URL, _ size: Int) throws(BenchmarkError) -> Double {
        let outcome = Outcome()
        let done = DispatchSemaphore(value: 0)
        let (share, parallel) = (requests / parallel, parallel)
        let start = Clocks.monotonic
        Task.detached { @Sendable in
            await withTaskGroup(of: String?.self) { group in
                for _ in 0..<parallel { group.addTask { await Self.fetch(url, share, size, client) } }
                for await failure in group { if let failure { outcome.failure.withLock { $0 = failure } } }
            }
            done.signal()
        }
        done.wait()
        let nanoseconds = Clocks.monotonic - start
        if let failure = outcome.failure.withLock({ $0 }) { throw BenchmarkError(failure) }
        return Double(share * parallel) * 1e9 / Double(nanoseconds)
    }

    /// Fetches a document so many times, one after the other; what went wrong, or `nil`.
    private static func fetch(_ url: URL, _ count: Int, _ size: Int, _ client: HTTPClient) async -> String? {
        for _ in 0..<count {
            do throws(HTTPError) {
                let response = try await client.response(to: HTTPRequest(url))
                guard response.status == 200, response.body.count == size else { return "an answer is wrong" }
            } catch { return error.message }
        }
        return nil
    }

    /// What this process has.
    private struct Resources {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        let kilobytes = ResidentMemory.kilobytes
    }

    private func results(
        _ ours: Samples, _ theirs: Samples, _ ratios: Samples, _ before: Resources, _ after: Resources, _ size: Int
    ) -> [Measurement] {
        let spread = "\(ResultTable.number(ratios.quantile(0)))...\(ResultTable.number(ratios.quantile(1)))"
        let note = "\(requests) of \(size) bytes, \(parallel) at once; \(rounds) rounds, ratios \(spread)"
        var rate = Measurement("http.rate", unit: "1/s", ours: ours.median, note: note)
            .against("curl --parallel", theirs.median).goal("ratio at least 0.8", isMet: ratios.median >= 0.8)
        // The median of the rounds' ratios: both halves of a round suffer the same neighbours.
        rate.ratio = ratios.median
        let total = rounds * requests
        let descriptors = Measurement(
            "http.descriptors", unit: "more", ours: Double(after.descriptors - before.descriptors),
            note: "after \(total) more requests than the \(before.descriptors) before")
        let memory = Measurement(
            "http.memory", unit: "MB more", ours: Double(after.kilobytes - before.kilobytes) / 1024,
            note: "after \(total) more requests; \(after.kilobytes / 1024) MB resident")
        return [
            rate, descriptors.goal("none", isMet: after.descriptors <= before.descriptors),
            memory.goal("at most 2 MB", isMet: after.kilobytes - before.kilobytes <= 2048),
        ]
    }
}
