// A memo pad: its text, font and size come back with the next start. Each line of standard input is an edit, saved at once.
import Foundation
import LocationKit

final class Memo: Settings, @unchecked Sendable {
    @Setting var text = "Write here"
    @Setting var fontName = "Serif"
    @Setting var fontSize = 14.0
}

let memo = Memo(store: SettingsStore(name: "memo-pad"))
print("\(memo.text) (\(memo.fontName), \(memo.fontSize))")
while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.last) {
    case ("font", let name?) where words.count == 2: memo.fontName = name
    case ("size", let size?) where words.count == 2: memo.fontSize = Double(size) ?? memo.registeredDefaults.fontSize
    case ("reset", _): memo.reset()
    default: memo.text = line
    }
}
// Reports what could not be saved. The edits would be written before the program ends even without this.
do throws(StorageError) { try memo.synchronize() } catch {
    FileHandle.standardError.write(Data("memo: \(error.message)\n".utf8))
    exit(74)
}
