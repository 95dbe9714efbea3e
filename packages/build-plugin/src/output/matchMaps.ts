import { type EmittedFile } from './emittedOutput.js';

/** An emitted map and the file it belongs to. */
export interface MatchedMap {
  readonly file: string;
  readonly map: string;
}

const CODE = /\.[cm]?jsx?$/i;
const STYLES = /\.css$/i;

/** Whether a file contains code that may have a map. */
export const isCode = (name: string): boolean => CODE.test(name);

/** Whether stack traces can contain frames of this file. */
export const canThrow = (name: string): boolean => !STYLES.test(name);

/**
 * Returns the source maps of a build, one entry per map: those that the bundler names, otherwise `x.js.map` and `x.css.map`
 * beside `x.js` and `x.css`. Other `.map` files, such as `.d.ts.map`, are not maps of shipped code.
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

const COPY = /\.(?:gz|br|zst)$/i;

/** The names, and those of the compressed copies that plugins may have written beside them. */
export const withCopies = (names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => (COPY.test(name) ? [name] : [name, `${name}.gz`, `${name}.br`, `${name}.zst`]))),
];

/**
 * Returns maps whose code file the build removed again, for example because Astro inlines small scripts. Uploading them would
 * be useless. Compressed copies of maps are among them.
 */
export function orphanMaps(files: readonly EmittedFile[]): readonly string[] {
  const matched = new Set(matchMaps(files).map(({ map }) => map));
  const isMap = (name: string): boolean =>
    name.endsWith('.map') && [CODE, STYLES].some((kind) => kind.test(name.slice(0, -'.map'.length)));
  return files.map(({ name }) => name).filter((name) => isMap(name.replace(COPY, '')) && !matched.has(name));
}
