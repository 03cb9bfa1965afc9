#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// The files that are mapped into memory now, for who handles a fault there: of a fixed size, and
/// looked at without locks.
namespace scrubjay::mapping_table {

inline constexpr int kRows = 1024;

struct Row {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> size{0};  ///< 0: the row is free
  std::atomic<bool> lost{false};     ///< pages had to be replaced
};

/// The number of a new row; -1 when all are taken.
int add(const void* begin, std::size_t size);
/// Before the addresses are let go: they may then belong to anybody.
void remove(int row);
Row& row_at(int row);
/// The row of the mapping that holds the address; -1: none does. Any thread, any signal handler.
int find(std::uintptr_t address);

}  // namespace scrubjay::mapping_table
