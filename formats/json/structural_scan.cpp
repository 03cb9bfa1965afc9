#include "formats/json/structural_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/prefetch.h"
#include "formats/json/string_bits.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define SCRUBJAY_X86 1
#include <immintrin.h>
#define SCRUBJAY_AVX2 __attribute__((target("avx2,pclmul,popcnt")))
#define SCRUBJAY_AVX512 __attribute__((target("avx512f,avx512bw,bmi,pclmul,popcnt")))
#endif

namespace scrubjay::json {

namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kNowhere = std::string_view::npos;

/// The special bytes of 64 bytes, wherever they stand.
struct RawMasks {
  std::uint64_t quote = 0;
  std::uint64_t backslash = 0;
  std::uint64_t open = 0;
  std::uint64_t close = 0;
};

SCRUBJAY_INLINE void settle(const RawMasks& raw, std::uint64_t in_string, StringState& state,
                            Brackets& out) {
  in_string ^= state.in_string;
  state.in_string = static_cast<std::uint64_t>(static_cast<std::int64_t>(in_string) >> 63);
  out.open = raw.open & ~in_string;
  out.close = raw.close & ~in_string;
  out.opened = std::popcount(out.open);
  out.closed = std::popcount(out.close);
}

#ifdef SCRUBJAY_X86

/// Asks the memory for what stands 4 KiB behind: nearly all of a scan's time was waiting for it.
/// Asking for a place behind the text does no harm.
SCRUBJAY_INLINE void prefetch_ahead(const char* place) {
  constexpr std::uintptr_t kAhead = 4096;
  prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(place) + kAhead));
}

// '[' and ']' differ from '{' and '}' in one bit, so with that bit set one comparison finds both.
constexpr char kKindBit = 0x20;

SCRUBJAY_INLINE std::uint64_t bits_of(__m128i a, __m128i b, __m128i c, __m128i d) {
  const auto mask = [](__m128i v) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(v)));
  };
  return mask(a) | mask(b) << 16 | mask(c) << 32 | mask(d) << 48;
}

void find_brackets_sse2(const char* text, std::size_t blocks, StringState& state, Brackets* out) {
  const __m128i kind = _mm_set1_epi8(kKindBit);
  for (std::size_t i = 0; i < blocks; ++i) {
    __m128i part[4];
    prefetch_ahead(text + i * kBlock);
    for (std::size_t k = 0; k < 4; ++k) {
      part[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + i * kBlock + 16 * k));
    }
    const auto equal = [&](char c) {
      const __m128i wanted = _mm_set1_epi8(c);
      return bits_of(_mm_cmpeq_epi8(part[0], wanted), _mm_cmpeq_epi8(part[1], wanted),
                     _mm_cmpeq_epi8(part[2], wanted), _mm_cmpeq_epi8(part[3], wanted));
    };
    RawMasks raw;
    raw.quote = equal('"');
    raw.backslash = equal('\\');
    for (__m128i& p : part) p = _mm_or_si128(p, kind);
    raw.open = equal('{');
    raw.close = equal('}');
    raw.quote &= ~escaped_bytes(raw.backslash, state.escaped);
    settle(raw, prefix_xor(raw.quote), state, out[i]);
  }
}

SCRUBJAY_AVX2 inline std::uint64_t equal_bytes(__m256i low, __m256i high, char c) {
  const __m256i wanted = _mm256_set1_epi8(c);
  const auto a = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted)));
  const auto b = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted)));
  return a | static_cast<std::uint64_t>(b) << 32;
}

SCRUBJAY_AVX2 void find_brackets_avx2(const char* text, std::size_t blocks, StringState& state,
                                      Brackets* out) {
  const __m256i kind = _mm256_set1_epi8(kKindBit);
  const __m128i ones = _mm_set1_epi8(static_cast<char>(0xFF));
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto* place = reinterpret_cast<const __m256i*>(text + i * kBlock);
    prefetch_ahead(text + i * kBlock);
    __m256i low = _mm256_loadu_si256(place);
    __m256i high = _mm256_loadu_si256(place + 1);
    RawMasks raw;
    raw.quote = equal_bytes(low, high, '"');
    raw.backslash = equal_bytes(low, high, '\\');
    low = _mm256_or_si256(low, kind);
    high = _mm256_or_si256(high, kind);
    raw.open = equal_bytes(low, high, '{');
    raw.close = equal_bytes(low, high, '}');
    raw.quote &= ~escaped_bytes(raw.backslash, state.escaped);
    // A product without carries with all ones is the prefix sum modulo two.
    const __m128i quotes = _mm_set_epi64x(0, static_cast<long long>(raw.quote));
    const __m128i sums = _mm_clmulepi64_si128(quotes, ones, 0);
    settle(raw, static_cast<std::uint64_t>(_mm_cvtsi128_si64(sums)), state, out[i]);
  }
}

SCRUBJAY_AVX512 void find_brackets_avx512(const char* text, std::size_t blocks, StringState& state,
                                          Brackets* out) {
  const __m512i kind = _mm512_set1_epi8(kKindBit);
  const __m128i ones = _mm_set1_epi8(static_cast<char>(0xFF));
  for (std::size_t i = 0; i < blocks; ++i) {
    const char* const place = text + i * kBlock;
    prefetch_ahead(place);
    const __m512i bytes = _mm512_loadu_si512(place);
    const __m512i kinds = _mm512_or_si512(bytes, kind);
    RawMasks raw;
    raw.quote = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"'));
    raw.backslash = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\'));
    raw.open = _mm512_cmpeq_epi8_mask(kinds, _mm512_set1_epi8('{'));
    raw.close = _mm512_cmpeq_epi8_mask(kinds, _mm512_set1_epi8('}'));
    raw.quote &= ~escaped_bytes(raw.backslash, state.escaped);
    const __m128i quotes = _mm_set_epi64x(0, static_cast<long long>(raw.quote));
    const __m128i sums = _mm_clmulepi64_si128(quotes, ones, 0);
    settle(raw, static_cast<std::uint64_t>(_mm_cvtsi128_si64(sums)), state, out[i]);
  }
}

SCRUBJAY_AVX2 std::size_t find_quoted_avx2(std::string_view text, std::string_view quoted,
                                           std::size_t from) {
  // Candidates have the first two and the last two bytes right.
  const __m256i first = _mm256_set1_epi8(quoted[0]);
  const __m256i second = _mm256_set1_epi8(quoted[1]);
  const __m256i last = _mm256_set1_epi8(quoted[quoted.size() - 1]);
  const __m256i before_last = _mm256_set1_epi8(quoted[quoted.size() - 2]);
  const char* data = text.data();
  std::size_t at = from;
  for (; at + quoted.size() + 32 <= text.size(); at += 32) {
    const auto same = [&](std::size_t offset, __m256i wanted) SCRUBJAY_AVX2 {
      return _mm256_cmpeq_epi8(
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data + at + offset)), wanted);
    };
    const __m256i ends = _mm256_and_si256(same(0, first), same(quoted.size() - 1, last));
    const __m256i inner = _mm256_and_si256(same(1, second), same(quoted.size() - 2, before_last));
    auto hits = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_and_si256(ends, inner)));
    for (; hits != 0; hits &= hits - 1) {
      const std::size_t place = at + static_cast<std::size_t>(std::countr_zero(hits));
      if (std::memcmp(data + place, quoted.data(), quoted.size()) == 0) return place;
    }
  }
  return text.find(quoted, at);
}

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0 &&
                          __builtin_cpu_supports("pclmul") != 0 &&
                          __builtin_cpu_supports("popcnt") != 0;
  return has;
}

bool has_avx512() {
  static const bool has = has_avx2() && __builtin_cpu_supports("avx512f") != 0 &&
                          __builtin_cpu_supports("avx512bw") != 0 &&
                          __builtin_cpu_supports("bmi") != 0;
  return has;
}

#endif

/// Where in a block the bracket is that closes the container: the first place where as many were
/// closed as `depth` and those opened on the way.
std::size_t place_of_end(const Brackets& block, std::int64_t depth) {
  std::uint64_t left = block.open | block.close;
  while (left != 0) {
    const int bit = std::countr_zero(left);
    depth += (block.open >> bit & 1) != 0 ? 1 : -1;
    if (depth == 0) return static_cast<std::size_t>(bit);
    left &= left - 1;
  }
  return kNowhere;
}

}  // namespace

void find_brackets_plainly(const char* text, std::size_t blocks, StringState& state,
                           Brackets* out) {
  for (std::size_t i = 0; i < blocks; ++i) {
    Brackets found;
    for (std::size_t k = 0; k < kBlock; ++k) {
      const char c = text[i * kBlock + k];
      const bool is_escaped = state.escaped != 0;
      state.escaped = c == '\\' && !is_escaped ? 1 : 0;
      if (c == '"' && !is_escaped) state.in_string = ~state.in_string;
      if (state.in_string != 0) continue;
      if (c == '{' || c == '[') found.open |= std::uint64_t{1} << k;
      if (c == '}' || c == ']') found.close |= std::uint64_t{1} << k;
    }
    found.opened = std::popcount(found.open);
    found.closed = std::popcount(found.close);
    out[i] = found;
  }
}

FindBrackets find_brackets_by_name(std::string_view name) {
  if (name == "plain") return find_brackets_plainly;
#ifdef SCRUBJAY_X86
  if (name == "sse2") return find_brackets_sse2;
  if (name == "avx2" && has_avx2()) return find_brackets_avx2;
  if (name == "avx512" && has_avx512()) return find_brackets_avx512;
#endif
  return nullptr;
}

FindBrackets find_brackets() {
  static const FindBrackets best = [] {
    for (const char* name : {"avx512", "avx2", "sse2"}) {
      if (const FindBrackets find = find_brackets_by_name(name)) return find;
    }
    return FindBrackets{find_brackets_plainly};
  }();
  return best;
}

std::size_t end_of_container(std::string_view text, std::size_t begin) {
  return end_of_container(text, begin, find_brackets());
}

std::size_t end_of_container(std::string_view text, std::size_t begin, FindBrackets find) {
  // Few blocks at first, since most containers are small, and then more, up to what stays in the
  // nearest cache.
  constexpr std::size_t kMostBlocks = 64;
  std::array<Brackets, kMostBlocks> found;
  StringState state;
  std::int64_t depth = 0;
  std::size_t step = 1;
  std::size_t at = begin;
  while (at < text.size()) {
    std::array<char, kBlock> rest;
    const char* source = text.data() + at;
    std::size_t blocks = std::min(step, (text.size() - at) / kBlock);
    if (blocks == 0) {
      rest.fill(' ');
      std::memcpy(rest.data(), source, text.size() - at);
      source = rest.data();
      blocks = 1;
    }
    find(source, blocks, state, found.data());
    for (std::size_t i = 0; i < blocks; ++i) {
      if (found[i].closed >= depth && found[i].closed != 0) {
        const std::size_t place = place_of_end(found[i], depth);
        if (place != kNowhere) return at + i * kBlock + place + 1;
      }
      depth += found[i].opened - found[i].closed;
    }
    at += blocks * kBlock;
    step = std::min(step * 2, kMostBlocks);
  }
  return kNowhere;
}

std::size_t end_of_string(std::string_view text, std::size_t begin) {
  std::size_t from = begin + 1;
  while (from < text.size()) {
    const std::size_t quote = text.find('"', from);
    if (quote == kNowhere) return kNowhere;
    std::size_t first = quote;
    while (first > from && text[first - 1] == '\\') --first;
    if ((quote - first) % 2 == 0) return quote + 1;
    from = quote + 1;
  }
  return kNowhere;
}

std::size_t find_quoted(std::string_view text, std::string_view quoted, std::size_t from) {
#ifdef SCRUBJAY_X86
  if (quoted.size() >= 3 && has_avx2()) return find_quoted_avx2(text, quoted, from);
#endif
  return text.find(quoted, from);
}

}  // namespace scrubjay::json
