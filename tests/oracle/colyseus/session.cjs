// A random session of one version of @colyseus/schema: its handshake, its messages, and the states
// that the server had after each.
const SCALARS = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32',
  'float64', 'number', 'string', 'boolean'];

/** Seeded numbers in [0, 1) (mulberry32). */
function randomOf(seed) {
  return () => {
    seed = (seed + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Session {
  constructor(schema, seed) {
    this.schema = schema;
    this.random = randomOf(seed);
    this.below = (n) => Math.floor(this.random() * n);
    this.made = 0;
    this.defineTypes();
    this.state = new this.State();
    this.encoder = schema.Encoder ? new schema.Encoder(this.state) : null;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** Random scalar fields: name to type. */
  scalars(count) {
    const fields = {};
    for (let i = 0; i < count; ++i) fields[`f${i}`] = this.pick(SCALARS);
    return fields;
  }

  define(fields) {
    const { Schema, defineTypes, ArraySchema, MapSchema } = this.schema;
    const make = (kind, item) => (kind === 'array' ? new ArraySchema() : new MapSchema());
    class Type extends Schema {
      constructor() {
        super();
        for (const [name, type] of Object.entries(fields)) {
          if (Array.isArray(type)) this[name] = make('array');
          else if (type.map) this[name] = make('map');
        }
      }
    }
    defineTypes(Type, fields);
    Type.fields = fields;
    return Type;
  }

  defineTypes() {
    this.Vector = this.define({ x: this.pick(['float32', 'number']), y: this.pick(['float64', 'number']) });
    this.Item = this.define(this.scalars(1 + this.below(4)));
    this.Player = this.define({
      ...this.scalars(1 + this.below(6)), position: this.Vector, bag: [this.Item],
      tags: ['string'], scores: { map: 'number' },
    });
    this.State = this.define({
      ...this.scalars(1 + this.below(3)), players: { map: this.Player }, items: [this.Item],
      names: { map: 'string' }, numbers: ['number'],
    });
  }

  /** A value that the wire holds exactly. */
  value(type) {
    const bits = /\d+$/.exec(type);
    switch (type) {
      case 'boolean': return this.below(2) === 1;
      case 'string': return this.pick(['', 'a', 'Zoë', '毒', 'x'.repeat(40), 'y'.repeat(300)]) + this.below(9);
      case 'float32': case 'float64': return (this.below(20001) - 10000) / 4;
      case 'number': return this.pick([this.below(100), -this.below(40), this.below(70000), (this.below(999) - 500) / 4]);
      case 'int64': return this.below(2 ** 40) - 2 ** 39;
      case 'uint64': return this.below(2 ** 40);
      default: return this.below(2 ** (bits[0] - 1)) - (type.startsWith('u') ? 0 : 2 ** (bits[0] - 2));
    }
  }

  fill(instance) {
    for (const [name, type] of Object.entries(instance.constructor.fields)) {
      if (typeof type === 'string' && this.random() < 0.8) instance[name] = this.value(type);
    }
    return instance;
  }

  player() {
    const player = this.fill(new this.Player());
    player.position = this.fill(new this.Vector());
    return player;
  }

  setScalar(instance) {
    const names = Object.entries(instance.constructor.fields).filter(([, type]) => typeof type === 'string');
    const [name, type] = this.pick(names);
    instance[name] = this.value(type);
  }

  /** The map's keys; of 0.x it is an object. */
  keysOf(map) {
    if (typeof map.keys !== 'function') return Object.keys(map);
    return [...map.keys()];
  }
  get(map, key) {
    return typeof map.get === 'function' ? map.get(key) : map[key];
  }
  set(map, key, value) {
    if (typeof map.set === 'function') map.set(key, value);
    else map[key] = value;
  }
  remove(map, key) {
    if (typeof map.delete === 'function') map.delete(key);
    else delete map[key];
  }

  /** One structural change at most a tick and list: more of them are wrong in some encoders. */
  changeList(list, make) {
    if (list.length > 0 && this.random() < 0.4) list.pop();
    else list.push(make());
  }

  changePlayer(player) {
    const way = this.below(6);
    if (way === 0) this.changeList(player.bag, () => this.fill(new this.Item()));
    else if (way === 1) this.changeList(player.tags, () => this.value('string'));
    else if (way === 2) this.set(player.scores, `s${this.below(3)}`, this.value('number'));
    else if (way === 3) this.setScalar(player);
    else this.setScalar(player.position);
  }

  tick() {
    const { state } = this;
    const touched = new Set();
    for (const key of this.keysOf(state.players)) {
      if (this.random() < 0.4) { this.changePlayer(this.get(state.players, key)); touched.add(key); }
    }
    if (this.random() < 0.3) this.set(state.players, `p${this.made++}`, this.player());
    const leaving = this.keysOf(state.players).filter((key) => !touched.has(key));
    if (leaving.length > 3 && this.random() < 0.4) this.remove(state.players, this.pick(leaving));
    if (this.random() < 0.3) this.changeList(state.items, () => this.fill(new this.Item()));
    if (this.random() < 0.3) this.changeList(state.numbers, () => this.value('number'));
    if (this.random() < 0.3) this.set(state.names, `n${this.below(5)}`, this.value('string'));
    if (this.random() < 0.5) this.setScalar(state);
  }

  handshake() {
    return this.schema.Reflection.encode(this.encoder || this.state);
  }
  full() {
    const bytes = this.encoder ? this.encoder.encodeAll() : this.state.encodeAll();
    return Buffer.from(bytes);
  }
  patch() {
    const bytes = Buffer.from(this.encoder ? this.encoder.encode() : this.state.encode());
    if (this.encoder) this.encoder.discardChanges();
    else if (this.state.discardAllChanges) this.state.discardAllChanges();
    return bytes;
  }

  /** [kind, bytes, state or nothing] of `ticks` ticks, as records of a capture. */
  records(ticks) {
    for (let i = 0; i < 3; ++i) this.tick();
    const handshake = Buffer.from(this.handshake());
    const records = [[0, handshake], [1, this.full(), this.snapshot()]];
    this.patch();
    for (let i = 0; i < ticks; ++i) {
      this.tick();
      records.push([2, this.patch(), this.snapshot()]);
    }
    return records;
  }
  snapshot() {
    return JSON.parse(JSON.stringify(this.state.toJSON()));
  }
}

/**
 * A session whose lists change in every way, also those that the encoders get wrong: the state is
 * what the official decoder of the same version makes of the messages.
 */
class WildSession extends Session {
  changeList(list, make) {
    const changes = 1 + this.below(2);
    for (let i = 0; i < changes; ++i) {
      const way = this.below(8);
      if (way === 0 && list.length > 0) list.shift();
      else if (way === 1 && list.length > 2) list.splice(this.below(list.length), 1);
      else if (way === 2 && list.length > 0) list.pop();
      else if (way === 3 && list.length > 6) list.splice(0, list.length);
      else if (way === 4 && this.encoder && list.length > 1) list.reverse();
      else list.push(make());
    }
  }

  records(ticks) {
    const records = super.records(ticks);
    const read = this.schema.Reflection.decode(records[0][1]);
    const state = read.state || read;
    for (const record of records.slice(1)) {
      read.decode(record[1]);
      record[2] = JSON.parse(JSON.stringify(state.toJSON()));
    }
    return records;
  }
}

module.exports = { Session, WildSession };
