import { encodeMappings, type Segment } from './encodeMappings.js';
import type { ShopRelease } from './shopRelease.js';
import { shopSources } from './shopSources.js';

/** A minified file and its source map. */
interface BuiltFile {
  /** Path in the URL of the file. */
  readonly filename: string;
  /** The source map as JSON. */
  readonly map: string;
}

/** A build of the shop's pages. */
export interface ShopBuild {
  readonly files: readonly BuiltFile[];
  /**
   * Returns the minified position of a text in a source file: URL of the file, and 1-based column in its only line.
   * @throws RangeError if the source does not contain the text
   */
  readonly positionOf: (source: string, text: string) => { readonly file: string; readonly column: number };
}

const ORIGIN = 'https://shop.example';

/** The chunk of a source file: the checkout is loaded when it is needed. */
const chunkOf = (source: string): string => (source.startsWith('src/checkout/') ? 'checkout' : 'app');

/** A source line in a minified file. */
interface PlacedLine {
  readonly filename: string;
  readonly column: number;
  readonly text: string;
}

const builds = new Map<string, ShopBuild>();

/** Returns the build of a release. Its minified code is the source lines in one line, so that a map belongs to it. */
export function buildShop(release: ShopRelease): ShopBuild {
  const known = builds.get(release.version);
  if (known !== undefined) return known;
  const sources = shopSources(release.version);
  const placed = new Map<string, readonly PlacedLine[]>();
  const files = ['app', 'checkout'].map((chunk) => {
    const own = [...sources].filter(([source]) => chunkOf(source) === chunk);
    return buildFile(`assets/${chunk}.${release.hash}.js`, own, placed);
  });
  const positionOf: ShopBuild['positionOf'] = (source, text) => {
    const line = placed.get(source)?.find((candidate) => candidate.text.includes(text));
    if (line === undefined) throw new RangeError(`${source} of ${release.version} does not contain "${text}"`);
    return { file: `${ORIGIN}/${line.filename}`, column: line.column + line.text.indexOf(text) + 1 };
  };
  const build = { files, positionOf };
  builds.set(release.version, build);
  return build;
}

/** Appends the lines of all sources to one line, and notes where each one is. */
function buildFile(
  filename: string,
  sources: readonly (readonly [source: string, text: string])[],
  placed: Map<string, readonly PlacedLine[]>,
): BuiltFile {
  let column = '"use strict";'.length;
  const segments: Segment[] = [];
  for (const [index, [source, text]] of sources.entries()) {
    const lines = text.split('\n').map((whole, line) => {
      const trimmed = whole.trim();
      const indent = whole.length - whole.trimStart().length;
      for (const { index: at } of trimmed.matchAll(/[\w$]+/g)) {
        segments.push({ column: column + at, source: index, line, sourceColumn: indent + at });
      }
      const own = { filename, column, text: trimmed };
      column += trimmed.length;
      return own;
    });
    placed.set(source, lines);
  }
  const map = {
    version: 3,
    file: filename,
    sources: sources.map(([source]) => `webpack://shop/./${source}`),
    sourcesContent: sources.map(([, text]) => text),
    names: [],
    mappings: encodeMappings(segments),
  };
  return { filename, map: JSON.stringify(map) };
}
