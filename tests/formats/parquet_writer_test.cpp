// What the Parquet writer writes, read by a reader that shares nothing with it.
#include "formats/parquet/parquet_writer.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "tests/core/bytes_of.h"
#include "tests/formats/parquet_reader.h"

namespace scrubjay::parquet {
namespace {

/// The columns' types and their values, in rows.
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

void put(Writer& writer, std::size_t column, const Cell& cell) {
  if (const auto* number = std::get_if<std::int64_t>(&cell)) {
    writer.integer(column, *number);
  } else if (const auto* real = std::get_if<double>(&cell)) {
    writer.real(column, *real);
  } else if (const auto* text = std::get_if<std::string>(&cell)) {
    writer.text(column, *text);
  } else {
    writer.null(column);
  }
}

std::string written(const Table& table, Writer::Metadata metadata = {}) {
  std::string file;
  Writer writer(table.columns, std::move(metadata), into(file));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) put(writer, i, row[i]);
    EXPECT_TRUE(writer.end_row());
  }
  EXPECT_TRUE(writer.finish());
  EXPECT_EQ(writer.rows(), table.rows.size());
  return file;
}

void expect_read_back(const Table& table) {
  const ReadFile read = read_parquet(written(table));
  ASSERT_EQ(read.columns.size(), table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    ASSERT_EQ(read.columns[i].cells.size(), table.rows.size());
    EXPECT_EQ(read.columns[i].name, table.columns[i].name);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      ASSERT_EQ(read.columns[i].cells[row], table.rows[row][i])
          << table.columns[i].name << " of row " << row;
    }
  }
}

const std::vector<Column> kAllTypes{{"flag", Type::boolean},
                                    {"small", Type::int32},
                                    {"whole", Type::int64},
                                    {"real", Type::real},
                                    {"text", Type::text}};

Table few_rows() {
  return {kAllTypes,
          {{std::int64_t{1}, std::int64_t{-7}, std::int64_t{1} << 40, -2.5, "b"},
           {Cell(), std::int64_t{9}, Cell(), 0.25, Cell()},
           {std::int64_t{0}, Cell(), std::int64_t{-3}, Cell(), ""},
           {Cell(), Cell(), Cell(), Cell(), "abc"}}};
}

/// The bounds of a column's first chunk: least, greatest.
std::pair<std::string, std::string> bounds_of(const ReadFile& file, std::size_t column) {
  const Thrift& statistics = file.footer.at(4).list.at(0).at(1).list.at(column).at(3).at(12);
  return {statistics.at(6).text, statistics.at(5).text};
}

template <class Number>
std::string little(Number value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

TEST(ParquetWriter, ValuesOfAllTypesComeBack) { expect_read_back(few_rows()); }

TEST(ParquetWriter, AFileWithoutRowsIsWhole) {
  const ReadFile read = read_parquet(written({kAllTypes, {}}));
  EXPECT_EQ(read.columns.size(), 5U);
  EXPECT_TRUE(read.footer.at(4).list.empty());
}

TEST(ParquetWriter, TheFooterSaysWhatIsInTheFile) {
  const ReadFile read = read_parquet(written(few_rows(), {{"a", "1"}, {"key", "value"}}));
  EXPECT_EQ(read.footer.at(1).number, 2) << "the version";
  std::string types;
  for (const ReadColumn& column : read.columns) types += std::to_string(column.physical_type);
  EXPECT_EQ(types, "01256");
  const std::vector<Thrift>& schema = read.footer.at(2).list;
  for (std::size_t i = 1; i < schema.size(); ++i) {
    EXPECT_EQ(schema[i].has(6), i == 5) << "converted type: UTF8";
    EXPECT_EQ(schema[i].has(10), i == 5) << "logical type: STRING";
  }
  EXPECT_EQ(schema[5].at(6).number, 0);
  EXPECT_TRUE(schema[5].at(10).has(1));
  const auto& metadata = read.footer.at(5).list;
  ASSERT_EQ(metadata.size(), 2U);
  EXPECT_EQ(metadata[1].at(1).text + "=" + metadata[1].at(2).text, "key=value");
  EXPECT_EQ(read.footer.at(6).text, "scrubjay");
  ASSERT_EQ(read.footer.at(7).list.size(), 5U);
  for (const Thrift& order : read.footer.at(7).list) EXPECT_TRUE(order.has(1));
}

TEST(ParquetWriter, EachColumnHasItsBoundsAndItsNulls) {
  const ReadFile read = read_parquet(written(few_rows()));
  EXPECT_EQ(bounds_of(read, 0), std::pair(std::string(1, '\0'), std::string(1, '\1')));
  EXPECT_EQ(bounds_of(read, 1), std::pair(little(std::int32_t{-7}), little(std::int32_t{9})));
  EXPECT_EQ(bounds_of(read, 2), std::pair(little(std::int64_t{-3}), little(std::int64_t{1} << 40)));
  EXPECT_EQ(bounds_of(read, 3), std::pair(little(-2.5), little(0.25)));
  EXPECT_EQ(bounds_of(read, 4), std::pair(std::string(), std::string("b")));
  const auto& chunks = read.footer.at(4).list.at(0).at(1).list;
  std::string nulls;
  for (const Thrift& chunk : chunks) {
    const Thrift& statistics = chunk.at(3).at(12);
    nulls += std::to_string(statistics.at(3).number);
    EXPECT_EQ(statistics.at(7).number, 1) << "the greatest is exact";
    EXPECT_EQ(statistics.at(8).number, 1) << "the least is exact";
  }
  EXPECT_EQ(nulls, "22221");
}

TEST(ParquetWriter, BoundsHoldWhatIsNoNumberBothZerosAndLongTexts) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string long_text(300, 'x');
  const ReadFile read = read_parquet(
      written({{{"zero", Type::real}, {"none", Type::real}, {"text", Type::text}},
               {{0.0, nan, long_text + "a"}, {-0.0, nan, long_text + "b"}, {0.0, nan, "~"}}}));
  EXPECT_EQ(bounds_of(read, 0), std::pair(little(-0.0), little(0.0)));
  const auto& chunks = read.footer.at(4).list.at(0).at(1).list;
  EXPECT_FALSE(chunks[1].at(3).at(12).has(5)) << "nothing but NaN has no bounds";
  EXPECT_EQ(bounds_of(read, 2), std::pair(std::string(256, 'x'), std::string("~")));
  EXPECT_EQ(chunks[2].at(3).at(12).at(8).number, 0) << "the least is cut";

  const ReadFile cut = read_parquet(written({{{"text", Type::text}}, {{long_text}}}));
  const auto [least, greatest] = bounds_of(cut, 0);
  EXPECT_LE(least, long_text);
  EXPECT_GT(greatest, long_text);
  EXPECT_LE(greatest.size(), 256U);
  EXPECT_EQ(cut.footer.at(4).list.at(0).at(1).list.at(0).at(3).at(12).at(7).number, 0);
}

TEST(ParquetWriter, ManyColumnsHaveLongLists) {
  Table table;
  table.rows.resize(2);
  for (std::int64_t i = 0; i < 40; ++i) {
    table.columns.push_back({"column " + std::to_string(i), Type::int64});
    for (auto& row : table.rows) row.emplace_back(i);
  }
  expect_read_back(table);
}

/// Runs of all lengths of few values, then values that never repeat: a dictionary that is given up.
TEST(ParquetWriter, RunsDictionariesAndPlainPagesComeBack) {
  std::mt19937_64 random(3);
  Table table{kAllTypes, {}};
  while (table.rows.size() < 100'000) {
    const bool is_new = table.rows.size() > 70'000;
    const std::size_t run = is_new ? 1 : 1 + random() % 20;
    const std::uint64_t value = is_new ? random() : random() % 70;
    std::vector<Cell> row{static_cast<std::int64_t>(value % 2), static_cast<std::int32_t>(value),
                          static_cast<std::int64_t>(value),
                          std::ldexp(static_cast<double>(value), -3), std::to_string(value)};
    for (Cell& cell : row) {
      if (random() % 16 == 0) cell = Cell();
    }
    if (auto* small = std::get_if<std::int64_t>(&row[1])) {
      *small = static_cast<std::int32_t>(*small);
    }
    for (std::size_t i = 0; i < run; ++i) table.rows.push_back(row);
  }
  expect_read_back(table);
}

TEST(ParquetWriter, NullsAloneComeBack) {
  Table table{kAllTypes, {}};
  table.rows.resize(70'000, std::vector<Cell>(5));
  expect_read_back(table);
}

TEST(ParquetWriter, GroupsEndWhenTheyAreLarge) {
  std::mt19937_64 random(5);
  Table table{{{"text", Type::text}}, {}};
  for (int i = 0; i < 60'000; ++i) {
    std::string text;
    while (text.size() < 600) text += little(random() & 0x7F7F'7F7F'7F7F'7F7FU);  // ASCII
    table.rows.push_back({std::move(text)});
  }
  EXPECT_EQ(read_parquet(written(table)).footer.at(4).list.size(), 2U);
  expect_read_back(table);
}

TEST(ParquetWriter, ASinkThatRefusesEndsIt) {
  for (const std::size_t taken : {0U, 4U, 100U}) {
    std::size_t left = taken;
    Writer writer(kAllTypes, {}, [&](Bytes bytes) {
      const bool goes_in = bytes.size() <= left;
      left -= goes_in ? bytes.size() : left;
      return goes_in;
    });
    writer.null(0);
    writer.integer(1, 5);
    writer.integer(2, 5);
    writer.real(3, 5);
    writer.text(4, "5");
    EXPECT_EQ(writer.end_row(), taken >= 4) << taken;
    EXPECT_FALSE(writer.finish()) << taken;
  }
}

TEST(ParquetWriter, MetadataIsFoundAgain) {
  const std::string file =
      written(few_rows(), {{"key", "short"}, {"other key", std::string(5000, 'v')}, {"", ""}});
  const Bytes bytes = std::as_bytes(std::span(file));
  EXPECT_EQ(metadata_value(bytes, "key"), "short");
  EXPECT_EQ(metadata_value(bytes, "other key"), std::string(5000, 'v'));
  EXPECT_EQ(metadata_value(bytes, "ke"), std::nullopt);
  EXPECT_EQ(metadata_value(bytes.first(bytes.size() - 1), "key"), std::nullopt);
  EXPECT_EQ(metadata_value({}, "key"), std::nullopt);
}

}  // namespace
}  // namespace scrubjay::parquet
