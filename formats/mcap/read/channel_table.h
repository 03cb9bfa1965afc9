#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "formats/mcap/field_fact.h"
#include "formats/mcap/read/file_index.h"

namespace scrubjay::mcap {

/// A channel as the file tells of it.
struct ChannelText {
  std::uint16_t id = 0, schema = 0;
  std::string topic, encoding;
};

/// Reads schemas, and makes the channels of an index of them. For the index pass, or who restores
/// what it left.
class ChannelTable {
 public:
  using Tell = std::function<void(Severity, const char* code, std::string message)>;

  /// `tell` is told what is wrong.
  ChannelTable(FileIndex& index, Tell tell);

  /// Copied, unless one of that number is there already.
  void add_schema(std::uint16_t id, std::string_view name, std::string_view encoding,
                  std::string_view data);
  /// The channel, which is made unless one of that number is there already.
  const ReadChannel& add_channel(const ChannelText& text, StreamIndex stream);

 private:
  const ProtoSchema* parsed_schema(std::uint16_t id);
  void choose_role(ReadChannel& channel, std::uint16_t schema);

  FileIndex& index_;
  Tell tell_;
  std::map<std::uint16_t, const ProtoSchema*> parsed_;
  std::map<std::string, FieldFacts, std::less<>> facts_;  ///< of our own files, by package
};

}  // namespace scrubjay::mcap
