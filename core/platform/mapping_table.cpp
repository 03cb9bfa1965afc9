#include "core/platform/mapping_table.h"

#include <array>
#include <mutex>

namespace scrubjay::mapping_table {

namespace {

std::array<Row, kRows> rows;
std::mutex rows_mutex;

}  // namespace

Row& row_at(int row) { return rows[static_cast<std::size_t>(row)]; }

int add(const void* begin, std::size_t size) {
  const std::lock_guard lock(rows_mutex);
  for (int i = 0; i < kRows; ++i) {
    Row& row = row_at(i);
    if (row.size.load() != 0) continue;
    row.begin.store(reinterpret_cast<std::uintptr_t>(begin), std::memory_order_relaxed);
    row.lost.store(false);
    row.size.store(size, std::memory_order_release);
    return i;
  }
  return -1;
}

void remove(int row) {
  const std::lock_guard lock(rows_mutex);
  row_at(row).size.store(0, std::memory_order_release);
}

int find(std::uintptr_t address) {
  for (int i = 0; i < kRows; ++i) {
    const std::size_t size = row_at(i).size.load(std::memory_order_acquire);
    const std::uintptr_t begin = row_at(i).begin.load(std::memory_order_relaxed);
    if (size != 0 && address >= begin && address - begin < size) return i;
  }
  return -1;
}

}  // namespace scrubjay::mapping_table
