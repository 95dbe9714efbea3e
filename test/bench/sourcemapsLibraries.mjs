// One face for all libraries: `load` is paid before the clock starts, `open` and `ask` are what is measured.
import { readFile, open as openFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const plain = ({ source, line, column, name }) => ({ source, line, column, name: name ?? null });

/** Reads ranges of a file; with a cache each range is read once and kept, as the resolver's cache of blocks does. */
function readsOf(handle, cache) {
  const readOne = async ({ offset, length }) => {
    const bytes = Buffer.allocUnsafe(length);
    await handle.read(bytes, 0, length, offset);
    return bytes;
  };
  if (cache === undefined) return (ranges) => Promise.all(ranges.map(readOne));
  return (ranges) => {
    if (ranges.every(({ offset }) => cache.has(offset)))
      return Promise.resolve(ranges.map(({ offset }) => cache.get(offset)));
    return Promise.all(
      ranges.map(async (range) => {
        const bytes = cache.get(range.offset) ?? (await readOne(range));
        cache.set(range.offset, bytes);
        return bytes;
      }),
    );
  };
}

async function loadSluice() {
  const { SourceMapIndex } = await import('../../packages/sourcemaps/dist/codec/read/sourceMapIndex.js');
  return async ({ index, headBytes }, { isCached = false } = {}) => {
    const handle = await openFile(index);
    const head = Buffer.allocUnsafe(headBytes);
    await handle.read(head, 0, headBytes, 0);
    const opened = SourceMapIndex.open(head);
    const cached = isCached ? readsOf(handle, new Map()) : readsOf(handle);
    let bytes = 0;
    const read = (ranges) => {
      for (const { length } of ranges) bytes += length;
      return cached(ranges);
    };
    return {
      ask: (positions) => opened.lookUp(positions, isCached ? cached : read),
      contexts: (found) => opened.contexts(found, 5, read),
      bytesRead: () => bytes,
      close: () => handle.close(),
    };
  };
}

async function loadTrace() {
  const { TraceMap, originalPositionFor } = await import('@jridgewell/trace-mapping');
  return async ({ map }) => {
    const trace = new TraceMap(await readFile(map, 'utf8'));
    return {
      ask: (positions) => positions.map((position) => plain(originalPositionFor(trace, position))),
      close: () => undefined,
    };
  };
}

async function loadSourceMap() {
  const { SourceMapConsumer } = require('source-map');
  return async ({ map }) => {
    const consumer = await new SourceMapConsumer(await readFile(map, 'utf8'));
    return {
      ask: (positions) => positions.map((position) => plain(consumer.originalPositionFor(position))),
      close: () => consumer.destroy(),
    };
  };
}

async function loadSourceMapJs() {
  const { SourceMapConsumer } = require('source-map-js');
  return async ({ map }) => {
    const consumer = new SourceMapConsumer(await readFile(map, 'utf8'));
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
