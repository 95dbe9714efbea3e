import { MAX_PATH_BYTES, MAX_TEXT_BYTES, NONE } from '../layout.js';
import { cutUtf8 } from './cutUtf8.js';
import { pathOf, type MapPart } from './mapParts.js';

/** The lines of a source's content within the stream of all contents. */
export interface ContentLines {
  readonly first: number;
  readonly lines: number;
}

/** No content. */
export const NO_CONTENT: ContentLines = { first: NONE, lines: 0 };

/** What blocks ask of a part's tables. Indexes are the part's own. */
export interface PartTables {
  /** Of the part's first source among all. */
  readonly firstSource: number;
  /** Of the part's first name among all. */
  readonly firstName: number;
  /** UTF-8, cut where it is longer than any; `undefined` where the map has `null`. */
  readonly path: (source: number) => Buffer | undefined;
  readonly name: (name: number) => Buffer;
  readonly content: (source: number) => ContentLines;
  readonly isIgnored: (source: number) => boolean;
}

/** Paths that are kept resolved; a map asks for few of them again and again. */
const KEPT_PATHS = 4_096;

/** The tables of a part. @param content where each source's content is */
export function partTables(
  part: MapPart,
  first: { readonly source: number; readonly name: number },
  content: (source: number) => ContentLines,
): PartTables {
  const paths = new Map<number, Buffer | undefined>();
  const path = (source: number): Buffer | undefined => {
    if (paths.has(source)) return paths.get(source);
    const text = pathOf(part, source);
    const bytes = text === null ? undefined : cutUtf8(Buffer.from(text, 'utf8'), MAX_PATH_BYTES);
    if (paths.size >= KEPT_PATHS) paths.clear();
    paths.set(source, bytes);
    return bytes;
  };
  return {
    firstSource: first.source,
    firstName: first.name,
    path,
    name: (name) => cutUtf8(part.names.utf8(name), MAX_TEXT_BYTES),
    content,
    isIgnored: (source) => part.ignored.has(source),
  };
}
