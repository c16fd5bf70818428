package import Glibc

/// The names of this machine's users, for messages.
package enum UserName {
    /// Returns the name of a user.
    ///
    /// - Parameter number: The user's number.
    /// - Returns: The name of the account, or `uid 2001` if there is none.
    package static func of(_ number: uid_t) -> String {
        var (account, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { buffer in
            guard let base = buffer.baseAddress, getpwuid_r(number, &account, base, buffer.count, &found) == 0,
                found != nil,
                let name = account.pw_name, name.pointee != 0
            else { return "uid \(number)" }
            return String(cString: name)
        }
    }
}
