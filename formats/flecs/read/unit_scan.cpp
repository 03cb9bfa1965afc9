#include "formats/flecs/read/unit_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "formats/json/string_bits.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define SCRUBJAY_X86 1
#include <immintrin.h>
#define SCRUBJAY_AVX2 __attribute__((target("avx2,bmi,pclmul,popcnt")))
#endif

namespace scrubjay::flecs {

namespace {

constexpr std::size_t kBlock = 64;

/// Where what is in 64 bytes; bit i stands for byte i.
struct Masks {
  std::uint64_t quote = 0;
  std::uint64_t backslash = 0;
  std::uint64_t open = 0;
  std::uint64_t close = 0;
  std::uint64_t number = 0;  ///< digits, signs and points
};

std::uint64_t load(const char* at) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

/// Mixing after wyhash: a 64 x 64 bit product folded onto itself.
SCRUBJAY_INLINE std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
  std::uint64_t x = a ^ (b * 0x9E3779B97F4A7C15u);
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
#endif
}

constexpr std::uint64_t kSecret0 = 0xA0761D6478BD642Fu;
constexpr std::uint64_t kSecret1 = 0xE7037ED1A0B428DBu;

SCRUBJAY_INLINE std::uint64_t hash_run(std::uint64_t hash, const char* at, std::size_t size) {
  const std::size_t whole = size;
  for (; size > 16; at += 16, size -= 16) {
    hash = mix(load(at) ^ kSecret0 ^ hash, load(at + 8) ^ kSecret1);
  }
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (size >= 8) {
    a = load(at);
    b = load(at + size - 8);
  } else if (size != 0) {
    std::memcpy(&a, at, size);
  }
  return mix(a ^ kSecret0 ^ hash, b ^ kSecret1 ^ whole);
}

/// Whether the number that begins at `at` says which entity it is about: the value of `"id":` or
/// `"version":`.
SCRUBJAY_INLINE bool is_identity(const char* begin, const char* at) {
  while (at > begin && at[-1] == ' ') --at;
  if (at - begin < 5 || at[-1] != ':') return false;
  if (std::memcmp(at - 5, "\"id\":", 5) == 0) return true;
  return at - begin >= 10 && std::memcmp(at - 10, "\"version\":", 10) == 0;
}

/// Characters of an integer that a double may not hold: 2^53 has 16 digits.
constexpr std::size_t kLongInteger = 16;

/// Whether a number that ended is such an integer.
SCRUBJAY_INLINE bool is_long_integer(const char* begin, const char* end) {
  if (static_cast<std::size_t>(end - begin) < kLongInteger) return false;
  while (begin != end && *begin != '.') ++begin;
  return begin == end;
}

/// Whether the number that begins at `at` is a plain 0 in an array.
SCRUBJAY_INLINE bool is_zero_element(const char* begin, const char* at, const char* end) {
  if (*at != '0' || at + 1 >= end || (at[1] != ',' && at[1] != ']' && at[1] != ' ')) return false;
  while (at > begin && at[-1] == ' ') --at;
  return at > begin && (at[-1] == '[' || at[-1] == ',');
}

/// What of a unit was seen so far.
struct Walk {
  const char* text;      ///< of the unit's first byte
  const char* text_end;  ///< behind the last byte there is
  unsigned zero_depth = 0;
  std::uint64_t hash = kSecret0;
  std::size_t run = 0;        ///< where the bytes begin that are not hashed yet
  bool keeps_number = false;  ///< the number that goes on now counts
  std::uint64_t in_string = 0;
  std::uint64_t escaped = 0;
  std::uint64_t in_number = 0;  ///< 1 when the block before ended with a number
  std::int64_t depth = 0;

  /// Whether the number at `at` is a 0 that counts; `level` of brackets are open there.
  SCRUBJAY_INLINE bool keeps_zero(std::size_t at, std::int64_t level) const {
    return level <= static_cast<std::int64_t>(zero_depth) &&
           is_zero_element(text, text + at, text_end);
  }

  /// Takes the masks of the 64 bytes at `base`. Returns where the unit ends inside of them, or
  /// kBlock.
  SCRUBJAY_INLINE std::size_t take(const Masks& masks, std::size_t base) {
    const std::uint64_t quote = masks.quote & ~json::escaped_bytes(masks.backslash, escaped);
    const std::uint64_t inside = json::prefix_xor(quote) ^ in_string;
    in_string = static_cast<std::uint64_t>(static_cast<std::int64_t>(inside) >> 63);
    const std::uint64_t open = masks.open & ~inside;
    const std::uint64_t close = masks.close & ~inside;
    std::uint64_t number = masks.number & ~inside;
    std::size_t end = kBlock;
    const int closed = std::popcount(close);
    if (closed >= depth && close != 0) {
      std::int64_t level = depth;
      for (std::uint64_t left = open | close; left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        level += (open >> bit & 1) != 0 ? 1 : -1;
        if (level == 0) {
          end = static_cast<std::size_t>(bit);
          number &= (std::uint64_t{1} << bit) - 1;
          break;
        }
      }
    }
    const std::int64_t depth_before = depth;
    depth += std::popcount(open) - closed;
    std::uint64_t turns = number ^ (number << 1 | in_number);
    if (end != kBlock) turns &= (std::uint64_t{2} << end) - 1;
    in_number = number >> 63;
    for (; turns != 0; turns &= turns - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(turns));
      const std::size_t at = base + bit;
      if ((number >> bit & 1) != 0) {
        keeps_number = is_identity(text, text + at);
        if (!keeps_number && zero_depth != 0 && text[at] == '0') {
          const std::uint64_t below = (std::uint64_t{1} << bit) - 1;
          keeps_number = keeps_zero(
              at, depth_before + std::popcount(open & below) - std::popcount(close & below));
        }
        if (keeps_number) continue;
        hash = hash_run(hash, text + run, at - run);
        run = at;
      } else if (keeps_number) {
        keeps_number = false;
      } else {
        if (is_long_integer(text + run, text + at)) hash = mix(hash ^ kSecret0, kSecret1);
        run = at;
      }
    }
    return end;
  }
};

SCRUBJAY_INLINE Masks masks_plainly(const char* at) {
  Masks masks;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const char c = at[i];
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (c == '"') masks.quote |= bit;
    if (c == '\\') masks.backslash |= bit;
    if (c == '{' || c == '[') masks.open |= bit;
    if (c == '}' || c == ']') masks.close |= bit;
    if (c >= '+' && c <= '9' && c != ',') masks.number |= bit;
  }
  return masks;
}

/// `MasksOf` gives the masks of 64 bytes.
template <class MasksOf>
SCRUBJAY_INLINE bool scan(std::string_view text, std::size_t begin, unsigned zero_depth,
                          UnitShape& out, MasksOf masks_of) {
  Walk walk{
      .text = text.data() + begin, .text_end = text.data() + text.size(), .zero_depth = zero_depth};
  const std::size_t size = text.size() - begin;
  for (std::size_t base = 0; base < size; base += kBlock) {
    std::array<char, kBlock> rest;
    const char* source = walk.text + base;
    if (size - base < kBlock) {
      rest.fill(' ');
      std::memcpy(rest.data(), source, size - base);
      source = rest.data();
    }
    const std::size_t end = walk.take(masks_of(source), base);
    if (end == kBlock) continue;
    out.begin = begin;
    out.end = begin + base + end + 1;
    out.fingerprint = hash_run(walk.hash, walk.text + walk.run, base + end + 1 - walk.run);
    return true;
  }
  return false;
}

#ifdef SCRUBJAY_X86

SCRUBJAY_AVX2 inline std::uint64_t bits_of(__m256i low, __m256i high) {
  const auto a = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
  const auto b = static_cast<std::uint32_t>(_mm256_movemask_epi8(high));
  return a | static_cast<std::uint64_t>(b) << 32;
}

SCRUBJAY_AVX2 inline Masks masks_avx2(const char* at) {
  __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32));
  const auto equal = [&](char c) SCRUBJAY_AVX2 {
    const __m256i wanted = _mm256_set1_epi8(c);
    return bits_of(_mm256_cmpeq_epi8(low, wanted), _mm256_cmpeq_epi8(high, wanted));
  };
  Masks masks;
  masks.quote = equal('"');
  masks.backslash = equal('\\');
  // '+' to '9' are one range, with the comma in it.
  const __m256i first = _mm256_set1_epi8('+');
  const __m256i width = _mm256_set1_epi8('9' - '+');
  const __m256i a = _mm256_sub_epi8(low, first);
  const __m256i b = _mm256_sub_epi8(high, first);
  masks.number = bits_of(_mm256_cmpeq_epi8(_mm256_min_epu8(a, width), a),
                         _mm256_cmpeq_epi8(_mm256_min_epu8(b, width), b)) &
                 ~equal(',');
  // '[' and '{', ']' and '}' differ in one bit.
  const __m256i kind = _mm256_set1_epi8(0x20);
  low = _mm256_or_si256(low, kind);
  high = _mm256_or_si256(high, kind);
  masks.open = equal('{');
  masks.close = equal('}');
  return masks;
}

SCRUBJAY_AVX2 bool scan_by_avx2(std::string_view text, std::size_t begin, unsigned zero_depth,
                                UnitShape& out) {
  return scan(text, begin, zero_depth, out,
              [](const char* at) SCRUBJAY_AVX2 { return masks_avx2(at); });
}

inline Masks masks_sse2(const char* at) {
  __m128i parts[4];
  for (std::size_t k = 0; k < 4; ++k) {
    parts[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16 * k));
  }
  const auto gather = [&](auto compare) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto part = static_cast<std::uint32_t>(_mm_movemask_epi8(compare(parts[k])));
      bits |= static_cast<std::uint64_t>(part) << (16 * k);
    }
    return bits;
  };
  const auto equal = [&](char c) {
    return gather([&](__m128i part) { return _mm_cmpeq_epi8(part, _mm_set1_epi8(c)); });
  };
  Masks masks;
  masks.quote = equal('"');
  masks.backslash = equal('\\');
  masks.number = gather([](__m128i part) {
                   const __m128i from = _mm_sub_epi8(part, _mm_set1_epi8('+'));
                   return _mm_cmpeq_epi8(_mm_min_epu8(from, _mm_set1_epi8('9' - '+')), from);
                 }) &
                 ~equal(',');
  for (__m128i& part : parts) part = _mm_or_si128(part, _mm_set1_epi8(0x20));
  masks.open = equal('{');
  masks.close = equal('}');
  return masks;
}

bool scan_by_sse2(std::string_view text, std::size_t begin, unsigned zero_depth, UnitShape& out) {
  return scan(text, begin, zero_depth, out, [](const char* at) { return masks_sse2(at); });
}

bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("popcnt") != 0;
}

#endif

bool scan_plainly(std::string_view text, std::size_t begin, unsigned zero_depth, UnitShape& out) {
  return scan(text, begin, zero_depth, out, masks_plainly);
}

/// The array that is the value of `quoted_key` in a 3.x result: it has no brackets inside, but
/// names with brackets; what is taken too short or too long is so in all samples alike.
std::string_view array_text(std::string_view unit, std::string_view quoted_key) {
  const std::size_t key = unit.find(quoted_key);
  if (key == std::string_view::npos) return {};
  const std::size_t end = unit.find(']', key);
  return unit.substr(key, end == std::string_view::npos ? end : end - key);
}

}  // namespace

std::span<const UnitScanner> unit_scanners() {
#ifdef SCRUBJAY_X86
  static constexpr UnitScanner kAll[] = {scan_plainly, scan_by_sse2, scan_by_avx2};
  return std::span(kAll).first(has_avx2() ? 3 : 2);
#else
  static constexpr UnitScanner kAll[] = {scan_plainly};
  return kAll;
#endif
}

bool scan_unit(std::string_view text, std::size_t begin, const ScanRules& rules, UnitShape& out) {
  static const UnitScanner fastest = unit_scanners().back();
  if (!fastest(text, begin, rules.zero_depth, out)) return false;
  if (rules.is_columns) {
    const std::string_view unit = text.substr(out.begin, out.end - out.begin);
    for (const std::string_view key : {"\"entities\":", "\"entity_ids\":"}) {
      out.fingerprint = fingerprint_of(array_text(unit, key), out.fingerprint);
    }
  }
  return true;
}

std::uint64_t fingerprint_of(std::string_view text, std::uint64_t seed) {
  return hash_run(seed ^ kSecret1, text.data(), text.size());
}

}  // namespace scrubjay::flecs
