import Testing

@testable import LKCommandLine

@Suite struct TextStyleTests {
    @Test("The option counts most, then NO_COLOR, then CLICOLOR_FORCE, then the terminal")
    func decision() {
        func isColored(_ choice: ColorChoice, _ isTerminal: Bool, _ environment: [String: String] = [:]) -> Bool {
            TextStyle.isColored(choice, isTerminal: isTerminal, environment: environment)
        }
        #expect(isColored(.auto, true) && !isColored(.auto, false))
        #expect(!isColored(.auto, true, ["NO_COLOR": "1"]) && isColored(.auto, true, ["NO_COLOR": ""]))
        #expect(!isColored(.auto, true, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]))
        #expect(isColored(.auto, false, ["CLICOLOR_FORCE": "1"]) && !isColored(.auto, false, ["CLICOLOR_FORCE": "0"]))
        #expect(!isColored(.auto, true, ["TERM": "dumb"]) && isColored(.auto, true, ["TERM": "xterm"]))
        #expect(isColored(.always, false, ["NO_COLOR": "1"]) && !isColored(.never, true, ["CLICOLOR_FORCE": "1"]))
    }

    @Test("Text without colours is as it was, and no text has none")
    func texts() {
        let style = TextStyle(isColored: true)
        #expect(style.text("Kiel", as: .heading) == "\u{1B}[1mKiel\u{1B}[0m" && style.text("", as: .error).isEmpty)
        for part in TextStyle.Part.allCases { #expect(TextStyle.plain.text("Kiel", as: part) == "Kiel") }
    }

    @Test("Values are wrapped beside their labels, and whole without a terminal")
    func rows() {
        let rows = [(label: "Name", value: "a walk along the river"), (label: "Ort", value: "東京都 千代田区")]
        #expect(
            LabelledRows.lines(rows, indent: 6, width: 20)
                == ["Name  a walk along", "      the river", "Ort   東京都", "      千代田区"])
        #expect(LabelledRows.lines(rows, indent: 6, width: nil)[0] == "Name  a walk along the river")
        #expect(LabelledRows.lines([("A", "b\u{1B}c d")], indent: 3, width: 8) == ["A  b\u{FFFD}c d"])
    }

    @Test("Long text is cut where it counts least, in columns of the terminal")
    func widths() {
        #expect(TextWidth.keepingEnd("Pictures/2014/IMG_0001.JPG", columns: 16) == "…14/IMG_0001.JPG")
        #expect(
            TextWidth.keepingEnd("写真/東京.jpg", columns: 8) == "…京.jpg" && TextWidth.keepingEnd("ab", columns: 2) == "ab")
        #expect(TextWidth.keepingBeginning("千代田区, 日本", columns: 9) == "千代田区…")
        #expect(TextWidth.keepingBeginning("Kiel", columns: 0) == "" && TextWidth.keepingEnd("Kiel", columns: 1) == "…")
        for columns in 0...40 {
            for text in ["Pictures/写真/IMG_0001.JPG", "Zu\u{308}rich, Schweiz", "👩‍👩‍👧 family"] {
                #expect(TextWidth.columns(TextWidth.keepingEnd(text, columns: columns)) <= columns)
                #expect(TextWidth.columns(TextWidth.keepingBeginning(text, columns: columns)) <= columns)
            }
        }
    }
}
