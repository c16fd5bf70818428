import LKCommandLine
import LKGeocoding

/// Formats blocks of lines; safe on any thread.
struct FormatWorker: Sendable {
    /// The result for a block.
    struct Outcome: Sendable {
        /// The output; as text, an empty line precedes every address.
        var output: [UInt8] = []
        /// Messages for the user, in the order of the lines.
        var notes: [Note] = []
        var total = 0
        var failed = 0
    }

    /// A message about a line.
    struct Note: Sendable {
        /// The line.
        var line: Int
        /// The sentence.
        var text: String
        /// The key that the message is about, reported once; `nil` for a line that cannot be used.
        var key: String?
    }

    var formatter: AddressFormatter
    var isJSON: Bool

    /// Formats every address of a block.
    func run(_ block: LineBlocks.Block) -> Outcome {
        var outcome = Outcome()
        var rest = block.bytes[...]
        var number = block.line
        while !rest.isEmpty {
            let line = rest[..<(rest.firstIndex(of: 10) ?? rest.endIndex)]
            rest = rest[min(line.endIndex + 1, rest.endIndex)...]
            if line.contains(where: { $0 > 0x20 }) { format(line, number, &outcome) }
            number += 1
        }
        return outcome
    }

    private func format(_ line: ArraySlice<UInt8>, _ number: Int, _ outcome: inout Outcome) {
        if !isJSON { outcome.output.append(10) }
        outcome.total += 1
        do throws(AddressLine.Problem) {
            let read = try AddressLine(line)
            write(read.address, to: &outcome.output)
            for key in read.doubtfulKeys {
                let meant = AddressKeys.suggestion(for: key) ?? ""
                outcome.notes.append(
                    Note(
                        line: number, text: "\(key) is not a component and heads the address; did you mean \(meant)?",
                        key: key))
            }
        } catch {
            outcome.failed += 1
            outcome.notes.append(Note(line: number, text: error.text))
            guard isJSON else { return }
            JSONWriter.append(to: &outcome.output) { $0.member("error", error.text) }
            outcome.output.append(10)
        }
    }

    private func write(_ address: PostalAddress, to output: inout [UInt8]) {
        let lines = formatter.lines(for: address)
        guard isJSON else {
            for line in lines {
                output += ForeignText.clean(line).utf8
                output.append(10)
            }
            return
        }
        let string = formatter.joined(lines, address)
        JSONWriter.append(to: &output) { writer in
            writer.member("lines", lines)
            writer.member("string", string)
        }
        output.append(10)
    }
}
