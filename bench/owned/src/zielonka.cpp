// Zielonka's algorithm as a textbook writes it: lists of vertices for subgames, recursion, counters,
// rows of successors and predecessors in one array each.
//
// Reads a game from standard input: the numbers of vertices and of arcs, the owners, the priorities,
// the arcs, all as 32-bit integers. Writes the CPU-seconds as a double, then a byte for the winner
// of each vertex.

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

using Vertices = std::vector<uint32_t>;

static double cpu_seconds() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static Vertices read(size_t length) {
    Vertices list(length);
    if (fread(list.data(), 4, length, stdin) != length) throw "a game is cut off";
    return list;
}

struct Rows {
    Vertices starts, all;

    // Neighbours by vertex: arcs are pairs, from `side` to the other side.
    Rows(size_t vertices, const Vertices& arcs, int side) : starts(vertices + 1), all(arcs.size() / 2) {
        for (size_t i = 0; i < arcs.size(); i += 2) starts[arcs[i + side] + 1]++;
        for (size_t v = 0; v < vertices; v++) starts[v + 1] += starts[v];
        Vertices place = starts;
        for (size_t i = 0; i < arcs.size(); i += 2) all[place[arcs[i + side]]++] = arcs[i + 1 - side];
    }
    const uint32_t* begin(uint32_t v) const { return all.data() + starts[v]; }
    const uint32_t* end(uint32_t v) const { return all.data() + starts[v + 1]; }
};

struct Zielonka {
    const Vertices &owners, &priorities;
    const Rows &next, &before;
    std::vector<char> inside;  // whether a vertex is in the subgame
    Vertices left;             // successors in the subgame that are outside of the attractor

    void attract(uint32_t player, Vertices& set, const Vertices& game) {
        for (uint32_t v : game) {
            left[v] = 0;
            for (auto w = next.begin(v); w != next.end(v); w++) left[v] += inside[*w];
        }
        for (uint32_t v : set) inside[v] = false;
        for (size_t head = 0; head < set.size(); head++) {
            uint32_t v = set[head];
            for (auto at = before.begin(v); at != before.end(v); at++) {
                uint32_t u = *at;
                if (!inside[u]) continue;
                left[u]--;
                if (owners[u] == player || left[u] == 0) {
                    inside[u] = false;
                    set.push_back(u);
                }
            }
        }
    }

    Vertices rest(const Vertices& game) const {
        Vertices found;
        for (uint32_t v : game) {
            if (inside[v]) found.push_back(v);
        }
        return found;
    }

    // What each player wins of a subgame, which is inside before and after.
    void solve(Vertices game, Vertices won[2]) {
        if (game.empty()) return;
        uint32_t top = 0;
        for (uint32_t v : game) top = top > priorities[v] ? top : priorities[v];
        uint32_t player = top % 2, other = 1 - player;
        Vertices attracted;
        for (uint32_t v : game) {
            if (priorities[v] == top) attracted.push_back(v);
        }
        attract(player, attracted, game);
        Vertices smaller[2];
        solve(rest(game), smaller);
        for (uint32_t v : attracted) inside[v] = true;
        if (smaller[other].empty()) {
            won[player] = std::move(game);
            return;
        }
        Vertices lost = std::move(smaller[other]);
        attract(other, lost, game);
        solve(rest(game), won);
        for (uint32_t v : lost) inside[v] = true;
        won[other].insert(won[other].end(), lost.begin(), lost.end());
    }
};

int main() {
    Vertices sizes = read(2);
    size_t vertices = sizes[0];
    Vertices owners = read(vertices), priorities = read(vertices), arcs = read(2 * size_t(sizes[1]));
    double start = cpu_seconds();
    Rows next(vertices, arcs, 0), before(vertices, arcs, 1);
    Zielonka engine{owners, priorities, next, before, std::vector<char>(vertices, true), Vertices(vertices)};
    Vertices all(vertices), won[2];
    for (size_t v = 0; v < vertices; v++) all[v] = v;
    engine.solve(std::move(all), won);
    double seconds = cpu_seconds() - start;
    std::vector<char> winners(vertices, 0);
    for (uint32_t v : won[1]) winners[v] = 1;
    fwrite(&seconds, sizeof seconds, 1, stdout);
    fwrite(winners.data(), 1, vertices, stdout);
}
