import LKFormats
import TestSupport
import Testing

@Suite("CRC-32") struct CRC32Tests {
    @Test("Gives the published check value, and 0 for nothing") func check() {
        #expect(Array("123456789".utf8).withUnsafeBytes { CRC32.of($0) } == 0xCBF4_3926)
        #expect([UInt8]().withUnsafeBytes { CRC32.of($0) } == 0)
    }

    @Test("Is the same bit by bit, and however the bytes are cut") func cuts() {
        var random = SeededGenerator(seed: 32)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            var slow: UInt32 = ~0
            for byte in bytes {
                slow ^= UInt32(byte)
                for _ in 0..<8 { slow = slow & 1 == 1 ? slow >> 1 ^ 0xEDB8_8320 : slow >> 1 }
            }
            let cut = Int.random(in: 0...length, using: &random)
            var sum = CRC32()
            bytes.withUnsafeBytes {
                sum.update(UnsafeRawBufferPointer(rebasing: $0[..<cut]))
                sum.update(UnsafeRawBufferPointer(rebasing: $0[cut...]))
            }
            sum.update(UnsafeRawBufferPointer(start: nil, count: 0))
            #expect(sum.value == ~slow, "\(length) bytes cut at \(cut)")
        }
    }
}

@Suite("Other checksums") struct OtherChecksumTests {
    @Test(
        "MD5 gives the digests of RFC 1321",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a"
            ),
        ]) func md5(text: String, digest: String)
    { #expect(MD5.hexadecimal(text.utf8) == digest) }

    @Test("Adler-32 is that of zlib") func adler32() {
        var sum = Adler32()
        #expect(sum.value == 1)
        for part in ["Wiki", "pedia"] {
            Array(part.utf8).withUnsafeBytes { sum.update($0) }
        }
        #expect(sum.value == 0x11E6_0398)
        #expect(Adler32.of(Array("Wikipedia".utf8)) == 0x11E6_0398 && Adler32.of([]) == 1)
        sum.update(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(sum.value == 0x11E6_0398)
        let bytes = (0..<15_007).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var (first, second) = (1, 0)
        for byte in bytes {
            first = (first + Int(byte)) % 65_521
            second = (second + first) % 65_521
        }
        #expect(Adler32.of(bytes) == UInt32(second << 16 | first))
    }

    @Test("StableHash is the same in every process, whichever way its bytes come") func stableHash() {
        var (first, second) = (StableHash(), StableHash())
        first.combine([1, 2, 3, 4, 5, 6, 7, 8])
        second.combine(UInt64(0x0807_0605_0403_0201))
        #expect(first.value == second.value)
        // Catalogs on disk hold such values.
        #expect(StableHash().value == 0xEFD0_1F60_BA99_2926)
    }

    @Test("HMAC-SHA-256 gives the code of RFC 4231, test case 2; a long key counts as its digest")
    func authenticationCode() {
        func code(_ text: String, key: String) -> String {
            AuthenticationKey(Array(key.utf8)).code(of: Array(text.utf8)).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
        }
        #expect(
            code("what do ya want for nothing?", key: "Jefe")
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        // By Python's hmac.
        #expect(
            code("x", key: String(repeating: "k", count: 131))
                == "5e7df641fef282dee7244c5dd15b5bd8cf84ca3483ca5685fc31cef5dd361622")
    }

    @Test("SHA-256 gives the digest of FIPS 180-4, and the same in however many parts the bytes come")
    func digest() {
        let text = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        let known = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        #expect(SHA256.digest(of: text).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == known)
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for count in 0...bytes.count {
            let whole = SHA256.digest(of: Array(bytes[..<count]))
            for size in [1, 55, 56, 63, 64, 65, 128] {
                var digest = SHA256()
                for start in stride(from: 0, to: count, by: size) {
                    digest.add(Array(bytes[start..<min(start + size, count)]))
                }
                #expect(digest.finish() == whole, "\(count) bytes in parts of \(size)")
            }
        }
    }
}
