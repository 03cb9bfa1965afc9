#include "formats/mcap/read/decoder.h"

#include <string_view>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/mcap/own_names.h"
#include "formats/mcap/read/json_values.h"
#include "formats/mcap/read/own_state.h"

namespace scrubjay::mcap {

namespace {

/// The float that a number's fewest digits stand for.
double single_of(double value) { return static_cast<double>(static_cast<float>(value)); }

/// `which` of the numbers are floats: ":101"; empty: all.
void make_single(PropertyTree& out, PropertyTree::Node node, std::string_view which) {
  PropertyNode& property = out.node_for_edit(node);
  property.precision = Precision::float32;
  std::size_t at = 1;
  const auto change = [&](double& value) {
    const bool is_single = which.empty() || (at < which.size() && which[at] == '1');
    if (is_single) value = single_of(value);
    ++at;
  };
  if (property.type == PropertyType::number) change(property.number);
  if (!has_numbers(property.type)) return;
  for (double& value : out.numbers_for_edit(property)) change(value);
}

/// Calls `take(place, fact)` for each of "0 point 3 float32", until that is false.
template <class Take>
void each_fact(std::string_view text, Take take) {
  while (true) {
    const std::string_view place = next_word(text);
    const std::string_view fact = next_word(text);
    const PropertyTree::Node node = number_from<PropertyTree::Node>(place).value_or(0);
    if (fact.empty() || !take(node, fact)) return;
  }
}

PlacedTypes types_of(std::string_view facts) {
  PlacedTypes types;
  each_fact(facts, [&](PropertyTree::Node node, std::string_view fact) {
    if (!fact.starts_with(kTypeFact)) return true;
    if (const auto type = property_type_from(fact.substr(kTypeFact.size()))) types[node] = *type;
    return true;
  });
  return types;
}

/// Of the properties from `first` on.
void set_facts(std::string_view text, PropertyTree& out, PropertyTree::Node first) {
  each_fact(text, [&](PropertyTree::Node node, std::string_view fact) {
    if (node >= out.size() - first) return false;
    constexpr std::string_view kSingle = "float32";
    if (fact.starts_with(kSingle)) make_single(out, first + node, fact.substr(kSingle.size()));
    if (const auto meaning = meaning_from(fact)) out.node_for_edit(first + node).meaning = *meaning;
    return true;
  });
}

}  // namespace

void Decoder::decode(FrameIndex frame, Frame& out) {
  if (index_.is_own) {
    decode_own(frame, out);
  } else {
    decode_states(frame, out);
  }
}

std::shared_ptr<const LoadedBlock> Decoder::load(std::uint32_t block, Frame& out) {
  auto loaded = index_.block(block);
  // What is wrong with a whole block is told by the index pass, if that has inflated it; here that
  // this frame lacks it.
  const BlockNote& note = index_.notes[block];
  for (const Problem& problem : loaded->problems) {
    if (!note.is_seen || problem.code == "bad-chunk") fold_into(out.problems, problem);
  }
  if (is_told_right(block, *loaded)) return loaded;
  Problem problem;
  problem.severity = Severity::warning;
  problem.code = "bad-index";
  problem.offset = index_.map.blocks[block].record;
  problem.message = "The index of a chunk disagrees with what is in it: what is in it counts.";
  fold_into(out.problems, std::move(problem));
  return loaded;
}

bool Decoder::is_told_right(std::uint32_t block, const LoadedBlock& loaded) {
  const std::uint64_t told = index_.notes[block].places_sum;
  if (told == 0) return true;
  const auto [known, is_new] = told_right_.try_emplace(block);
  if (is_new) known->second = told == sum_of_places(loaded.messages);
  return known->second;
}

EntityIndex Decoder::entity_of(const std::string& key) {
  for (const std::size_t count = index_.entities.size(); known_entities_ < count;
       ++known_entities_) {
    entities_.emplace(index_.entities[known_entities_].key, EntityIndex(known_entities_));
  }
  const auto found = entities_.find(key);
  return found == entities_.end() ? EntityIndex::none() : found->second;
}

void Decoder::note_outcome(MessageOutcome outcome, const ReadChannel& channel, std::uint32_t block,
                           Frame& out) {
  auto problem = problem_of(outcome, channel);
  if (!problem) return;
  problem->offset = index_.map.blocks[block].record;
  fold_into(out.problems, std::move(*problem));
}

void Decoder::decode_event(EventIndex event, PropertyTree& out) {
  const std::uint64_t place = recording_.event(event).source_offset;
  if (place >> 32 >= index_.map.blocks.size()) return;
  const auto block = index_.block(static_cast<std::uint32_t>(place >> 32));
  const auto number = static_cast<std::uint32_t>(place);
  if (number >= block->messages.size()) return;
  const MessageRecord message = block->message(number);
  const ReadChannel* const channel = index_.channel(message.channel);
  if (channel == nullptr) return;
  if (channel->role == Role::own_event) {
    const OwnEvent own = read_own_event(message.data);
    const PropertyTree::Node mark = out.size();
    append_json_properties(out, own.properties, types_of(own.facts));
    set_facts(own.facts, out, mark);
  } else if (is_event_role(channel->role)) {
    values_.append(out, *channel, message.data);
  }
}

}  // namespace scrubjay::mcap
