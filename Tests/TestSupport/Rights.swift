import Glibc

/// What the process that runs the tests may do on this machine; a test that needs more is skipped, and the run says why.
public enum Rights {
    /// Whether it can give files to other users and run as one.
    public static let isRoot = geteuid() == 0

    /// Whether it can mount a disk: in a container root may not be allowed to.
    public static let canMount: Bool = {
        let folder = TemporaryFolder()
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
        return umount2(folder.path, Int32(MNT_DETACH)) == 0
    }()

    /// Why a test that mounts is skipped.
    public static let mountAbsence = "needs the right to mount, which root has outside of most containers"
}
