import resolver from '@jridgewell/resolve-uri';
import { InvalidMapError } from './invalidMapError.js';
import { IndexSet } from './indexSet.js';
import { JsonArray } from './jsonArray.js';
import { CLOSE_OBJECT, COMMA, JsonScanner, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './jsonScanner.js';

/** A map or a section of an index map, with its own tables: the part of the generated file to which it applies. */
export interface MapPart {
  /** 0-based; the column applies to the first line of the part only. */
  readonly line: number;
  readonly column: number;
  /** Start of the next part, where this one ends. */
  readonly endLine: number;
  readonly endColumn: number;
  /** VLQ text. */
  readonly mappings: Buffer;
  readonly sources: JsonArray;
  readonly names: JsonArray;
  readonly contents: JsonArray;
  /** Standard scope information as VLQ text; `undefined` if the map has none. */
  readonly scopes: Buffer | undefined;
  /** Scope information of Metro, one list per source. */
  readonly metro: JsonArray;
  /** Scope information of Bloomberg's pasta-sourcemaps, VLQ text per source. */
  readonly bloomberg: JsonArray;
  /** `undefined` if it is too long to be one. */
  readonly sourceRoot: string | undefined;
  /** Indexes of sources that the map marks as third-party (`ignoreList`). */
  readonly ignored: IndexSet;
}

/** What an upload contains. */
export interface ReadMap {
  readonly parts: readonly MapPart[];
  /** UUID that the build wrote into the map, in lower case. */
  readonly debugId: string | undefined;
}

/** Limit of index maps inside index maps: the standard allows none, and each level is read again. */
const DEEPEST = 2;
/** Limit of a source's path in bytes, including its root, as in the map. */
const MAX_PATH_BYTES = 65_536;
/** Limit of sections; real builders make a few thousand. */
const MAX_SECTIONS = 20_000;
/** Its types declare CommonJS, but Node loads an ES module. */
const resolveUri = resolver as unknown as (input: string, base: string) => string;

const XSSI = Buffer.from(")]}'");
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LINE_FEED = 0x0a;

/**
 * Parses an upload: validates all of it as JSON and locates the relevant fields. Skips a byte order mark and a
 * leading `)]}'` line. @throws InvalidMapError if it is not a source map
 */
export function readMapParts(bytes: Buffer): ReadMap {
  const scanner = new JsonScanner(bytes);
  const from = scanner.skipSpace(startOf(bytes));
  if (from >= bytes.length) throw new InvalidMapError('The map is empty.');
  const to = scanner.skipSpace(scanner.skipValue(from));
  if (to !== bytes.length) throw scanner.notJson(to);
  const parts: MapPart[] = [];
  const found: Found = { scanner, parts };
  addMap(found, from, { line: 0, column: 0, endLine: Infinity, endColumn: Infinity, depth: 0 });
  return { parts, debugId: debugIdOf(found) };
}

/** UUID of the whole map in lower case, in either spelling; those of sections do not count. */
function debugIdOf({ scanner, fields }: Found): string | undefined {
  const texts = ['debugId', 'debug_id'].map((name) => textOf(scanner, fields?.get(name))?.toString('latin1'));
  return texts.find((text) => text !== undefined && UUID.test(text))?.toLowerCase();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function startOf(bytes: Buffer): number {
  const from = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  if (!bytes.subarray(from, from + XSSI.length).equals(XSSI)) return from;
  const end = bytes.indexOf(LINE_FEED, from);
  return end === -1 ? bytes.length : end + 1;
}

interface Found {
  readonly scanner: JsonScanner;
  readonly parts: MapPart[];
  /** Positions of the fields of the whole map. */
  fields?: ReadonlyMap<string, number>;
}

interface Bounds {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly depth: number;
}

function addMap(found: Found, from: number, bounds: Bounds): void {
  const { scanner, parts } = found;
  if (scanner.bytes[from] !== OPEN_OBJECT) throw new InvalidMapError('A source map is a JSON object.');
  const fields = fieldsOf(scanner, from);
  found.fields ??= fields;
  const sections = fields.get('sections');
  if (sections !== undefined && scanner.bytes[sections] === OPEN_ARRAY) {
    addSections(found, new JsonArray(scanner, sections), bounds);
    return;
  }
  const mappings = fields.get('mappings');
  if (mappings === undefined) throw new InvalidMapError('The map has no "mappings".');
  if (scanner.bytes[mappings] !== QUOTE) throw new InvalidMapError('The "mappings" of the map are not a string.');
  const { line, column, endLine, endColumn } = bounds;
  const array = (name: string): JsonArray => new JsonArray(scanner, fields.get(name));
  const sources = array('sources');
  parts.push({
    line,
    column,
    endLine,
    endColumn,
    mappings: unescaped(scanner, mappings),
    sources,
    names: array('names'),
    contents: array('sourcesContent'),
    scopes: textOf(scanner, fields.get('scopes')),
    metro: array('x_facebook_sources'),
    bloomberg: array('x_com_bloomberg_sourcesFunctionMappings'),
    sourceRoot: rootOf(scanner, fields.get('sourceRoot')),
    ignored: indexesIn(array(fields.has('ignoreList') ? 'ignoreList' : 'x_google_ignoreList'), sources.length),
  });
}

/** Sets bounds as `@jridgewell/trace-mapping` does for nested sections. */
function addSections(found: Found, sections: JsonArray, outer: Bounds): void {
  if (sections.length === 0) throw new InvalidMapError('The "sections" of the map are empty.');
  if (sections.length > MAX_SECTIONS) throw new InvalidMapError(`The map has more than ${MAX_SECTIONS} sections.`);
  if (outer.depth >= DEEPEST) throw new InvalidMapError(`The map nests sections more than ${DEEPEST} times.`);
  const { scanner } = found;
  const read = Array.from({ length: sections.length }, (_, index) => sectionAt(scanner, sections.position(index) ?? 0));
  for (const [index, { map, line, column }] of read.entries()) {
    const next = read[index + 1];
    let { endLine, endColumn } = outer;
    if (next !== undefined) {
      const nextLine = outer.line + next.line;
      if (nextLine < endLine) [endLine, endColumn] = [nextLine, outer.column + next.column];
      else if (nextLine === endLine) endColumn = Math.min(endColumn, outer.column + next.column);
    }
    const start = { line: outer.line + line, column: outer.column + column };
    addMap(found, map, { ...start, endLine, endColumn, depth: outer.depth + 1 });
  }
}

function sectionAt(scanner: JsonScanner, from: number): { map: number; line: number; column: number } {
  const fields = scanner.bytes[from] === OPEN_OBJECT ? fieldsOf(scanner, from) : new Map<string, number>();
  const [map, offset] = [fields.get('map'), fields.get('offset')];
  if (map === undefined) throw new InvalidMapError('A section of the index map contains no map.');
  const place = offset === undefined ? undefined : jsonAt(scanner, offset);
  const { line, column } = (place ?? {}) as { readonly line?: unknown; readonly column?: unknown };
  if (!isPosition(line) || !isPosition(column))
    throw new InvalidMapError('A section of the map has no valid "offset".');
  return { map, line, column };
}

const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0x7f_ff_ff_ff;

/** Returns the positions of the values of an object by key; for a repeated key the last, as in JavaScript. */
function fieldsOf(scanner: JsonScanner, from: number): ReadonlyMap<string, number> {
  const fields = new Map<string, number>();
  let at = scanner.skipSpace(from + 1);
  while (scanner.bytes[at] !== CLOSE_OBJECT) {
    const end = scanner.skipString(at);
    const value = scanner.skipKey(at);
    // No relevant key is longer, even if each of its letters is escaped.
    if (end - at < MAX_KEY_BYTES) fields.set(scanner.textAt(at, end), value);
    at = scanner.skipSpace(scanner.skipValue(value));
    if (scanner.bytes[at] === COMMA) at = scanner.skipSpace(at + 1);
  }
  return fields;
}

const MAX_KEY_BYTES = 256;

const jsonAt = (scanner: JsonScanner, from: number): unknown =>
  JSON.parse(scanner.bytes.toString('utf8', from, Math.min(scanner.skipValue(from), from + 65_536)));

function rootOf(scanner: JsonScanner, from: number | undefined): string | undefined {
  if (from === undefined || scanner.bytes[from] !== QUOTE) return '';
  const to = scanner.skipValue(from);
  return to - from > MAX_PATH_BYTES ? undefined : scanner.textAt(from, to);
}

const textOf = (scanner: JsonScanner, from: number | undefined): Buffer | undefined =>
  from === undefined || scanner.bytes[from] !== QUOTE ? undefined : unescaped(scanner, from);

/** PHP writes `\/` into mappings. */
function unescaped(scanner: JsonScanner, from: number): Buffer {
  const to = scanner.skipValue(from);
  const inner = scanner.bytes.subarray(from + 1, to - 1);
  return inner.includes(0x5c) ? Buffer.from(scanner.textAt(from, to), 'utf8') : inner;
}

/** Returns the valid indexes in an array, below `count`. */
function indexesIn(array: JsonArray, count: number): IndexSet {
  const indexes = new IndexSet();
  for (let index = 0; index < Math.min(array.length, count); index += 1) {
    const value = Number(array.text(index));
    if (Number.isInteger(value) && value >= 0 && value < count) indexes.add(value);
  }
  return indexes;
}

/**
 * Returns a source's path as `resolvedSources` of `@jridgewell/trace-mapping` has it; `null` if the map has `null` or
 * the path is too long.
 */
export function pathOf({ sources, sourceRoot }: Pick<MapPart, 'sources' | 'sourceRoot'>, index: number): string | null {
  if (sourceRoot === undefined || sources.bytesOf(index) > MAX_PATH_BYTES) return null;
  const source = sources.text(index);
  return source === null ? null : resolveUri(`${sourceRoot === '' ? '' : `${sourceRoot}/`}${source}`, '');
}
