// Random sessions by the real @colyseus/schema, one version a generation, against Scrubjay:
//
//     node oracle.cjs SCRUBJAY FOLDER [SEEDS]
//
// Packages are installed by npm in FOLDER, once. Exit status: 0 all states are equal, 1 some are
// not, 77 the packages cannot be had.
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { Session, WildSession } = require('./session.cjs');

const VERSIONS = ['0.4.61', '0.5.41', '1.0.46', '2.0.37', '3.0.76', '4.0.31', '5.0.34'];
const TICKS = 120;
const SKIPPED = 77;

const [scrubjay, folder, seeds = '5'] = process.argv.slice(2);

function install(version) {
  const at = path.join(folder, version);
  const found = path.join(at, 'node_modules', '@colyseus', 'schema');
  if (fs.existsSync(found)) return found;
  fs.mkdirSync(at, { recursive: true });
  fs.writeFileSync(path.join(at, 'package.json'), '{"private":true}');
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts',
    '--legacy-peer-deps', `@colyseus/schema@${version}`], { cwd: at, encoding: 'utf8' });
  if (npm.status !== 0) {
    console.log(`skipped: npm cannot install @colyseus/schema@${version}`);
    process.exit(SKIPPED);
  }
  return found;
}

/** A capture (.colycap) of records. */
function captureOf(records, version) {
  const metadata = Buffer.from(JSON.stringify({ schema: version }));
  const head = Buffer.alloc(16);
  head.write('COLYCAP\0', 'latin1');
  head.writeUInt32LE(1, 8);
  head.writeUInt32LE(metadata.length, 12);
  const parts = [head, metadata];
  records.forEach(([kind, bytes], i) => {
    const record = Buffer.alloc(13);
    record.writeDoubleLE(i * 0.05, 0);
    record.writeUInt8(kind, 8);
    record.writeUInt32LE(bytes.length, 9);
    parts.push(record, bytes);
  });
  return Buffer.concat(parts);
}

/** The state of a frame that Scrubjay printed, entities in place of references. */
function stateOf(frame) {
  const entities = new Map(frame.entities.map((entity) => [entity.id, entity]));
  const convert = ({ type, value }) => {
    if (type === 'group') return Object.fromEntries(value.map((one) => [one.name, convert(one)]));
    if (type === 'list') return value.map(convert);
    if (type === 'entity') return members(entities.get(value));
    return type === 'null' ? null : value;
  };
  const members = (entity) =>
    Object.fromEntries(entity.properties.map((one) => [one.name, convert(one)]));
  return members(entities.get('0'));
}

/** Objects without regard to order; an empty list and an empty map look alike in 0.x. */
function equal(a, b) {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equal(a[key], b[key]));
}

function check(schema, version, Kind, seed) {
  const records = new Kind(schema, seed).records(TICKS);
  const file = path.join(folder, `${version}-${Kind.name}-${seed}.colycap`);
  fs.writeFileSync(file, captureOf(records, version));
  // Where the encoder is wrong, the program says so and returns 1.
  const { stdout } = spawnSync(scrubjay, ['export', file, '--to', 'ndjson', '-o', '-'],
    { encoding: 'utf8', maxBuffer: 1 << 30 });
  const frames = stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const wanted = records.filter(([kind]) => kind > 0).map(([, , state]) => state);
  const wrong = wanted.findIndex((state, i) => !frames[i] || !equal(stateOf(frames[i]), state));
  if (wrong < 0 && frames.length === wanted.length) {
    fs.rmSync(file);
    return true;
  }
  console.log(`${version} ${Kind.name} ${seed}: frame ${wrong} of ${wanted.length} differs, see ${file}`);
  if (frames[wrong]) console.log(JSON.stringify(stateOf(frames[wrong])));
  console.log(JSON.stringify(wanted[wrong]));
  return false;
}

// The packages tell what they cannot read, at length.
console.error = () => {};
console.warn = () => {};

let failed = 0;
for (const version of VERSIONS) {
  const schema = require(install(version));
  // The encoders of 0.x are wrong about most changes of lists, and their decoders with them.
  const kinds = version.startsWith('0.') ? [Session] : [Session, WildSession];
  for (const Kind of kinds) {
    for (let seed = 1; seed <= Number(seeds); ++seed) {
      if (!check(schema, version, Kind, seed)) ++failed;
    }
  }
  console.log(`${version}: ${seeds} sessions of ${TICKS} ticks each of ${kinds.length} kinds compared`);
}
process.exit(failed === 0 ? 0 : 1);
