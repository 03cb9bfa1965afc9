#include "formats/colyseus/read/state_machine.h"

namespace scrubjay::colyseus {

void StateMachine::apply(const Step& step, Bytes body, State& state, Problems* problems) {
  if (step.types == nullptr) return;
  const Schema& schema = *step.types->schema;
  if (step.kind == Step::Kind::begin || step.kind == Step::Kind::restart) state.reset(schema);
  if (step.kind == Step::Kind::begin) return;
  if (is_nested(schema.generation)) {
    nested_.apply(state, body, problems);
  } else {
    flat_.apply(state, body, step.kind == Step::Kind::resync ? Apply::resync : Apply::change,
                problems);
  }
}

State& StateSeeker::seek(std::uint32_t stream, std::uint32_t step) {
  Stream& cached = streams_[stream];
  const auto base = index_.checkpoints.before(stream, step);
  const bool is_ahead = cached.next > step + 1;
  // To apply one step costs less than to copy the tree.
  const bool is_far = base != nullptr && base->step > cached.next;
  if (is_ahead || is_far) {
    // Assigned, not made anew: its storage is used again.
    if (base != nullptr) {
      cached.state = base->state;
    } else {
      cached.state = State();
    }
    cached.next = base != nullptr ? base->step + 1 : 0;
    cached.state.mark_shape_changed();
  }
  for (; cached.next <= step; ++cached.next) {
    const Step& next = (*index_.steps[stream])[cached.next];
    const auto bytes = records_.read(index_.source.records[next.record]);
    const Bytes body = bytes && next.begin <= bytes->size() ? bytes->subspan(next.begin) : Bytes();
    machine_.apply(next, body, cached.state, nullptr);
  }
  return cached.state;
}

}  // namespace scrubjay::colyseus
