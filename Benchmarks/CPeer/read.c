#define _GNU_SOURCE
#include "cpeer.h"

#include <arpa/inet.h>
#include <cgps.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int64_t processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int connect_to(uint16_t port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // As large as the other side's, so that both get the stream in like pieces.
    int size = 1 << 20;
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    int code = errno;
    close(fd);
    errno = code;
    return -1;
}

int cpeer_read(uint16_t port, int64_t fixes, struct cpeer_result *result) {
    char reason[CGPS_ERROR_SIZE];
    struct gps_data_t *data = cgps_open(reason);
    if (!data) return -1;
    int fd = connect_to(port);
    if (fd < 0) {
        cgps_close(data);
        return errno;
    }
    static const char watch[] = "?WATCH={\"enable\":true,\"json\":true};\n";
    send(fd, watch, sizeof watch - 1, MSG_NOSIGNAL);
    static char buffer[64 * 1024];
    size_t held = 0;
    int64_t seen = -1, start = 0;
    int status = -1;
    while (seen < fixes) {
        struct pollfd wanted = {.fd = fd, .events = POLLIN};
        if (poll(&wanted, 1, 10000) <= 0) break;
        ssize_t count = recv(fd, buffer + held, sizeof buffer - held, MSG_DONTWAIT);
        if (count <= 0) break;
        held += (size_t)count;
        char *line = buffer, *end = buffer + held, *newline;
        while (seen < fixes && (newline = memchr(line, '\n', (size_t)(end - line)))) {
            *newline = 0;
            cgps_unpack(data, line);
            line = newline + 1;
            if ((data->set & MODE_SET) && seen++ < 0) start = processor_time();
        }
        held = (size_t)(end - line);
        if (line == buffer && held == sizeof buffer) break;
        memmove(buffer, line, held);
    }
    if (seen >= fixes) {
        *result = (struct cpeer_result){.fixes = seen, .nanoseconds = processor_time() - start};
        status = 0;
    }
    close(fd);
    cgps_close(data);
    return status;
}
