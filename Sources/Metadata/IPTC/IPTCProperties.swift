/// What is wanted of IPTC-IIM.
struct IPTCProperties {
}
