#include "cosmium.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <set>
#include <unordered_set>
#include <vector>

// Polygons from lines, in O(n log n) steps whatever the lines are. libosmium's own assembler compares each line with all that
// overlap it in longitude and each ring with all lines west of it. Where rings touch, it tries all ways through the places
// where they do, which are exponentially many.

struct cosmium_polygon {
    std::vector<cosmium_node> nodes;
    std::vector<cosmium_ring> rings;
};

namespace {

constexpr uint32_t none = UINT32_MAX;

// From west to east, then from south to north: the order of the sweep.
bool is_before(const cosmium_node &a, const cosmium_node &b) {
    return a.longitude != b.longitude ? a.longitude < b.longitude : a.latitude < b.latitude;
}

bool is_same(const cosmium_node &a, const cosmium_node &b) {
    return a.longitude == b.longitude && a.latitude == b.latitude;
}

// Which side of the line from `a` to `b` a point is on: positive on its left, 0 on the line. Exact.
int side(const cosmium_node &a, const cosmium_node &b, const cosmium_node &point) {
    const int64_t dx = int64_t{b.longitude} - a.longitude, dy = int64_t{b.latitude} - a.latitude;
    const int64_t px = int64_t{point.longitude} - a.longitude, py = int64_t{point.latitude} - a.latitude;
    const __int128 product = __int128{dx} * py - __int128{dy} * px;
    return product > 0 ? 1 : product < 0 ? -1 : 0;
}

// A piece of a line between two nodes.
struct segment {
    cosmium_node first, second; // in the order of the sweep
    uint32_t start = none, end = none; // the numbers of their positions
    uint32_t below = none; // the segment south of its first node
    uint32_t next = none;
    uint32_t ring = none;
    bool is_inside_above = false;
    bool is_used = false;

    // With the polygon on its left.
    uint32_t from() const { return is_inside_above ? start : end; }
    uint32_t to() const { return is_inside_above ? end : start; }
    const cosmium_node &from_node() const { return is_inside_above ? first : second; }
};

struct failed {
    const char *reason;
};

class assembly {
    std::vector<segment> segments;
    uint32_t positions = 0;
    // Ends of segments by position; 2 * segment, + 1 for its second node.
    std::vector<uint32_t> ends;
    size_t &steps;
    bool has_contact = false;

    struct ring {
        std::vector<uint32_t> segments;
        uint32_t lowest = none; // the southern one of the two at its first position
        uint32_t outer = none;
        bool is_inner = false;
    };
    std::vector<ring> rings;

    const cosmium_node &node(uint32_t end) const {
        return end & 1 ? segments[end / 2].second : segments[end / 2].first;
    }

    const cosmium_node &other_node(uint32_t end) const { return node(end ^ 1); }

    // Whether two segments have more in common than ends of both.
    static bool cross(const segment &a, const segment &b) {
        const int a1 = side(a.first, a.second, b.first), a2 = side(a.first, a.second, b.second);
        if (a1 == 0 && a2 == 0) return is_before(a.first, b.second) && is_before(b.first, a.second);
        if (is_same(a.first, b.first) || is_same(a.first, b.second) || is_same(a.second, b.first) ||
            is_same(a.second, b.second)) {
            return false;
        }
        const int b1 = side(b.first, b.second, a.first), b2 = side(b.first, b.second, a.second);
        return a1 * a2 <= 0 && b1 * b2 <= 0;
    }

    // Whether the first segment is south of the second where both are under the sweep.
    bool is_below(uint32_t left, uint32_t right) {
        if (left == right) return false;
        steps++;
        const segment &a = segments[left], &b = segments[right];
        const bool is_later = is_before(a.first, b.first);
        const segment &early = is_later || is_same(a.first, b.first) ? a : b, &late = &early == &a ? b : a;
        int where = side(early.first, early.second, late.first);
        if (where == 0) {
            // The node of one is within the other.
            if (!is_same(early.first, late.first)) has_contact = true;
            where = side(early.first, early.second, late.second);
        }
        if (where == 0) {
            has_contact = true;
            return left < right;
        }
        return (where > 0) == (&early == &a);
    }

    void collect(const cosmium_line *lines, size_t count) {
        std::unordered_set<int64_t> known;
        for (size_t index = 0; index < count; index++) {
            if (lines[index].node_count < 2 || !known.insert(lines[index].id).second) continue;
            const cosmium_node *before = nullptr;
            for (size_t number = 0; number < lines[index].node_count; number++) {
                const cosmium_node &at = lines[index].nodes[number];
                if (at.longitude == COSMIUM_UNKNOWN) continue;
                if (before && !is_same(*before, at)) {
                    segment added;
                    added.first = is_before(*before, at) ? *before : at;
                    added.second = is_before(*before, at) ? at : *before;
                    segments.push_back(added);
                }
                before = &at;
            }
        }
        if (segments.size() >= none / 2) throw failed{"it has too many nodes"};
        std::sort(segments.begin(), segments.end(), [&](const segment &a, const segment &b) {
            steps++;
            if (!is_same(a.first, b.first)) return is_before(a.first, b.first);
            const int where = side(a.first, a.second, b.second);
            return where != 0 ? where > 0 : is_before(a.second, b.second);
        });
        // What two areas have in common is not a border of both together.
        size_t kept = 0;
        for (size_t index = 0; index < segments.size(); index++) {
            const segment &at = segments[index];
            if (kept > 0 && is_same(segments[kept - 1].first, at.first) && is_same(segments[kept - 1].second, at.second)) {
                kept--;
            } else {
                segments[kept++] = at;
            }
        }
        segments.resize(kept);
        if (segments.empty()) throw failed{"its lines do not close"};
    }

    void number_positions() {
        for (uint32_t index = 0; index < segments.size(); index++) {
            ends.push_back(2 * index);
            ends.push_back(2 * index + 1);
        }
        std::sort(ends.begin(), ends.end(), [&](uint32_t a, uint32_t b) {
            steps++;
            return is_same(node(a), node(b)) ? a < b : is_before(node(a), node(b));
        });
        for (size_t index = 0; index < ends.size(); index++) {
            if (index > 0 && !is_same(node(ends[index - 1]), node(ends[index]))) positions++;
            segment &at = segments[ends[index] / 2];
            (ends[index] & 1 ? at.end : at.start) = positions;
        }
        positions++;
    }

    // The range of the ends at the position of the one at an index.
    size_t group(size_t first) const {
        size_t last = first + 1;
        while (last < ends.size() && is_same(node(ends[first]), node(ends[last]))) last++;
        return last;
    }

    // Shamos and Hoey, "Geometric intersection problems", 1976: where segments cross, two of them are neighbours before.
    void sweep() {
        const auto order = [this](uint32_t a, uint32_t b) { return is_below(a, b); };
        std::set<uint32_t, decltype(order)> active{order};
        std::vector<std::set<uint32_t, decltype(order)>::iterator> found(segments.size());
        for (size_t first = 0, last; first < ends.size(); first = last) {
            last = group(first);
            if ((last - first) % 2 != 0) throw failed{"its lines do not close"};
            for (size_t index = first; index < last; index++) {
                if (!(ends[index] & 1)) continue;
                const auto next = active.erase(found[ends[index] / 2]);
                if (next != active.end() && next != active.begin()) check(*std::prev(next), *next);
            }
            for (size_t index = first; index < last; index++) {
                if (ends[index] & 1) continue;
                const uint32_t number = ends[index] / 2;
                segment &at = segments[number];
                const auto [place, is_new] = active.insert(number);
                if (!is_new || has_contact) throw failed{"its lines cross"};
                found[number] = place;
                at.is_inside_above = true;
                if (place != active.begin()) {
                    at.below = *std::prev(place);
                    at.is_inside_above = !segments[at.below].is_inside_above;
                    check(at.below, number);
                }
                if (std::next(place) != active.end()) check(number, *std::next(place));
            }
        }
    }

    void check(uint32_t a, uint32_t b) {
        steps++;
        if (cross(segments[a], segments[b])) throw failed{"its lines cross"};
    }

    // Finds the segment after each one, so that all lines go around one piece of the polygon.
    void connect() {
        for (size_t first = 0, last; first < ends.size(); first = last) {
            last = group(first);
            const cosmium_node &centre = node(ends[first]);
            if (last - first > 2) {
                std::sort(ends.begin() + first, ends.begin() + last, [&](uint32_t a, uint32_t b) {
                    steps++;
                    const cosmium_node &p = other_node(a), &q = other_node(b);
                    const bool is_upper = is_before(centre, p), is_other_upper = is_before(centre, q);
                    if (is_upper != is_other_upper) return is_upper;
                    return side(centre, p, q) > 0;
                });
            }
            for (size_t index = first; index < last; index++) {
                segment &at = segments[ends[index] / 2];
                const uint32_t position = ends[index] & 1 ? at.end : at.start;
                if (at.to() != position) continue;
                const uint32_t next = ends[index == first ? last - 1 : index - 1] / 2;
                if (segments[next].from() != position) throw failed{"its lines cross"};
                at.next = next;
            }
        }
    }

    void walk() {
        std::vector<uint32_t> depths(positions, none);
        std::vector<uint32_t> path;
        for (uint32_t index = 0; index < segments.size(); index++) {
            for (uint32_t at = index; !segments[at].is_used; at = segments[at].next) {
                steps++;
                segments[at].is_used = true;
                depths[segments[at].from()] = uint32_t(path.size());
                path.push_back(at);
                const uint32_t depth = depths[segments[at].to()];
                if (depth == none) continue;
                // Where the way comes back to itself, a ring ends.
                add_ring(path.begin() + depth, path.end());
                for (size_t number = depth; number < path.size(); number++) depths[segments[path[number]].from()] = none;
                path.resize(depth);
            }
            if (!path.empty()) throw failed{"its lines do not close"};
        }
    }

    void add_ring(std::vector<uint32_t>::const_iterator begin, std::vector<uint32_t>::const_iterator end) {
        ring added;
        added.segments.assign(begin, end);
        const auto first = std::min_element(added.segments.begin(), added.segments.end(), [&](uint32_t a, uint32_t b) {
            return segments[a].from() < segments[b].from();
        });
        std::rotate(added.segments.begin(), first, added.segments.end());
        added.lowest = std::min(added.segments.front(), added.segments.back());
        added.is_inner = !segments[added.lowest].is_inside_above;
        rings.push_back(std::move(added));
    }

    // A hole is in the ring of the segment south of it, or where that is one of a hole too, in the same ring as that.
    void nest() {
        std::sort(rings.begin(), rings.end(), [](const ring &a, const ring &b) { return a.lowest < b.lowest; });
        for (uint32_t index = 0; index < rings.size(); index++) {
            for (const uint32_t number : rings[index].segments) segments[number].ring = index;
        }
        for (ring &at : rings) {
            if (!at.is_inner) continue;
            const uint32_t below = segments[at.lowest].below;
            if (below == none) throw failed{"its lines cross"};
            const uint32_t neighbour = segments[below].ring;
            at.outer = rings[neighbour].is_inner ? rings[neighbour].outer : neighbour;
            if (at.outer == none) throw failed{"its lines cross"};
        }
    }

public:
    explicit assembly(size_t &steps) : steps(steps) {}

    void run(const cosmium_line *lines, size_t count) {
        collect(lines, count);
        number_positions();
        sweep();
        connect();
        walk();
        nest();
    }

    void append(cosmium_polygon &polygon) const {
        std::vector<std::vector<uint32_t>> holes(rings.size());
        for (uint32_t index = 0; index < rings.size(); index++) {
            if (rings[index].is_inner) holes[rings[index].outer].push_back(index);
        }
        std::vector<uint32_t> order;
        for (uint32_t index = 0; index < rings.size(); index++) {
            if (rings[index].is_inner) continue;
            order.push_back(index);
            order.insert(order.end(), holes[index].begin(), holes[index].end());
        }
        // First all nodes, since a vector that grows moves.
        for (const uint32_t index : order) {
            for (const uint32_t number : rings[index].segments) polygon.nodes.push_back(segments[number].from_node());
            polygon.nodes.push_back(segments[rings[index].segments.front()].from_node());
        }
        const cosmium_node *start = polygon.nodes.data();
        for (const uint32_t index : order) {
            const size_t count = rings[index].segments.size() + 1;
            polygon.rings.push_back({start, count, rings[index].is_inner});
            start += count;
        }
    }
};

} // namespace

cosmium_polygon *cosmium_assemble(
    const cosmium_line *lines, size_t count, size_t *steps, cosmium_failure *failure) noexcept {
    const char *reason = "unknown failure";
    *steps = 0;
    try {
        assembly assembly{*steps};
        assembly.run(lines, count);
        auto polygon = std::make_unique<cosmium_polygon>();
        assembly.append(*polygon);
        return polygon.release();
    } catch (const failed &failed) {
        reason = failed.reason;
    } catch (const std::bad_alloc &) {
        reason = "not enough memory";
    } catch (...) {
    }
    std::snprintf(failure->text, sizeof failure->text, "%s", reason);
    return nullptr;
}

const cosmium_ring *cosmium_rings(const cosmium_polygon *polygon, size_t *count) noexcept {
    *count = polygon->rings.size();
    return polygon->rings.data();
}

void cosmium_polygon_free(cosmium_polygon *polygon) noexcept { delete polygon; }
