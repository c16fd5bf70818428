/// What is wanted of EXIF, as it is written there.
struct EXIFProperties {
}
