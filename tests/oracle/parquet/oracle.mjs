// Parquet that Scrubjay wrote, read by hyparquet, parquet-wasm and DuckDB, against what `sql` says;
// and the README's question to a thousand recordings, asked in DuckDB:
//
//     node oracle.mjs SCRUBJAY SOURCE FOLDER
//
// Packages are installed by npm in FOLDER, once. Exit status: 0 all say the same, 1 some do not, 77
// the packages cannot be had.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const PACKAGES = ['hyparquet@1.31.5', 'hyparquet-compressors@1.1.2', 'parquet-wasm@0.6.1',
  'apache-arrow@17.0.0', '@duckdb/node-api@1.5.6-r.1'];
const TABLES = ['recordings', 'streams', 'frames', 'entities', 'lives', 'events', 'places',
  'properties', 'changes'];
const FLEET = 1000;
const SKIPPED = 77;

const [scrubjay, source, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const nameOf = (spec) => spec.slice(0, spec.lastIndexOf('@'));

function install() {
  fs.mkdirSync(folder, { recursive: true });
  const isThere = (spec) => fs.existsSync(path.join(folder, 'node_modules', nameOf(spec)));
  if (PACKAGES.every(isThere)) return;
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts',
    '--legacy-peer-deps', ...PACKAGES], { cwd: folder, encoding: 'utf8' });
  if (npm.status === 0 && PACKAGES.every(isThere)) return;
  console.log(`skipped: npm cannot install ${PACKAGES.join(', ')}`);
  process.exit(SKIPPED);
}

const load = (name) => import(pathToFileURL(
  createRequire(path.join(folder, 'package.json')).resolve(name)).href);

function run(...words) {
  const done = spawnSync(scrubjay, words, { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 30 });
  assert.equal(done.status, 0, `scrubjay ${words.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/** A value as all readers can say it: numbers that are whole as integers. */
function plain(value) {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'number') return String(value);
  if (!Number.isFinite(value)) return null;  // as SQL has it
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
const plainRows = (rows) => rows.map((row) => row.map(plain));

// The readers: the rows of a file, its columns in order.

async function readers() {
  const { asyncBufferFromFile, parquetReadObjects } = await load('hyparquet');
  const { compressors } = await load('hyparquet-compressors');
  const wasm = await load('parquet-wasm');
  const { tableFromIPC } = await load('apache-arrow');
  const { DuckDBInstance } = await load('@duckdb/node-api');
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  const rowsOf = (objects, columns) => objects.map((one) => columns.map((name) => one[name]));
  return {
    duckdb,
    hyparquet: async (file, columns) => rowsOf(
      await parquetReadObjects({ file: await asyncBufferFromFile(file), compressors }), columns),
    'parquet-wasm': async (file, columns) => {
      const table = tableFromIPC(wasm.readParquet(fs.readFileSync(file)).intoIPCStream());
      return rowsOf(table.toArray(), columns);
    },
    DuckDB: async (file, columns) => {
      const quoted = columns.map((name) => `"${name}"`).join(', ');
      const found = await duckdb.runAndReadAll(
        `select ${quoted} from read_parquet('${file}', hive_partitioning = false)`);
      return found.getRows();
    },
  };
}

/** JSON with integers beyond 53 bits as texts. */
function parsed(json) {
  return JSON.parse(json.replace(/(?<=[[,])(-?\d{16,})(?=[,\]])/g, '"$1"'));
}

async function compareReaders(read) {
  const sample = path.join(folder, 'sample.log');
  run('convert', path.join(source, 'assets', 'sample.log'), '--to-time', '8', '-o', sample);
  const target = path.join(folder, 'sample');
  fs.rmSync(target, { recursive: true, force: true });
  run('export', sample, '--to', 'parquet', '-o', target);
  let bytes = 0;
  for (const table of TABLES) {
    const file = path.join(target, table, 'recording=sample', 'part-0.parquet');
    bytes += fs.statSync(file).size;
    const answer = parsed(run('sql', sample, `select * from ${table}`, '--json'));
    const columns = answer.columns.slice(1);
    const wanted = plainRows(answer.rows.map((row) => row.slice(1)));
    assert.ok(wanted.length > 0, table);
    for (const reader of ['hyparquet', 'parquet-wasm', 'DuckDB']) {
      const found = plainRows(await read[reader](file, columns));
      assert.equal(found.length, wanted.length, `${reader}: rows of ${table}`);
      wanted.forEach((row, i) => assert.deepEqual(found[i], row, `${reader}: row ${i} of ${table}`));
    }
    console.log(`${table}: ${wanted.length} rows, the same by all three`);
  }
  const ndjson = zlib.gzipSync(run('export', sample, '--to', 'ndjson', '-o', '-')).length;
  console.log(`Parquet ${bytes} bytes, zipped NDJSON ${ndjson} bytes: ${(bytes / ndjson).toFixed(2)} times`);
}

/** The README's query, over that folder. */
function querySaid(target) {
  const readme = fs.readFileSync(path.join(source, 'README.md'), 'utf8');
  const found = [...readme.matchAll(/```sql\n([^`]*read_parquet[^`]*)```/g)];
  assert.equal(found.length, 1, 'one query in the README');
  return found[0][1].replaceAll("'tables/", `'${target}/`);
}

/** A thousand drives of which it is known who braked how hard. What the README asks for. */
function makeFleet(drives) {
  fs.rmSync(drives, { recursive: true, force: true });
  fs.mkdirSync(drives, { recursive: true });
  let seed = 7;
  const below = (n) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) % n;
  };
  const braked = [];
  for (let i = 0; i < FLEET; ++i) {
    const recording = `drive-${String(i).padStart(4, '0')}`;
    const cars = ['Blue', 'Red'].map((name) => ({ name, speed: 20, falls: 0, hardest: 0 }));
    let lines = '';
    for (let frame = 0; frame < 12; ++frame) {
      const results = cars.map((car) => {
        const delta = frame === 0 ? 0 : (below(33) - 16) / 4;
        car.speed += delta;
        if (delta < -2) {
          car.falls += 1;
          car.hardest = Math.min(car.hardest, delta);
        }
        return { parent: '', name: car.name, components: { kinematics: { speed: car.speed } } };
      });
      lines += JSON.stringify({ time: frame / 4, frame, data: { results } }) + '\n';
    }
    fs.writeFileSync(path.join(drives, `${recording}.ndjson`), lines);
    for (const { name, falls, hardest } of cars) {
      if (falls > 0) braked.push([recording, name, falls, hardest]);
    }
  }
  const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  braked.sort((a, b) => b[2] - a[2] || byText(a[0], b[0]) || byText(a[1], b[1]));
  return braked.slice(0, 10);
}

/** Of all files below. */
function timesBelow(target) {
  return fs.readdirSync(target, { recursive: true }).sort()
    .map((name) => [name, fs.statSync(path.join(target, name)).mtimeMs]);
}

async function askFleet(read) {
  const drives = path.join(folder, 'drives');
  const target = path.join(folder, 'tables');
  fs.rmSync(target, { recursive: true, force: true });
  const wanted = makeFleet(drives);
  run('export', drives, '--to', 'parquet', '-o', target);
  const before = timesBelow(target);
  run('export', drives, '--to', 'parquet', '-o', target);
  assert.deepEqual(timesBelow(target), before, 'what is there is passed over');
  const found = await read.duckdb.runAndReadAll(querySaid(target));
  assert.deepEqual(plainRows(found.getRows()), plainRows(wanted));
  console.log(`${FLEET} recordings: DuckDB says what they were made with`);
}

install();
const read = await readers();
await compareReaders(read);
await askFleet(read);
