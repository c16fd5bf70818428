import Foundation
import LKGeo
import LKGeocoding
import LKHTTP
import Testing

@testable import LKWebGeocoding

/// Answers that are JSON and yet none of the service: each is an error, for an empty answer means the open sea and is kept.
@Suite("Hostile answers") struct HostileAnswerTests {
    private let gates = ServiceGates(keeper: LeapingTimekeeper(), folder: nil, chance: { 0 })

    private func nominatim(_ text: String, privacy: Double? = nil) throws -> NominatimProvider {
        var options = NominatimProvider.Options()
        options.privacy = privacy
        return try NominatimProvider(
            server: Samples.ownServer, identity: Samples.identity, options: options,
            transport: ScriptedTransport([.json(text)]), gates: gates)
    }

    private func photon(_ text: String, privacy: Double? = nil) throws -> PhotonProvider {
        var options = PhotonProvider.Options()
        options.privacy = privacy
        return try PhotonProvider(
            server: Samples.ownServer, identity: Samples.identity, options: options,
            transport: ScriptedTransport([.json(text)]), gates: gates)
    }

    @Test(
        "A malformed answer of Nominatim is an error instead of an empty result",
        arguments: [
            #"{"lat":[],"lon":{},"address":5}"#, #"{"lat":"47.5","lon":"9.5","address":5}"#,
            #"{"lat":"47.5","lon":"9.5","address":[]}"#, #"{"lat":"47.5","lon":"9.5","address":"a road"}"#,
            #"{"lat":"47.5","lon":"9.5","address":null}"#, #"{"lat":"47.5","address":{"city":"A"}}"#,
            #"{"lon":"9.5","address":{"city":"A"}}"#, #"{"address":{"city":"A"}}"#, #"{"name":"A"}"#,
            #"{"lat":"north","lon":"9.5","name":"A"}"#, #"{"lat":91,"lon":9.5,"name":"A"}"#,
            #"{"lat":47.5,"lon":721,"name":"A"}"#, #"{"lat":1e999,"lon":9.5,"name":"A"}"#,
            #"{"lat":true,"lon":false,"name":"A"}"#, #"{"lat":"","lon":"","name":"A"}"#,
            #"{"lat":"0x2F","lon":"nan","name":"A"}"#, #"{"lat":"inf","lon":"9.5","name":"A"}"#, "{}", "[]", "null",
            "3",
            #""text""#, "true", #"{"error":5}"#, #"{"error":{}}"#, #"{"error":"odd"}"#, #"[{"lat":47.5,"lon":9.5}]"#,
        ])
    func whatIsNoAnswerOfNominatimIsNoOpenSea(_ text: String) async throws {
        for privacy in [nil, 500.0] {
            let error = await #expect(throws: GeocodingError.self) {
                try await nominatim(text, privacy: privacy).reverseGeocode(Samples.point, languages: [])
            }
            #expect(error?.code == .answerInvalid, "\(text)")
        }
    }

    @Test(
        "A malformed search result of Nominatim is an error instead of an empty list",
        arguments: [
            #"[5]"#, #"[{}]"#, #"[null]"#, #"["a"]"#, #"[[]]"#, #"[{"lat":"x","lon":1}]"#, #"{}"#,
            #"{"lat":1,"lon":1}"#,
            #"[{"lat":1,"lon":1,"address":7}]"#,
        ])
    func whatIsNoListOfNominatimIsNotNothing(_ text: String) async throws {
        let error = await #expect(throws: GeocodingError.self) {
            try await nominatim(text).search("A", languages: [], limit: 3)
        }
        #expect(error?.code == .answerInvalid)
    }

    @Test(
        "A malformed answer of Photon is an error instead of an empty result",
        arguments: [
            #"{"features":[5]}"#, #"{"features":[null]}"#, #"{"features":[{}]}"#, #"{"features":[{"properties":5}]}"#,
            #"{"features":[{"properties":{"name":"A"}}]}"#,
            #"{"features":[{"properties":{"name":"A"},"geometry":null}]}"#,
            #"{"features":[{"properties":{"name":"A"},"geometry":{"coordinates":[]}}]}"#,
            #"{"features":[{"properties":{"name":"A"},"geometry":{"coordinates":[9.5]}}]}"#,
            #"{"features":[{"properties":{"name":"A"},"geometry":{"coordinates":["x","y"]}}]}"#,
            #"{"features":[{"properties":{"name":"A"},"geometry":{"coordinates":[9.5,91]}}]}"#,
            #"{"features":[{"properties":{"name":"A"},"geometry":{"coordinates":[181,47.5]}}]}"#,
            #"{"features":[{"properties":[],"geometry":{"coordinates":[9.5,47.5]}}]}"#, #"{"features":null}"#,
            #"{"features":"none"}"#, "{}", "[]", "null",
        ])
    func whatIsNoAnswerOfPhotonIsNoOpenSea(_ text: String) async throws {
        let error = await #expect(throws: GeocodingError.self) {
            try await photon(text).reverseGeocode(Samples.point, languages: [])
        }
        #expect(error?.code == .answerInvalid, "\(text)")
        let found = await #expect(throws: GeocodingError.self) {
            try await photon(text).search("A", languages: [], limit: 3)
        }
        #expect(found?.code == .answerInvalid)
    }

    /// What is on the other side of the Earth, by what names it, and by the box that it is in.
    private static let farAway: [String] =
        [
            "\"house_number\":\"1\",\"road\":\"R\"", "\"road\":\"R\"", "\"city\":\"C\"", "\"state\":\"S\"",
            "\"country\":\"L\"", "",
        ]
        .flatMap { address in
            ["", #","boundingbox":["-48","-47","-171","-170"]"#].map {
                #"{"lat":"-47.5","lon":"-170.5","name":"A","address":{"# + address + "}" + $0 + "}"
            }
        } + [
            #"{"lat":"-47.5","lon":"-170.5"}"#,
            #"{"lat":"47.5","lon":"9.5","name":"A","boundingbox":[-48,-47,-171,-170]}"#,
        ]

    @Test("An answer of Nominatim far from the requested point is rejected", arguments: farAway)
    func whatIsFarFromThePointIsRefused(_ text: String) async throws {
        for privacy in [nil, 500.0, 5_000] {
            let error = await #expect(throws: GeocodingError.self) {
                try await nominatim(text, privacy: privacy).reverseGeocode(Samples.point, languages: [])
            }
            #expect(error?.code == .answerInvalid && error?.message.contains("far from the point") == true, "\(text)")
        }
    }

    @Test("An answer of Photon far from the requested point is rejected", arguments: [nil, 500.0])
    func whatPhotonNamesFarFromThePointIsRefused(_ privacy: Double?) async throws {
        let text = Samples.collection(
            Samples.feature(#""type":"house","city":"C","country":"L""#, longitude: -170, latitude: -47))
        let error = await #expect(throws: GeocodingError.self) {
            try await photon(text, privacy: privacy).reverseGeocode(Samples.point, languages: [])
        }
        #expect(error?.code == .answerInvalid && error?.message.contains("far from the point") == true)
    }

    @Test(
        "The center of a large area can be farther from the requested point",
        arguments: [
            (#""country":"L""#, "45.5", "12"), (#""state":"S""#, "52", "20"), (#""city":"C""#, "47.1", "9.9"),
            (#""road":"R""#, "47.51", "9.52"),
        ])
    func theMiddleOfAnAreaMayBeFarther(_ address: String, latitude: String, longitude: String) async throws {
        let text = #"{"lat":"\#(latitude)","lon":"\#(longitude)","address":{\#(address)}}"#
        #expect(try await nominatim(text).reverseGeocode(Samples.point, languages: []).count == 1)
    }

    @Test("An answer without any name is an empty result")
    func anObjectWithoutANameIsNothing() async throws {
        let text = #"{"lat":"47.5","lon":"9.5","address":{}}"#
        #expect(try await nominatim(text).reverseGeocode(Samples.point, languages: []).isEmpty)
    }
}
