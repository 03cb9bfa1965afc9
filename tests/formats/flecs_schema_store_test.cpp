#include "formats/flecs/read/schema_store.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "formats/flecs/read/json_parse.h"

namespace scrubjay::flecs {
namespace {

/// The table of an object that is parsed anew, so that nothing of the text lives on.
const SchemaTable* table_of(SchemaStore& store, const std::string& json) {
  simdjson::dom::parser parser;
  simdjson::dom::element value;
  EXPECT_TRUE(parse_json(parser, json, value)) << json;
  return &store.table_of(value);
}

TEST(FlecsSchemaStore, WhatSaysTheSameHasOneTable) {
  SchemaStore store;
  const SchemaTable* const first = table_of(store, R"({"P":{"x":["float",{"unit":"m"}]}})");
  EXPECT_EQ(table_of(store, R"( { "P" : { "x" : ["float", {"unit":"m"}] } } )"), first);
  const Schema* schema = first->find("P");
  ASSERT_NE(schema, nullptr);
  ASSERT_NE(schema->member("x", 0), nullptr);
  EXPECT_EQ(schema->member("x", 0)->unit, "m");
}

TEST(FlecsSchemaStore, WhatDiffersAnywhereHasATableOfItsOwn) {
  const std::vector<std::string> objects{
      R"({})",
      R"({"P":{}})",
      R"({"P":[]})",
      R"({"P":{"x":["float"]}})",
      R"({"P":{"y":["float"]}})",
      R"({"P":{"x":["float"],"y":["float"]}})",
      R"({"P":{"y":["float"],"x":["float"]}})",
      R"({"P":{"x":["float"]},"y":["float"]})",
      R"({"P":{"x":["int"]}})",
      R"({"P":{"x":["float",{"unit":"m"}]}})",
      R"({"P":{"x":["float",{"unit":"km"}]}})",
      R"({"P":{"x":["float",{"range":[0,1]}]}})",
      R"({"P":{"x":["float",{"range":[0,1.0]}]}})",
      R"({"P":{"x":["float",{"range":[0,-1]}]}})",
      R"({"P":{"x":["float",{"range":[[0],1]}]}})",
      R"({"P":{"x":["float",{"range":[0,18446744073709551615]}]}})",
      R"({"P":{"x":["enum","a","b"]}})",
      R"({"P":{"x":["enum","ab"]}})",
      R"({"P":{"x":["enum",["a"],"b"]}})",
      R"({"P":0})",
      R"({"P":"0"})",
      R"({"P":true})",
      R"({"P":false})",
      R"({"P":null})",
  };
  SchemaStore store;
  std::set<const SchemaTable*> tables;
  for (const std::string& object : objects) {
    EXPECT_TRUE(tables.insert(table_of(store, object)).second) << object;
  }
  for (const std::string& object : objects) {
    EXPECT_TRUE(tables.contains(table_of(store, object))) << object;
  }
}

TEST(FlecsSchemaStore, KeepsTablesUntilTheyAreTooMany) {
  SchemaStore store;
  const std::string known = R"({"P":{"x":["float"]}})";
  const SchemaTable* const first = table_of(store, known);
  store.trim();
  EXPECT_EQ(table_of(store, known), first);
  const std::string long_name(SchemaStore::kMostKeptBytes, 'x');
  table_of(store, R"({")" + long_name + R"(":{}})");
  EXPECT_EQ(table_of(store, known), first);  // nothing goes but by trim()
  store.trim();
  EXPECT_NE(table_of(store, known)->find("P"), nullptr);
  EXPECT_EQ(table_of(store, known)->find(long_name), nullptr);
}

}  // namespace
}  // namespace scrubjay::flecs
