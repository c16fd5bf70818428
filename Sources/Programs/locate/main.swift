import CLKArguments
import LocateTool

// CommandLine has no arguments if /proc is not mounted.
if let words = carguments_words() {
    Tool.main(words: UnsafeBufferPointer(start: words, count: Int(carguments_count())))
} else {
    Tool.main(words: UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)))
}
