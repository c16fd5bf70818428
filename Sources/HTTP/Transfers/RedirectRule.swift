/// Which redirects are followed: so many, and only within one scheme, perhaps only on one server.
struct RedirectRule {
    let maximum: Int
    let staysWithServer: Bool

    /// Where a redirect goes.
    ///
    /// - Throws: `redirectRefused`.
    func target(of location: String, from address: WebAddress, after redirects: Int) throws(HTTPError) -> WebAddress {
        guard redirects < maximum else {
            throw HTTPError(
                .redirectRefused,
                "the server redirects more than \(maximum) times, last at \(address); ask for the document's own URL")
        }
        let target: WebAddress
        do throws(HTTPError) { target = try WebAddress(location) } catch {
            throw HTTPError(
                .redirectRefused, "\(address) redirects to something that is not followed: \(error.message)")
        }
        guard target.scheme == address.scheme else {
            let advice =
                target.scheme == "https" ? "ask for that URL at once" : "it would be read by anybody on the way"
            throw HTTPError(
                .redirectRefused, "\(address) redirects to \(target), which is another scheme; \(advice)")
        }
        guard !staysWithServer || target.isSameServer(as: address) else {
            throw HTTPError(
                .redirectRefused,
                "\(address) redirects to another server, \(target), which is not told what is asked; give that server's "
                    + "address if it is to be asked")
        }
        return target
    }
}
