// Prints when and where each picture of a folder was taken, a line of JSON each: the plain loop over libexiv2, one thread.
#include <algorithm>
#include <cstdio>
#include <dirent.h>
#include <exiv2/exiv2.hpp>
#include <string>
#include <vector>

static std::string text(const Exiv2::ExifData &exif, const char *key) {
    auto found = exif.findKey(Exiv2::ExifKey(key));
    return found == exif.end() ? "" : found->toString();
}

// Degrees of three rationals, below zero for the letter `negative`.
static double degrees(const Exiv2::ExifData &exif, const std::string &key, char negative) {
    auto found = exif.findKey(Exiv2::ExifKey(key));
    if (found == exif.end() || found->count() < 3) return 0;
    double sum = 0, unit = 1;
    for (int index = 0; index < 3; index++, unit *= 60) {
        Exiv2::Rational value = found->toRational(index);
        if (value.second != 0) sum += double(value.first) / value.second / unit;
    }
    std::string side = text(exif, (key + "Ref").c_str());
    return !side.empty() && side[0] == negative ? -sum : sum;
}

int main(int count, char **arguments) {
    if (count != 2) return 64;
    std::vector<std::string> paths;
    DIR *folder = opendir(arguments[1]);
    if (!folder) return 66;
    while (dirent *entry = readdir(folder))
        if (entry->d_name[0] != '.') paths.push_back(std::string(arguments[1]) + "/" + entry->d_name);
    closedir(folder);
    std::sort(paths.begin(), paths.end());
    for (const std::string &path : paths) {
        auto image = Exiv2::ImageFactory::open(path);
        image->readMetadata();
        const Exiv2::ExifData &exif = image->exifData();
        std::string date = text(exif, "Exif.Photo.DateTimeOriginal");
        if (date.empty()) return 65;
        std::printf("{\"path\":\"%s\",\"date\":\"%s\",\"latitude\":%.6f,\"longitude\":%.6f}\n", path.c_str(), date.c_str(),
                    degrees(exif, "Exif.GPSInfo.GPSLatitude", 'S'), degrees(exif, "Exif.GPSInfo.GPSLongitude", 'W'));
    }
}
