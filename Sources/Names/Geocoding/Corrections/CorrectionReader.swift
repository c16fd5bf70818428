import Glibc
import LKFormats
import LKStorage
import LKTrackFormats

/// Reads corrections from GeoJSON, feature by feature; errors name the feature and the reason.
struct CorrectionReader {
    private(set) var features: [CorrectedFeature] = []
    private(set) var problems: [GeocodingError] = []
    private(set) var unknownProperties: [String] = []

    private var tokens: GeoJSONTokens
    private let name: String
    private var rings = RingCheck()
    /// The number of features that have begun.
    private var number = 0

    /// The maximum number of unknown properties reported.
    private static let maximumUnknown = 100
    /// Longest name, in bytes.
    private static let maximumNameLength = 500

    private init(_ chunks: FileChunks) {
        tokens = GeoJSONTokens(chunks)
        name = chunks.name
    }

    /// Reads a file.
    ///
    /// - Throws: The errors of ``read(_:salvaging:)``, and `dataUnreadable` if the file is missing or not a regular
    ///   file.
    static func read(path: String, salvaging: Bool) throws(GeocodingError) -> CorrectionReader {
        // Without O_NONBLOCK, opening a FIFO would wait for its writer.
        let descriptor: Int32
        do throws(TrustedPath.Refusal) { descriptor = try TrustedPath.openInput(path, O_NONBLOCK) } catch {
            let advice = "check the name and its permissions"
            throw GeocodingError(
                .dataUnreadable,
                complete: error.message("\(path) cannot be opened", opening: path, advice: advice),
                advice: error.advice(advice), underlying: error)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw GeocodingError(.dataUnreadable, "\(path) is not a regular file", advice: "name a file of GeoJSON")
        }
        guard status.st_size <= PlaceCorrections.maximumFileSize else {
            throw GeocodingError(
                .inputInvalid,
                "\(path) is longer than \(PlaceCorrections.maximumFileSize >> 20) MiB; simplify its areas or leave some out"
            )
        }
        return try read(FileChunks(fileDescriptor: descriptor, name: path), salvaging: salvaging)
    }

    /// Reads a file in chunks.
    ///
    /// - Throws: `inputInvalid` if the file is too long or not GeoJSON in WGS 84, `dataDamaged` for an invalid feature,
    ///   `dataUnreadable`.
    static func read(_ chunks: FileChunks, salvaging: Bool) throws(GeocodingError) -> CorrectionReader {
        var reader = CorrectionReader(chunks)
        do throws(TrackFormatError) {
            try reader.readFile()
        } catch {
            guard error.code == .malformed || error.code == .tooLarge, reader.number > 0 else {
                // In another reference system all positions would be wrong.
                throw GeocodingError(
                    error.code == .unreadable ? .dataUnreadable : .inputInvalid, complete: error.message,
                    advice: error.advice, underlying: error)
            }
            let place = " (in feature \(reader.number) or after it)"
            reader.problems.append(GeocodingError(.dataDamaged, error.message + place, underlying: error))
        }
        if !salvaging || reader.features.isEmpty, let first = reader.problems.first { throw first }
        return reader
    }

    private mutating func readFile() throws(TrackFormatError) {
        switch try tokens.next() {
        case .beginObject: break
        case .end: throw tokens.failure(.malformed, "there is no GeoJSON in it")
        default: throw tokens.failure(.malformed, "expected a FeatureCollection or a Feature of GeoJSON")
        }
        var single = CorrectionDraft(line: tokens.line)
        var hasFeatures = false
        while tokens.depth > 0 {
            guard case .key = try tokens.next() else { continue }
            let key = String(decoding: tokens.text, as: UTF8.self)
            switch key {
            case "crs": try GeoJSONReferenceSystem.check(&tokens)
            case "features":
                guard !hasFeatures, try tokens.next() == .beginArray else {
                    throw tokens.failure(.malformed, "expected one array of features")
                }
                hasFeatures = true
                try readFeatures()
            default: try readMember(key, of: &single)
            }
        }
        guard try tokens.next() == .end else {
            throw tokens.failure(.malformed, "something follows the GeoJSON; put all features into one collection")
        }
        switch single.type {
        case "FeatureCollection" where hasFeatures: break
        case "Feature" where !hasFeatures:
            number = 1
            finish(single)
        default:
            throw tokens.failure(.malformed, "expected a FeatureCollection or a Feature of GeoJSON")
        }
    }

    private mutating func readFeatures() throws(TrackFormatError) {
        while true {
            let token = try tokens.next()
            if token == .endArray { return }
            number += 1
            var draft = CorrectionDraft(line: tokens.line)
            if token == .beginObject {
                let outside = tokens.depth - 1
                while tokens.depth > outside {
                    guard case .key = try tokens.next() else { continue }
                    try readMember(String(decoding: tokens.text, as: UTF8.self), of: &draft)
                }
                if draft.type != "Feature" { draft.fail("it is not of the type Feature") }
            } else {
                try tokens.skip(token)
                draft.fail("it is not a feature")
            }
            finish(draft)
        }
    }

    private mutating func readMember(_ key: String, of draft: inout CorrectionDraft) throws(TrackFormatError) {
        switch key {
        case "type":
            let token = try tokens.next()
            draft.type = token == .string ? String(decoding: tokens.text, as: UTF8.self) : nil
            try tokens.skip(token)
        case "geometry":
            if draft.hasGeometry { draft.fail("it has two members \"geometry\"") }
            draft.hasGeometry = true
            try draft.geometry.read(&tokens)
        case "properties": try readProperties(of: &draft)
        default: try tokens.skip()
        }
    }

    private mutating func readProperties(of draft: inout CorrectionDraft) throws(TrackFormatError) {
        let token = try tokens.next()
        guard token == .beginObject else { return try tokens.skip(token) }
        let outside = tokens.depth - 1
        while tokens.depth > outside {
            guard case .key = try tokens.next() else { continue }
            let key = String(decoding: tokens.text, as: UTF8.self)
            let token = try tokens.next()
            let text = String(decoding: tokens.text, as: UTF8.self)
            if key == "radius" {
                draft.radius = token == .number ? Double(text) : token == .null ? nil : .nan
                try tokens.skip(token)
            } else if let part = CorrectedPart(rawValue: key) {
                if draft.names.texts[part] != nil { draft.fail("it has two properties \"\(key)\"") }
                switch token {
                case .null: draft.names.texts[part] = .some(nil)
                case .string, .number: setName(part, text, of: &draft)
                default:
                    try tokens.skip(token)
                    draft.fail("\"\(key)\" is not text; give a name, or null to take it away")
                }
            } else {
                try tokens.skip(token)
                let known = String(key.prefix(64))
                if unknownProperties.count < Self.maximumUnknown, !unknownProperties.contains(known) {
                    unknownProperties.append(known)
                }
            }
        }
    }

    private mutating func setName(_ part: CorrectedPart, _ text: String, of draft: inout CorrectionDraft) {
        let name = text.cleanedName
        if name == nil { draft.fail("\"\(part.rawValue)\" is empty; give a name, or null to take it away") }
        if text.utf8.count > Self.maximumNameLength {
            draft.fail("\"\(part.rawValue)\" is longer than \(Self.maximumNameLength) bytes")
        }
        if tokens.repairedLine != nil {
            tokens.repairedLine = nil
            draft.fail("\"\(part.rawValue)\" is not valid UTF-8")
        }
        draft.names.texts[part] = name
        guard part == .countryCode, let name else { return }
        let isCode = name.utf8.count == 2 && name.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        if !isCode {
            draft.fail("\"\(name.prefix(20))\" is not a country's code of two letters (ISO 3166-1), such as DE")
        }
        draft.names.texts[part] = name.uppercased()
    }

    /// Stores a feature, or its problem.
    private mutating func finish(_ draft: CorrectionDraft) {
        do throws(CorrectionProblem) {
            features.append(try draft.finished(checking: &rings))
        } catch {
            problems.append(
                GeocodingError(.dataDamaged, "\(name):\(draft.line): feature \(number): \(error.text)"))
        }
    }
}
