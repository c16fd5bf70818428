import FoundationEssentials
import LKFormats
import LKGeocoding
import LKHTTP
import TestSupport
import Testing

@testable import LKWebGeocoding

/// What a real Nominatim sent, kept beside the checkout.
@Suite struct NominatimRecordingTests {
    private struct Recording: CustomStringConvertible {
        var file: String
        var status: Int
        var type: String
        var url: String
        var response: HTTPResponse
        var description: String { file }
    }

    private func recordings() throws -> [Recording] {
        guard let folder = Fixtures.folder("nominatim") else {
            print("skipped: no shared/data/nominatim beside the checkout")
            return []
        }
        let index = String(decoding: try Data(contentsOf: folder.appending(path: "index.tsv")), as: UTF8.self)
        return try index.split(whereSeparator: \.isNewline).dropFirst().map { row in
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let data = try Data(contentsOf: folder.appending(path: columns[0]))
            let end = try #require(data.firstRange(of: Data("\r\n\r\n".utf8)) ?? data.firstRange(of: Data("\n\n".utf8)))
            let status = try #require(Int(columns[4]))
            let response = HTTPResponse(
                status: status, body: Data(data[end.upperBound...]), url: try #require(URL(string: columns[2])))
            return Recording(file: columns[0], status: status, type: columns[5], url: columns[2], response: response)
        }
    }

    @Test("Every recorded answer of Nominatim gives its placemark or its error")
    func everyRecordingIsWhatItsRowSays() throws {
        let address = try ServiceAddress(Samples.ownServer)
        var houses = 0
        for recording in try recordings() {
            let reply = ServiceReply(recording.response, now: Date())
            let failure = reply.failure("Nominatim", address)
            if recording.status >= 500 {
                #expect(failure?.code == .serviceOverloaded, "\(recording)")
            } else if recording.status >= 400 {
                #expect(failure?.code == .serviceRefused, "\(recording)")
                if !recording.response.body.isEmpty { #expect(reply.message != nil, "\(recording)") }
            } else if recording.type.contains("xml") || recording.type.contains("javascript") {
                #expect(failure?.code == .answerInvalid, "\(recording)")
            } else if !recording.url.contains("format=geo"), recording.url.contains("/reverse"),
                !recording.url.contains("/status")
            {
                #expect(failure == nil, "\(recording)")
                let document = try #require(reply.document)
                guard document["error"] == nil else {
                    #expect(document["error"]?.text == NominatimAnswer.unable, "\(recording)")
                    continue
                }
                let answer = NominatimAnswer(WebAnswer(provider: "n", asked: Samples.point, languages: []))
                let placemark = try #require(answer.placemark(document), "\(recording)")
                let parts = document["address"]
                #expect(placemark.subThoroughfare == parts?["house_number"]?.text, "\(recording)")
                #expect(placemark.thoroughfare == parts?["road"]?.text, "\(recording)")
                #expect(placemark.postalCode == parts?["postcode"]?.text, "\(recording)")
                #expect(placemark.country == parts?["country"]?.text, "\(recording)")
                #expect(placemark.isoCountryCode == parts?["country_code"]?.text?.uppercased(), "\(recording)")
                #expect(placemark.bounds != nil && placemark.place != nil && placemark.name != nil, "\(recording)")
                #expect(placemark.attribution?.contains("OpenStreetMap") == true)
                if recording.url.contains("ja"), recording.file.contains("lang-country") {
                    #expect(placemark.country == "リヒテンシュタイン")
                }
                if recording.file.contains("outside") { #expect(placemark.precision == .country) }
                if placemark.precision == .house { houses += 1 }
            }
        }
        if Fixtures.folder("nominatim") != nil { #expect(houses > 20) }
    }
}
