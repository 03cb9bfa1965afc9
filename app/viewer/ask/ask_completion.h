#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/ask/ask_facts.h"

namespace scrubjay {

/// What a word of a query may become.
struct Completion {
  std::string title;   ///< as it is listed
  std::string insert;  ///< what stands for it in the query
  std::string note;    ///< "table", "column", a type
};

/// What fits the word that is being typed, the best first.
struct Completions {
  std::size_t begin = 0;  ///< what is to be replaced [bytes]
  std::size_t end = 0;
  std::vector<Completion> found;
};

/// Whether SQL has its own meaning for the word, letters compared without case.
bool is_sql_keyword(std::string_view word);

/// A name as SQL needs it: in double quotes unless it is a plain word that means nothing else.
std::string sql_name_of(std::string_view name);

/// For the cursor at byte `cursor` of `sql`. Nothing for an empty word, unless it is asked for
/// (`also_empty`); in a comment; and where the word is whole already.
Completions complete(std::string_view sql, std::size_t cursor, const AskFacts& facts,
                     bool also_empty);

}  // namespace scrubjay
