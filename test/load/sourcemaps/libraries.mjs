// A common interface of all libraries: `load` runs before the measurement, `open` and `ask` are measured. All read
// files synchronously, to exclude the one-time cost of `fs/promises`.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const plain = ({ source, line, column, name }) => ({ source, line, column, name: name ?? null });

/** Reads ranges of a file; with a cache each range is read once and kept, as the resolver's cache of blocks does. */
function readsOf(file, cache) {
  const readOne = ({ offset, length }) => {
    const bytes = Buffer.allocUnsafe(length);
    readSync(file, bytes, 0, length, offset);
    return bytes;
  };
  const readCached = (range) => {
    let bytes = cache.get(range.offset);
    if (bytes === undefined) cache.set(range.offset, (bytes = readOne(range)));
    return bytes;
  };
  const readAny = cache === undefined ? readOne : readCached;
  return (ranges) => Promise.resolve(ranges.map(readAny));
}

async function loadSluice() {
  const { SourceMapIndex } = await import('../../../packages/sourcemaps/dist/codec/read/sourceMapIndex.js');
  return async ({ index, headBytes }, { isCached = false } = {}) => {
    const file = openSync(index);
    const head = Buffer.allocUnsafe(headBytes);
    readSync(file, head, 0, headBytes, 0);
    const opened = SourceMapIndex.open(head);
    const fromFile = readsOf(file, isCached ? new Map() : undefined);
    let bytes = 0;
    const counted = (ranges) => {
      for (const { length } of ranges) bytes += length;
      return fromFile(ranges);
    };
    return {
      ask: (positions) => opened.lookUp(positions, isCached ? fromFile : counted),
      contexts: (found) => opened.contexts(found, 5, counted),
      bytesRead: () => bytes,
      close: () => closeSync(file),
    };
  };
}

async function loadTrace() {
  const { TraceMap, originalPositionFor } = await import('@jridgewell/trace-mapping');
  return async ({ map }) => {
    const trace = new TraceMap(readFileSync(map, 'utf8'));
    return {
      ask: (positions) => positions.map((position) => plain(originalPositionFor(trace, position))),
      close: () => undefined,
    };
  };
}

async function loadSourceMap() {
  const { SourceMapConsumer } = require('source-map');
  return async ({ map }) => {
    const consumer = await new SourceMapConsumer(readFileSync(map, 'utf8'));
    return {
      ask: (positions) => positions.map((position) => plain(consumer.originalPositionFor(position))),
      close: () => consumer.destroy(),
    };
  };
}

async function loadSourceMapJs() {
  const { SourceMapConsumer } = require('source-map-js');
  return async ({ map }) => {
    const consumer = new SourceMapConsumer(readFileSync(map, 'utf8'));
    return {
      ask: (positions) => positions.map((position) => plain(consumer.originalPositionFor(position))),
      close: () => undefined,
    };
  };
}

const LOADS = {
  sluice: loadSluice,
  'trace-mapping': loadTrace,
  'source-map': loadSourceMap,
  'source-map-js': loadSourceMapJs,
};

/** Ours first; the others in the order in which they are printed. */
export const LIBRARIES = Object.keys(LOADS);

/**
 * Loads a library.
 * @returns `open(input)`, which makes `{ ask(positions), contexts?(found), close() }`
 */
export const loadLibrary = (name) => LOADS[name]();
