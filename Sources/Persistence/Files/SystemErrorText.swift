import Glibc

/// The system's own words for an error number, such as "No space left on device".
///
/// The corresponding C function is `strerror`, which glibc has made safe on every thread since 2.32.
package func systemErrorText(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
