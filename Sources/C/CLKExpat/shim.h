#include <expat.h>
#include <stdint.h>

// expat 2.9 has other names for what says where the parser is, and warns of those before it.
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
static inline int64_t cexpat_offset(XML_Parser parser) { return XML_GetCurrentByteIndex64(parser); }
static inline uint64_t cexpat_line(XML_Parser parser) { return XML_GetCurrentLineNumber64(parser); }
#else
static inline int64_t cexpat_offset(XML_Parser parser) { return XML_GetCurrentByteIndex(parser); }
static inline uint64_t cexpat_line(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }
#endif
