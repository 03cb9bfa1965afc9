#include "tests/formats/parquet_reader.h"

#include <zstd.h>

#include <bit>
#include <cstring>
#include <stdexcept>

namespace scrubjay::parquet {

namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

class Bits {
 public:
  explicit Bits(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t byte() {
    require(at_ < bytes_.size(), "the bytes end too early");
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t part = byte();
      value |= std::uint64_t{part & 0x7FU} << shift;
      if (part < 0x80) return value;
    }
  }
  std::int64_t zigzag() {
    const std::uint64_t value = varint();
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
  }
  std::string_view take(std::size_t size) {
    require(size <= bytes_.size() - at_, "the bytes end too early");
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  std::size_t place() const { return at_; }
  bool is_at_end() const { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

Thrift read_struct(Bits& in);

/// `in_list`: a boolean is a byte of its own there.
Thrift read_value(Bits& in, unsigned type, bool in_list = false) {
  Thrift out;
  switch (type) {
    case 1:
    case 2: out.number = in_list ? in.byte() == 1 : type == 1; break;
    case 5:
    case 6: out.number = in.zigzag(); break;
    case 8: out.text = in.take(in.varint()); break;
    case 9: {
      const std::uint8_t head = in.byte();
      const std::uint64_t size = head >> 4 == 15 ? in.varint() : head >> 4;
      for (std::uint64_t i = 0; i < size; ++i) {
        out.list.push_back(read_value(in, head & 0x0FU, true));
      }
      break;
    }
    case 12: out = read_struct(in); break;
    default: throw std::runtime_error("an unknown Thrift type " + std::to_string(type));
  }
  return out;
}

Thrift read_struct(Bits& in) {
  Thrift out;
  int field = 0;
  while (const std::uint8_t head = in.byte()) {
    const int step = head >> 4;
    field = step != 0 ? field + step : static_cast<int>(in.zigzag());
    require(!out.has(field), "a field stands twice");
    out.fields[field] = read_value(in, head & 0x0FU);
  }
  return out;
}

template <class Number>
Number little(std::string_view bytes) {
  Number value;
  require(bytes.size() == sizeof value, "a number of another size");
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// Parquet's hybrid of runs and packed bits.
std::vector<std::uint32_t> read_hybrid(Bits& in, unsigned width, std::size_t count) {
  std::vector<std::uint32_t> out;
  while (out.size() < count) {
    const std::uint64_t head = in.varint();
    if ((head & 1) == 0) {
      std::uint32_t value = 0;
      for (unsigned bit = 0; bit < width; bit += 8) value |= std::uint32_t{in.byte()} << bit;
      require(head >> 1 != 0, "an empty run");
      out.insert(out.end(), head >> 1, value);
      continue;
    }
    const std::string_view packed = in.take((head >> 1) * width);
    for (std::size_t i = 0; i < (head >> 1) * 8; ++i) {
      std::uint32_t value = 0;
      for (std::size_t bit = 0; bit < width; ++bit) {
        const std::size_t at = i * width + bit;
        value |= (static_cast<std::uint8_t>(packed[at / 8]) >> at % 8 & 1U) << bit;
      }
      out.push_back(value);
    }
  }
  out.resize(count);
  return out;
}

std::vector<Cell> read_plain(std::string_view content, std::int64_t type, std::size_t count) {
  Bits in(content);
  std::vector<Cell> out;
  if (type == 0) {
    const std::string_view bits = in.take((count + 7) / 8);
    for (std::size_t i = 0; i < count; ++i) {
      out.emplace_back(std::int64_t{static_cast<std::uint8_t>(bits[i / 8]) >> i % 8 & 1});
    }
  }
  for (std::size_t i = 0; type != 0 && i < count; ++i) {
    switch (type) {
      case 1: out.emplace_back(std::int64_t{little<std::int32_t>(in.take(4))}); break;
      case 2: out.emplace_back(little<std::int64_t>(in.take(8))); break;
      case 5: out.emplace_back(little<double>(in.take(8))); break;
      case 6: out.emplace_back(std::string(in.take(little<std::uint32_t>(in.take(4))))); break;
      default: throw std::runtime_error("an unknown physical type");
    }
  }
  require(in.is_at_end(), "something is behind the values of a page");
  return out;
}

/// One chunk of a column; `chunk` is its ColumnMetaData.
class ChunkReader {
 public:
  ChunkReader(std::string_view file, const Thrift& chunk) : file_(file), chunk_(chunk) {}

  std::vector<Cell> read() {
    const auto data = static_cast<std::size_t>(chunk_.at(9).number);
    const std::size_t begin =
        chunk_.has(11) ? static_cast<std::size_t>(chunk_.at(11).number) : data;
    const std::size_t end = begin + static_cast<std::size_t>(chunk_.at(7).number);
    require(chunk_.at(4).number == 6, "the codec is not zstd");
    std::size_t plain_bytes = 0;
    for (std::size_t at = begin; at < end;) {
      Bits in(file_.substr(at, end - at));
      const Thrift header = read_struct(in);
      const auto size = static_cast<std::size_t>(header.at(2).number);
      const std::string_view packed = in.take(static_cast<std::size_t>(header.at(3).number));
      std::string content(size, '\0');
      require(ZSTD_decompress(content.data(), size, packed.data(), packed.size()) == size,
              "a page has another size than it says");
      plain_bytes += in.place() - packed.size() + size;
      require((header.at(1).number == 2) == (at < data), "data pages begin elsewhere");
      add_page(header, content);
      at += in.place();
    }
    require(plain_bytes == static_cast<std::size_t>(chunk_.at(6).number),
            "the pages' bytes are not those of the chunk");
    require(cells_.size() == static_cast<std::size_t>(chunk_.at(5).number),
            "the chunk says another count of values");
    return std::move(cells_);
  }

 private:
  void add_page(const Thrift& header, std::string_view content) {
    const bool is_dictionary = header.at(1).number == 2;
    const Thrift& page = header.at(is_dictionary ? 7 : 5);
    const auto count = static_cast<std::size_t>(page.at(1).number);
    const std::int64_t type = chunk_.at(1).number;
    const std::int64_t encoding = page.at(2).number;
    require_listed(encoding);
    if (is_dictionary) {
      require(encoding == 0, "a dictionary is not plain");
      dictionary_ = read_plain(content, type, count);
      return;
    }
    require(page.at(3).number == 3 && page.at(4).number == 3, "levels are not runs");
    require_listed(3);
    Bits in(content);
    Bits levels(in.take(little<std::uint32_t>(in.take(4))));
    const auto present = read_hybrid(levels, 1, count);
    require(levels.is_at_end(), "something is behind the levels");
    std::size_t values = 0;
    for (const std::uint32_t level : present) values += level;
    std::vector<Cell> held;
    const std::string_view rest = in.take(content.size() - in.place());
    if (encoding == 0) {
      held = read_plain(rest, type, values);
    } else {
      require(encoding == 8, "an unknown encoding");
      Bits numbers(rest);
      const unsigned width = numbers.byte();
      for (const std::uint32_t number : read_hybrid(numbers, width, values)) {
        held.push_back(dictionary_.at(number));
      }
      require(numbers.is_at_end(), "something is behind the numbers of a page");
    }
    std::size_t next = 0;
    for (const std::uint32_t level : present) {
      cells_.push_back(level == 0 ? Cell() : held.at(next++));
    }
  }

  void require_listed(std::int64_t encoding) const {
    for (const Thrift& listed : chunk_.at(2).list) {
      if (listed.number == encoding) return;
    }
    throw std::runtime_error("an encoding is not listed");
  }

  std::string_view file_;
  const Thrift& chunk_;
  std::vector<Cell> dictionary_;
  std::vector<Cell> cells_;
};

}  // namespace

ReadFile read_parquet(std::string_view file) {
  require(file.size() > 12 && file.starts_with("PAR1") && file.ends_with("PAR1"), "no PAR1");
  const std::size_t footer_size = little<std::uint32_t>(file.substr(file.size() - 8, 4));
  const std::size_t footer_begin = file.size() - 8 - footer_size;
  Bits in(file.substr(footer_begin, footer_size));
  ReadFile out;
  out.footer = read_struct(in);
  require(in.is_at_end(), "something is behind the footer");
  const std::vector<Thrift>& schema = out.footer.at(2).list;
  require(schema.at(0).at(5).number + 1 == static_cast<std::int64_t>(schema.size()),
          "the schema has another count of columns");
  for (std::size_t i = 1; i < schema.size(); ++i) {
    require(schema[i].at(3).number == 1, "a column is not optional");
    out.columns.push_back({schema[i].at(4).text, schema[i].at(1).number, {}});
  }
  std::size_t at = 4;
  std::int64_t rows = 0;
  for (const Thrift& group : out.footer.at(4).list) {
    require(group.at(5).number == static_cast<std::int64_t>(at), "a group begins elsewhere");
    std::int64_t plain = 0;
    std::int64_t packed = 0;
    for (std::size_t i = 0; i < out.columns.size(); ++i) {
      const Thrift& column = group.at(1).list.at(i);
      const Thrift& chunk = column.at(3);
      require(column.at(2).number == group.at(5).number + packed, "a chunk begins elsewhere");
      const std::int64_t first = chunk.has(11) ? chunk.at(11).number : chunk.at(9).number;
      require(first == column.at(2).number, "a chunk's pages begin elsewhere");
      require(chunk.at(1).number == out.columns[i].physical_type, "a chunk of another type");
      require(chunk.at(3).list.at(0).text == out.columns[i].name, "a chunk of another column");
      const auto cells = ChunkReader(file, chunk).read();
      require(cells.size() == static_cast<std::size_t>(group.at(3).number), "rows are missing");
      out.columns[i].cells.insert(out.columns[i].cells.end(), cells.begin(), cells.end());
      plain += chunk.at(6).number;
      packed += chunk.at(7).number;
    }
    require(group.at(2).number == plain && group.at(6).number == packed, "sums of a group");
    rows += group.at(3).number;
    at += static_cast<std::size_t>(packed);
  }
  require(at == footer_begin, "something is between the groups and the footer");
  require(out.footer.at(3).number == rows, "the file says another count of rows");
  return out;
}

}  // namespace scrubjay::parquet
