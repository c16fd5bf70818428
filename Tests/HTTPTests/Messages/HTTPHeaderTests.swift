import LKHTTP
import Testing

@Suite struct HTTPHeaderTests {
    @Test("Header names are found in any letter case")
    func namesAreFoundInWhateverCaseTheyAreWritten() {
        let headers = [HTTPHeader("Retry-After", "3"), HTTPHeader("content-type", "text/html")]
        #expect(headers["retry-after"] == "3")
        #expect(headers["Content-Type"] == "text/html")
        #expect(headers["etag"] == nil)
    }

    @Test("Of repeated headers the last one wins")
    func theLastOfSeveralCounts() {
        #expect([HTTPHeader("A", "1"), HTTPHeader("a", "2")]["A"] == "2")
    }
}
