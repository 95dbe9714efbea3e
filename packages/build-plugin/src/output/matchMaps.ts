import { type EmittedFile } from './emittedOutput.js';

/** A map that the build emitted, and the file that it is of. */
export interface MatchedMap {
  readonly file: string;
  readonly map: string;
}

const CODE = /\.[cm]?jsx?$/i;
const STYLES = /\.css$/i;

/** Whether a file holds code that a map could be of. */
export const isCode = (name: string): boolean => CODE.test(name);

/** Whether frames of stack traces can be in this file. */
export const canThrow = (name: string): boolean => !STYLES.test(name);

/**
 * The source maps among the files of a build, one entry a map: as the bundler says, else `x.js.map` and `x.css.map` beside
 * `x.js` and `x.css`. Other files that end in `.map` are no source maps of what is shipped: `.d.ts.map`, levels of a game.
 */
export function matchMaps(files: readonly EmittedFile[]): readonly MatchedMap[] {
  const names = new Set(files.map(({ name }) => name));
  const matched = new Map<string, MatchedMap>();
  for (const { name, map } of files) {
    if (map !== undefined) matched.set(map, { file: name, map });
  }
  for (const file of names) {
    const map = `${file}.map`;
    if ((CODE.test(file) || STYLES.test(file)) && names.has(map) && !matched.has(map)) matched.set(map, { file, map });
  }
  return [...matched.values()];
}

/**
 * Maps of code and styles whose files the build took back: Astro writes small scripts into pages. They are the build's, and
 * no upload could be of use.
 */
export function orphanMaps(files: readonly EmittedFile[]): readonly string[] {
  const matched = new Set(matchMaps(files).map(({ map }) => map));
  const isMap = (name: string): boolean =>
    name.endsWith('.map') && [CODE, STYLES].some((kind) => kind.test(name.slice(0, -'.map'.length)));
  return files.map(({ name }) => name).filter((name) => isMap(name) && !matched.has(name));
}
