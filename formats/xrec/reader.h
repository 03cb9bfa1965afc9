#pragma once

#include <memory>
#include <mutex>

#include "core/recording.h"
#include "formats/xrec/extension_index.h"
#include "formats/xrec/file_index.h"
#include "formats/xrec/interpolation.h"

namespace scrubjay::xrec {

/// The reader of one XREC recording, whose start packet is known to be good.
class XrecReader : public Reader {
 public:
  /// `extended`: the recording's frames are in events of our own (extension.h); `coordinates` are
  /// those that its metadata name.
  XrecReader(std::shared_ptr<InputFile> file, bool extended, const CoordinateSystem& coordinates);

  void index(RecordingBuilder& builder) override;
  std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const override;
  CoordinateSystem coordinates(const Recording& recording, FrameIndex frame) const override;
  Result<ResourceData> read_resource(const Recording& recording,
                                     ResourceIndex resource) const override;
  bool save_index(IndexWriter& out) const override;
  bool load_index(IndexReader& in) override;

  bool is_extended() const { return is_extended_; }
  /// Once frames are published; empty when is_extended().
  const FileIndex& file_index() const { return index_; }
  /// Made by the first call, which takes a pass over the file; any thread, once the index is whole.
  const ChannelIndex& channels() const;
  /// Calls `visit(offset)` for each event packet whose closed range of RTSS meets [a, b], both
  /// ends included (xrec.md 7.1). Once the index is whole.
  template <class Visit>
  void visit_packets(double a, double b, Visit visit) const {
    for (const PacketOrder* order : {&index_.order, &index_.silent}) {
      order->visit(a, b,
                   [&](const PacketOrder::Row& row) { visit(index_.packets[row.packet].offset); });
    }
  }

 private:
  std::shared_ptr<InputFile> file_;
  bool is_extended_;
  FileIndex index_;
  extension::Index extension_;
  mutable std::once_flag channels_made_;
  mutable std::unique_ptr<const ChannelIndex> channels_;
};

}  // namespace scrubjay::xrec
