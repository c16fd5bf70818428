#ifndef COSMIUM_BOUNDED_PBF_HPP
#define COSMIUM_BOUNDED_PBF_HPP

// libosmium's parser of PBF with limits. A byte may expand to a thousand bytes, and each of these may be an object, so that a
// file of 400 kB would take gigabytes and minutes. libosmium limits a block to 32 MiB, but not the number of its objects; its
// own parser also moves all buffered bytes to the front after each block.

#include "cosmium.h"

#include <osmium/io/detail/pbf_decoder.hpp>
#include <osmium/io/detail/pbf_input_format.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace bounded_pbf {

namespace detail = osmium::io::detail;
using protozero::data_view;
using protozero::pbf_message;
using protozero::pbf_wire_type;
using Block = detail::OSMFormat::PrimitiveBlock;
using Group = detail::OSMFormat::PrimitiveGroup;

[[noreturn]] inline void refuse(std::size_t number, const std::string &what) {
    throw osmium::pbf_error{
        "block " + std::to_string(number) + " " + what + "; the file is damaged or was made to exhaust memory, download it again"};
}

// Counts the elements of a block: strings, references, members and tags, and each object as `COSMIUM_OBJECT_WEIGHT` of them.
class Elements {
    std::size_t m_number;
    uint64_t m_count = 0;

    void add(uint64_t count) {
        m_count += count;
        if (m_count > COSMIUM_MAXIMUM_ELEMENTS) refuse(m_number, "contains more objects, tags and references than any program writes");
    }

    static uint64_t numbers(const data_view &packed) {
        return std::count_if(packed.data(), packed.data() + packed.size(), [](char byte) { return (byte & 0x80) == 0; });
    }

    // All numbers of an object or of dense nodes; those of nested messages count by their bytes, which are few.
    void add_packed(const data_view &data) {
        protozero::pbf_reader message{data};
        while (message.next()) {
            if (message.wire_type() == pbf_wire_type::length_delimited) {
                add(numbers(message.get_view()));
            } else {
                message.skip();
            }
        }
    }

    void add_dense(const data_view &data) {
        pbf_message<detail::OSMFormat::DenseNodes> nodes{data};
        while (nodes.next()) {
            if (nodes.tag_and_type() == protozero::tag_and_type(
                    detail::OSMFormat::DenseNodes::packed_sint64_id, pbf_wire_type::length_delimited)) {
                add(COSMIUM_OBJECT_WEIGHT * numbers(nodes.get_view()));
            } else if (nodes.tag_and_type() == protozero::tag_and_type(
                    detail::OSMFormat::DenseNodes::packed_int32_keys_vals, pbf_wire_type::length_delimited)) {
                add(numbers(nodes.get_view()));
            } else {
                nodes.skip();
            }
        }
    }

    void add_group(const data_view &data) {
        pbf_message<Group> group{data};
        add(1);
        while (group.next()) {
            if (group.tag_and_type() == protozero::tag_and_type(
                    Group::optional_DenseNodes_dense, pbf_wire_type::length_delimited)) {
                add_dense(group.get_view());
            } else if (group.wire_type() == pbf_wire_type::length_delimited) {
                add(COSMIUM_OBJECT_WEIGHT);
                add_packed(group.get_view());
            } else {
                group.skip();
            }
        }
    }

public:
    explicit Elements(std::size_t number) : m_number(number) {}

    void check(const data_view &data) {
        // Each element takes a byte at least.
        if (data.size() <= COSMIUM_MAXIMUM_ELEMENTS / COSMIUM_OBJECT_WEIGHT) return;
        pbf_message<Block> block{data};
        while (block.next()) {
            if (block.tag_and_type() == protozero::tag_and_type(
                    Block::required_StringTable_stringtable, pbf_wire_type::length_delimited)) {
                protozero::pbf_reader strings{block.get_view()};
                while (strings.next()) {
                    add(1);
                    strings.skip();
                }
            } else if (block.tag_and_type() == protozero::tag_and_type(
                    Block::repeated_PrimitiveGroup_primitivegroup, pbf_wire_type::length_delimited)) {
                add_group(block.get_view());
            } else {
                block.skip();
            }
        }
    }
};

// Decodes a block on a thread of the pool, as libosmium's PBFDataBlobDecoder does.
class BlockDecoder {
    std::shared_ptr<std::string> m_blob;
    std::size_t m_number;
    osmium::osm_entity_bits::type m_types;
    osmium::io::read_meta m_metadata;

public:
    BlockDecoder(
        std::string &&blob, std::size_t number, osmium::osm_entity_bits::type types, osmium::io::read_meta metadata)
        : m_blob(std::make_shared<std::string>(std::move(blob))), m_number(number), m_types(types), m_metadata(metadata) {}

    osmium::memory::Buffer operator()() {
        std::string output;
        const data_view data = detail::decode_blob(*m_blob, output);
        Elements{m_number}.check(data);
        detail::PBFPrimitiveBlockDecoder decoder{data, m_types, m_metadata};
        return decoder();
    }
};

class Parser final : public detail::Parser {
    std::string m_input;
    // The number of bytes of the input that are consumed.
    std::size_t m_position = 0;
    // The number of the block that is read, from 0 for the header.
    std::size_t m_number = 0;
    // The bytes of the blocks so far, and the sizes that they state for their expanded data.
    uint64_t m_packed = 0, m_expanded = 0;

    // Buffers at least `size` bytes; false at the end of the file.
    bool fill(std::size_t size) {
        if (m_input.size() - m_position >= size) return true;
        m_input.erase(0, m_position);
        m_position = 0;
        while (m_input.size() < size) {
            const std::string more{get_input()};
            if (input_done()) return false;
            m_input += more;
        }
        return true;
    }

    data_view take(std::size_t size) {
        if (!fill(size)) throw osmium::pbf_error{"truncated data (EOF encountered)"};
        const data_view data{m_input.data() + m_position, size};
        m_position += size;
        return data;
    }

    // The size of the next block; 0 at the end of the file.
    std::size_t next_size(const std::string &expected) {
        if (!fill(4)) return 0;
        const data_view head = take(4);
        uint32_t size = 0;
        for (int index = 0; index < 4; ++index) size = size << 8U | static_cast<unsigned char>(head.data()[index]);
        if (size > static_cast<uint32_t>(detail::max_blob_header_size)) {
            throw osmium::pbf_error{"invalid BlobHeader size (> max_blob_header_size)"};
        }
        pbf_message<detail::FileFormat::BlobHeader> header{take(size)};
        data_view type;
        int64_t count = 0;
        while (header.next()) {
            switch (header.tag_and_type()) {
            case protozero::tag_and_type(
                detail::FileFormat::BlobHeader::required_string_type, pbf_wire_type::length_delimited):
                type = header.get_view();
                break;
            case protozero::tag_and_type(
                detail::FileFormat::BlobHeader::required_int32_datasize, pbf_wire_type::varint):
                count = header.get_int32();
                break;
            default: header.skip();
            }
        }
        if (count <= 0) throw osmium::pbf_error{"PBF format error: BlobHeader.datasize missing or zero."};
        if (static_cast<uint64_t>(count) > detail::max_uncompressed_blob_size) {
            throw osmium::pbf_error{"invalid blob size: " + std::to_string(count)};
        }
        if (std::string{type.data(), type.size()} != expected) {
            throw osmium::pbf_error{
                "blob does not have expected type (OSMHeader in first blob, OSMData in following blobs)"};
        }
        return static_cast<std::size_t>(count);
    }

    // Refuses a block that expands out of proportion, before it is expanded.
    void check_expansion(const data_view &blob) {
        pbf_message<detail::FileFormat::Blob> message{blob};
        while (message.next()) {
            if (message.tag_and_type() == protozero::tag_and_type(
                    detail::FileFormat::Blob::optional_int32_raw_size, pbf_wire_type::varint)) {
                m_expanded += static_cast<uint64_t>(std::max(0, message.get_int32()));
            } else {
                message.skip();
            }
        }
        m_packed += blob.size();
        if (m_expanded > COSMIUM_FREE_EXPANSION + COSMIUM_MAXIMUM_EXPANSION * m_packed) {
            refuse(m_number, "expands to more than " + std::to_string(COSMIUM_MAXIMUM_EXPANSION) + " times its size");
        }
    }

public:
    explicit Parser(detail::parser_arguments &arguments) : detail::Parser(arguments) {}

    void run() override {
        osmium::thread::set_thread_name("_osmium_pbf_in");
        // A file that ends here has an empty header, which is an error.
        const data_view header = take(next_size("OSMHeader"));
        set_header_value(detail::decode_header(std::string{header.data(), header.size()}));
        if (read_types() == osmium::osm_entity_bits::nothing) return;
        while (const std::size_t size = next_size("OSMData")) {
            ++m_number;
            const data_view blob = take(size);
            check_expansion(blob);
            BlockDecoder decoder{std::string{blob.data(), blob.size()}, m_number, read_types(), read_metadata()};
            send_to_output_queue(get_pool().submit(std::move(decoder)));
        }
    }
};

} // namespace bounded_pbf

#endif
