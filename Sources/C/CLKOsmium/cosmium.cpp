#include "bounded_expat.hpp"
#include "bounded_pbf.hpp"
#include "cosmium.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/o5m_input.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/memory/buffer.hpp>
#include <osmium/osm.hpp>
#include <osmium/thread/pool.hpp>

// A way's nodes are handed over as they are in libosmium's buffer.
static_assert(sizeof(osmium::NodeRef) == sizeof(cosmium_node));
static_assert(osmium::Location::undefined_coordinate == COSMIUM_UNKNOWN);
static_assert(osmium::detail::coordinate_precision == 10'000'000);

namespace {

void say(cosmium_failure *failure, const char *text) noexcept {
    std::snprintf(failure->text, sizeof failure->text, "%s", text);
}

// Runs code that may throw; what it threw becomes the failure, and `otherwise` the result.
template <typename Result, typename Body>
Result guarded(cosmium_failure *failure, Result otherwise, Body body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc &) {
        say(failure, "not enough memory");
    } catch (const std::exception &error) {
        say(failure, error.what());
    } catch (...) {
        say(failure, "unknown failure");
    }
    return otherwise;
}

osmium::osm_entity_bits::type entities(int kinds) {
    auto bits = osmium::osm_entity_bits::nothing;
    if (kinds & COSMIUM_NODE) bits |= osmium::osm_entity_bits::node;
    if (kinds & COSMIUM_WAY) bits |= osmium::osm_entity_bits::way;
    if (kinds & COSMIUM_RELATION) bits |= osmium::osm_entity_bits::relation;
    return bits;
}

int kind(osmium::item_type type) {
    switch (type) {
    case osmium::item_type::node: return COSMIUM_NODE;
    case osmium::item_type::way: return COSMIUM_WAY;
    case osmium::item_type::relation: return COSMIUM_RELATION;
    default: return 0;
    }
}

// libosmium gives its PBF parser the open file, which the parser closes only if it comes to the end: each damaged file would
// stay open. Under another format's number the parser gets what a decompressor reads, which closes the file in any case.
constexpr auto pbf = osmium::io::file_format::debug;
const bool is_registered = osmium::io::detail::ParserFactory::instance().register_parser(
    pbf, [](osmium::io::detail::parser_arguments &arguments) {
        return std::unique_ptr<osmium::io::detail::Parser>(new bounded_pbf::Parser{arguments});
    });

osmium::io::File file(const char *path, const char *format) {
    // libosmium takes `-` for standard input, and a name that begins with `http:` for an address, which it gives to curl.
    osmium::io::File file{path[0] == '/' ? path : std::string{"./"} + path, format};
    if (file.format() == osmium::io::file_format::pbf) file.set_format(pbf);
    return file;
}

const cosmium_node *nodes(const osmium::NodeRefList &list) {
    return reinterpret_cast<const cosmium_node *>(list.begin());
}

} // namespace

struct cosmium_reader {
    // Before the reader, which uses it to its end. One of its own, so that its threads end with it.
    osmium::thread::Pool pool;
    osmium::io::Reader reader;
    osmium::memory::Buffer buffer;
    osmium::memory::Buffer::t_iterator<osmium::OSMObject> next, end;
    std::vector<cosmium_member> members;
    osmium::Box box;
    std::string timestamp;

    cosmium_reader(const char *path, const char *format, int kinds)
        : pool(2), reader(file(path, format), entities(kinds), pool), box(reader.header().box()),
          timestamp(reader.header().get("osmosis_replication_timestamp", reader.header().get("timestamp"))) {
        if (reader.header().has_multiple_object_versions()) {
            throw std::runtime_error("it has several versions of objects, as histories and changes have; an extract is needed");
        }
    }

    bool advance() {
        while (next == end) {
            buffer = reader.read();
            if (!buffer) return false;
            next = buffer.begin<osmium::OSMObject>();
            end = buffer.end<osmium::OSMObject>();
        }
        return true;
    }

    void fill(cosmium_object *object, const osmium::OSMObject &found) {
        *object = {};
        object->kind = kind(found.type());
        object->id = found.id();
        object->longitude = object->latitude = COSMIUM_UNKNOWN;
        const osmium::TagList &tags = found.tags();
        object->tags = tags.empty() ? nullptr : tags.begin()->key();
        object->tag_bytes = tags.empty() ? 0 : tags.byte_size() - sizeof(osmium::TagList);
        if (object->kind == COSMIUM_NODE) {
            const osmium::Location location = static_cast<const osmium::Node &>(found).location();
            if (location.valid()) {
                object->longitude = location.x();
                object->latitude = location.y();
            }
        } else if (object->kind == COSMIUM_WAY) {
            const osmium::WayNodeList &list = static_cast<const osmium::Way &>(found).nodes();
            object->nodes = nodes(list);
            object->node_count = list.size();
        } else {
            members.clear();
            for (const osmium::RelationMember &member : static_cast<const osmium::Relation &>(found).members()) {
                members.push_back({member.ref(), kind(member.type()), member.role()});
            }
            object->members = members.data();
            object->member_count = members.size();
        }
    }
};

cosmium_reader *cosmium_open(const char *path, const char *format, int kinds, cosmium_failure *failure) noexcept {
    return guarded<cosmium_reader *>(failure, nullptr, [&] { return new cosmium_reader(path, format, kinds); });
}

int cosmium_next(cosmium_reader *reader, cosmium_object *object, cosmium_failure *failure) noexcept {
    return guarded(failure, -1, [&] {
        while (reader->advance()) {
            const osmium::OSMObject &found = *reader->next;
            ++reader->next;
            if (found.deleted() || !kind(found.type())) continue;
            reader->fill(object, found);
            return 1;
        }
        return 0;
    });
}

int cosmium_extent(const cosmium_reader *reader, cosmium_box *box) noexcept {
    if (!reader->box.valid()) return 0;
    const osmium::Location low = reader->box.bottom_left(), high = reader->box.top_right();
    *box = {low.x(), low.y(), high.x(), high.y()};
    return 1;
}

const char *cosmium_timestamp(const cosmium_reader *reader) noexcept {
    return reader->timestamp.empty() ? nullptr : reader->timestamp.c_str();
}

uint64_t cosmium_offset(const cosmium_reader *reader) noexcept {
    cosmium_failure failure;
    return guarded<uint64_t>(&failure, 0, [&] { return reader->reader.offset(); });
}

void cosmium_close(cosmium_reader *reader) noexcept {
    cosmium_failure failure;
    // A thread of the reader may hold a failure that nobody asked for; the destructor drops it.
    guarded(&failure, 0, [&] {
        delete reader;
        return 0;
    });
}
