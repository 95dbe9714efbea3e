import type { Tree } from '@lezer/common';
import { getHeapStatistics } from 'node:v8';
import { findCode, type SourceCode } from './findCode.js';

/**
 * Limit of a source in UTF-16 units; longer ones are not parsed. Parsing takes about 20 bytes of memory per unit, and
 * a map of 45 MB may take 250 MB in all. Of published modules only bundles inside bundles are longer
 * (`typescript.js`: 9 million).
 */
const MAX_SOURCE_CHARACTERS = 4_000_000;
/** Milliseconds of parsing per map; sources after that have no function names. */
const MAP_MS = 20_000;
/** Milliseconds of parsing per source. Real code takes 0.5 ms per 1,000 characters; only ambiguous nonsense takes longer. */
const SOURCE_MS = 8_000;
/** Growth of the heap at which the parser gives up: deeply nested ambiguous code takes unlimited memory. */
const SOURCE_HEAP_BYTES = 96 * 1_048_576;
/** Parser steps between two checks of clock and heap. */
const STEPS_PER_CHECK = 64;

/** Why a source has no tree: it is not code, too long, or a limit of time or memory stopped the parser. */
export type Unparsed = 'other_language' | 'too_long' | 'limit';

/** Parses the sources of one map until its time budget is spent. */
export class SourceParser {
  #leftMs = MAP_MS;

  /** Returns the syntax tree of a source; tolerates any error in it. @param path as in the map */
  parse(path: string | null, text: string): Tree | Unparsed {
    const code = findCode(path, text);
    if (code === undefined) return 'other_language';
    if (text.length > MAX_SOURCE_CHARACTERS) return 'too_long';
    if (this.#leftMs <= 0) return 'limit';
    const started = performance.now();
    try {
      return parseWithin(code, started + Math.min(this.#leftMs, SOURCE_MS)) ?? 'limit';
    } catch (error) {
      // The parser builds its tree recursively; brackets may be nested too deeply for the stack.
      if (error instanceof RangeError) return 'limit';
      throw error;
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }
}

function parseWithin({ parser, text }: SourceCode, endMs: number): Tree | undefined {
  const parse = parser.startParse(text);
  // A garbage collection lowers the baseline: memory from before does not count for this source.
  let baseBytes = usedHeapBytes();
  for (let step = 1; ; step += 1) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (step % STEPS_PER_CHECK !== 0) continue;
    const heapBytes = usedHeapBytes();
    baseBytes = Math.min(baseBytes, heapBytes);
    if (heapBytes - baseBytes > SOURCE_HEAP_BYTES || performance.now() > endMs) return undefined;
  }
}

const usedHeapBytes = (): number => getHeapStatistics().used_heap_size;
