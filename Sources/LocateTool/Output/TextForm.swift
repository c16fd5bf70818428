extension OutputFormat {
    /// Lines for a person.
    static let text = OutputFormat("text", TextForm(), for: [.fixes, .places, .records, .tables])
}

/// Lines for a person.
struct TextForm: OutputForm {
    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        record.appendText(to: &bytes)
    }

    func appendEntry(
        _ point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        content(&bytes)
        bytes.append(10)
    }

    func appendProblem(_ problem: String, of point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        bytes.append(10)
    }
}

/// Lines made by a template.
struct TemplateForm: OutputForm {
    let template: OutputTemplate
    let inputNames: [String]

    init(template: OutputTemplate) {
        self.template = template
        inputNames = template.inputNames
    }

    var keepsMembers: Bool { !inputNames.isEmpty }

    func includes(keysBeginningWith prefix: String) -> Bool { template.keywords.contains { $0.hasPrefix(prefix) } }

    /// Fills in the values of a record, with gaps for what each point brings along.
    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        let appendValue = record.appendValue
        template.render(to: &bytes) { key, bytes in
            guard let name = OutputTemplate.inputName(key), let index = inputNames.firstIndex(of: name) else {
                return appendValue(key, &bytes)
            }
            PlacePattern.appendGap(column: index, to: &bytes)
        }
    }

    func appendEntry(
        _ point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        content(&bytes)
        bytes.append(10)
    }

    func appendProblem(_ problem: String, of point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        // What was read is all that is known.
        if keepsMembers {
            template.render(to: &bytes) { key, bytes in
                guard let name = OutputTemplate.inputName(key) else { return }
                point.appendField(name, to: &bytes)
            }
        }
        bytes.append(10)
    }
}
