#pragma once

#include <cstddef>
#include <cstdint>

/// Every bound on what the reader of flecs documents takes (see also core/limits.h and
/// formats/compression/limits.h). Texts and counts are bounded by the bytes of the document.
namespace scrubjay::flecs::limits {

/// Values nested within each other: what walks them does so by recursion. Beyond it:
/// "broken-document", and the document's sample is missing.
inline constexpr std::size_t kDeepestValue = 256;
/// Bytes of a document of a compressed file that any may have, and beyond them, how many times more
/// than the whole file has: to be read a document takes several times its bytes. Beyond both:
/// "document-too-large", and its sample is missing.
inline constexpr std::uint64_t kFreeDocumentBytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kMostDocumentRatio = 64;
/// Bytes at the beginning of a compressed file in which the head of another format's recording and
/// the unit of positions are looked for. Beyond it: positions are in metres.
inline constexpr std::size_t kMostHeadBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMostSceneUnitBytes = std::size_t{4} << 20;
/// Contexts (a query, or a query and a set of types) that are kept parsed. Beyond it they are
/// parsed again.
inline constexpr std::size_t kMostContexts = 256;
/// Documents of one frame that may say something of the same entity: a singleton is in each row of
/// a query, always the same. Beyond it the first ones count.
inline constexpr std::size_t kMostMerged = 256;
/// Values that one entity inherits, and bases along IsA that are asked for them. Beyond it the rest
/// is left out of its properties; the bases show it.
inline constexpr std::size_t kMostInherited = 4096;
/// Paths whose ancestors become entities of their own: a path made to fill memory with them is a
/// root instead. Longer ones are not written either: a chain of parents would take the square of
/// its length.
inline constexpr std::size_t kLongestPath = 4096;
inline constexpr std::ptrdiff_t kDeepestPath = 128;
/// Paths of components and members whose kinds are compared from sample to sample. Beyond it a
/// value that is at times a number and at times a text is each as it stands.
inline constexpr std::size_t kMostMemberKinds = 65536;

}  // namespace scrubjay::flecs::limits
