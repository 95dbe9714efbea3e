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
