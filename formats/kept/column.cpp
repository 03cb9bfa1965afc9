#include "formats/kept/column.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>

#include "formats/kept/varint.h"

namespace scrubjay::kept {

namespace {

constexpr unsigned kMostDigits = 10;
/// More neighbours than this away, a double is no rounded decimal number.
constexpr std::int64_t kMostError = 3;
constexpr std::array<double, kMostDigits + 1> kPowers{1,   1e1, 1e2, 1e3, 1e4, 1e5,
                                                      1e6, 1e7, 1e8, 1e9, 1e10};

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

/// m and what is left of a double as m / 10^digits; nothing where m is not exact.
struct Decimal {
  std::int64_t whole;
  std::int64_t error;
};
std::optional<Decimal> as_decimal(std::uint64_t bits, unsigned digits) {
  const double scaled = std::bit_cast<double>(bits) * kPowers[digits];
  if (!(std::abs(scaled) < 0x1p53)) return std::nullopt;
  const std::int64_t whole = std::llround(scaled);
  const std::uint64_t near = ordered(bits_of(static_cast<double>(whole) / kPowers[digits]));
  return Decimal{whole, static_cast<std::int64_t>(ordered(bits) - near)};
}

bool is_rounded(std::uint64_t bits, unsigned digits) {
  const auto decimal = as_decimal(bits, digits);
  return decimal && decimal->error >= -kMostError && decimal->error <= kMostError;
}

bool is_float(std::uint64_t bits) {
  const auto value = std::bit_cast<double>(bits);
  return bits_of(static_cast<double>(static_cast<float>(value))) == bits;
}

unsigned bytes_for(std::uint64_t value) {
  return (static_cast<unsigned>(std::bit_width(value)) + 7) / 8;
}

}  // namespace

std::uint64_t ColumnCode::to_whole(std::uint64_t bits, std::int64_t* error) const {
  switch (mode) {
    case ColumnMode::decimal: {
      const auto decimal = as_decimal(bits, digits);
      if (!decimal) return 0;
      if (error != nullptr) *error = decimal->error;
      return static_cast<std::uint64_t>(decimal->whole);
    }
    case ColumnMode::float32: {
      const auto value = static_cast<float>(std::bit_cast<double>(bits));
      const auto small = std::bit_cast<std::uint32_t>(value);
      // The same fold as `ordered`, in 32 bits, widened with its sign.
      const std::uint32_t folded = small ^ ((0U - (small >> 31)) & 0x7FFFFFFFU);
      return static_cast<std::uint64_t>(
          static_cast<std::int64_t>(std::bit_cast<std::int32_t>(folded)));
    }
    case ColumnMode::float64: return ordered(bits);
    default: return bits;
  }
}

std::uint64_t ColumnCode::to_bits(std::uint64_t whole, std::int64_t error) const {
  switch (mode) {
    case ColumnMode::decimal: {
      const double near = static_cast<double>(static_cast<std::int64_t>(whole)) / kPowers[digits];
      return ordered(ordered(bits_of(near)) + static_cast<std::uint64_t>(error));
    }
    case ColumnMode::float32: {
      const auto folded = static_cast<std::uint32_t>(whole);
      const std::uint32_t small = folded ^ ((0U - (folded >> 31)) & 0x7FFFFFFFU);
      return bits_of(static_cast<double>(std::bit_cast<float>(small)));
    }
    case ColumnMode::float64: return ordered(whole);
    default: return whole;
  }
}

void ColumnBuilder::push(std::uint64_t value, std::uint64_t before, std::uint64_t before_that) {
  if (count_ == 0) base_ = value;
  if (rows_.empty() && value != base_) {
    rows_.assign(static_cast<std::size_t>(count_), Row{base_, base_, base_});
  }
  if (!rows_.empty() || value != base_) rows_.push_back({value, before, before_that});
  last_ = value;
  ++count_;
}

ColumnCode ColumnBuilder::choose_code() const {
  if (rows_.empty()) return {ColumnMode::constant, 0};
  if (kind_ == ColumnKind::integer) return {ColumnMode::integer, 0};
  unsigned digits = 0;
  const bool is_decimal = std::ranges::all_of(rows_, [&](const Row& row) {
    while (digits <= kMostDigits && !is_rounded(row.value, digits)) ++digits;
    return digits <= kMostDigits;
  });
  // A value that is rounded to few digits is to more, but for numbers too large to have them.
  if (is_decimal &&
      std::ranges::all_of(rows_, [&](const Row& row) { return is_rounded(row.value, digits); })) {
    return {ColumnMode::decimal, static_cast<std::uint8_t>(digits)};
  }
  const bool are_floats =
      std::ranges::all_of(rows_, [](const Row& row) { return is_float(row.value); });
  return {are_floats ? ColumnMode::float32 : ColumnMode::float64, 0};
}

void ColumnBuilder::write(std::vector<std::byte>& heads, std::vector<std::byte>& planes) const {
  const ColumnCode code = choose_code();
  const bool is_number = kind_ == ColumnKind::number;
  heads.push_back(static_cast<std::byte>(static_cast<unsigned>(code.mode) << 1 |
                                         static_cast<unsigned>(is_number)));
  if (is_number) {
    const auto raw = std::bit_cast<std::array<std::byte, 8>>(base_);
    heads.insert(heads.end(), raw.begin(), raw.end());
  } else {
    put_varint(heads, zigzag(base_));
  }
  if (code.mode == ColumnMode::constant) return;
  std::vector<std::uint64_t> steps[2];
  std::uint64_t bits[2] = {0, 0};
  std::uint64_t most[2] = {0, 0};
  std::vector<std::int8_t> errors(rows_.size());
  for (auto& step : steps) step.reserve(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::int64_t error = 0;
    const std::uint64_t whole = code.to_whole(rows_[i].value, &error);
    const std::uint64_t before = code.to_whole(rows_[i].before);
    const std::uint64_t before_that = code.to_whole(rows_[i].before_that);
    errors[i] = static_cast<std::int8_t>(error);
    const std::uint64_t found[2] = {zigzag(whole - before),
                                    zigzag(whole - (2 * before - before_that))};
    for (std::size_t k = 0; k < 2; ++k) {
      steps[k].push_back(found[k]);
      bits[k] += static_cast<std::uint64_t>(std::bit_width(found[k]));
      most[k] = std::max(most[k], found[k]);
    }
  }
  const std::size_t order = bits[1] < bits[0] ? 1 : 0;
  const unsigned width = bytes_for(most[order]);
  const bool has_errors = std::ranges::any_of(errors, [](std::int8_t e) { return e != 0; });
  if (code.mode == ColumnMode::decimal) heads.push_back(static_cast<std::byte>(code.digits));
  heads.push_back(static_cast<std::byte>(width | (order << 4) |
                                         (has_errors ? std::size_t{1} << 5 : std::size_t{0})));
  put_varint(heads, rows_.size());
  for (unsigned plane = 0; plane < width; ++plane) {
    for (const std::uint64_t step : steps[order]) {
      planes.push_back(static_cast<std::byte>(step >> (8 * plane)));
    }
  }
  if (!has_errors) return;
  for (const std::int8_t error : errors) planes.push_back(static_cast<std::byte>(error));
}

bool ColumnReader::read_head(ByteReader& heads) {
  const auto first = heads.little<std::uint8_t>();
  if (!first || *first >> 1 > static_cast<unsigned>(ColumnMode::float64)) return false;
  kind_ = (*first & 1) != 0 ? ColumnKind::number : ColumnKind::integer;
  code_ = {static_cast<ColumnMode>(*first >> 1), 0};
  std::uint64_t base = 0;
  if (kind_ == ColumnKind::number) {
    const auto bits = heads.little<std::uint64_t>();
    if (!bits || code_.mode == ColumnMode::integer) return false;
    base = *bits;
  } else {
    const auto bits = read_varint(heads);
    if (!bits || code_.mode > ColumnMode::integer) return false;
    base = unzigzag(*bits);
  }
  position_ = 0;
  count_ = 0;
  if (!is_constant()) {
    if (code_.mode == ColumnMode::decimal) {
      const auto digits = heads.little<std::uint8_t>();
      if (!digits || *digits > kMostDigits) return false;
      code_.digits = *digits;
    }
    const auto form = heads.little<std::uint8_t>();
    const auto count = read_varint(heads);
    if (!form || !count || (*form & 0x0F) > 8 || *form >> 6 != 0) return false;
    width_ = *form & 0x0F;
    order_ = (*form & 0x10) != 0 ? 2 : 1;
    has_errors_ = (*form & 0x20) != 0;
    count_ = *count;
  }
  base_ = code_.to_whole(base);
  last_ = base_;
  return true;
}

bool ColumnReader::take_planes(ByteReader& planes) {
  if (is_constant()) return true;
  const std::uint64_t each = width_ + (has_errors_ ? 1U : 0U);
  // A column of no bytes would promise values for nothing.
  if (each == 0 || count_ > planes.left() / each) return false;
  planes_ = planes.bytes(count_ * each)->data();
  return true;
}

}  // namespace scrubjay::kept
