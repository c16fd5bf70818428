#ifndef COSMIUM_BOUNDED_EXPAT_HPP
#define COSMIUM_BOUNDED_EXPAT_HPP

// The XML parser that libosmium uses, with a limit: expat keeps a tag until its end arrives and parses it from its beginning
// with each piece of the file, so that an attribute of 1 GB, which is 1 MB when it is compressed, would take gigabytes and
// hours. libosmium limits the nesting itself.

#include "cosmium.h"

#include <expat.h>

#include <osmium/io/error.hpp>

#include <string>

namespace bounded_expat {

// How many bytes the parser of this thread has been given; libosmium starts a thread for each file.
inline int64_t &fed() noexcept {
    static thread_local int64_t fed = 0;
    return fed;
}

inline XML_Parser create(const XML_Char *encoding) noexcept {
    fed() = 0;
    return XML_ParserCreate(encoding);
}

inline XML_Status parse(XML_Parser parser, const char *bytes, int count, int is_final) {
    const XML_Status status = XML_Parse(parser, bytes, count, is_final);
    fed() += count;
    // What expat has not parsed begins with a tag, a comment or the like whose end has not come.
    const int64_t waiting = fed() - XML_GetCurrentByteIndex(parser);
    if (status == XML_STATUS_OK && !is_final && waiting > COSMIUM_LONGEST_TAG + int64_t{count}) {
        throw osmium::io_error{
            "line " + std::to_string(XML_GetCurrentLineNumber(parser)) + ": a tag is longer than " +
            std::to_string(COSMIUM_LONGEST_TAG) + " bytes; the file is damaged, download it again"};
    }
    return status;
}

} // namespace bounded_expat

// libosmium has its calls of expat in its headers.
#define XML_ParserCreate bounded_expat::create
#define XML_Parse bounded_expat::parse
#include <osmium/io/xml_input.hpp>
#undef XML_ParserCreate
#undef XML_Parse

#endif
