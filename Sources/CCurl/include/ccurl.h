#ifndef CCURL_H
#define CCURL_H

// The functions of libcurl that HTTP takes, loaded when the first transfer starts.

#endif
