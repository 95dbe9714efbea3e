import { searchedText } from '@sluice/contract';
import type { FindGlob, IndexedGlob } from './findGlob.js';

/** A trie of texts with, for each node, the longest other node whose text ends it (Aho and Corasick, 1975). */
interface Trie {
  /** The child of a node by {@link keyOf}. */
  readonly children: ReadonlyMap<number, number>;
  readonly fallbacks: readonly number[];
  /** The lowest index of a glob whose text ends at the node. */
  readonly found: readonly number[];
}

const ROOT = 0;
const NONE = Infinity;

/** Compiles globs such as `*loop*`: a character costs constant time, however many globs there are. */
export function compileTextSearch(globs: readonly IndexedGlob[]): FindGlob {
  const { children, fallbacks, found } = buildTrie(globs);
  const lowest = globs[0]?.index ?? NONE;
  // Most characters of most texts begin no pattern.
  const begins = Uint8Array.from({ length: 128 }, (_, unit) => Number(children.has(keyOf(ROOT, unit))));
  return (text, below) => {
    let best = below;
    let node = ROOT;
    for (let at = 0; at < text.length && best > lowest; at += 1) {
      node = step(node, text.charCodeAt(at));
      const ends = found[node] ?? NONE;
      if (ends < best) best = ends;
    }
    return best;
  };

  /** Falls back at most as often as it went on before. */
  function step(from: number, unit: number): number {
    if (from === ROOT && begins[unit] === 0) return ROOT;
    for (let node = from; ; node = fallbacks[node] ?? ROOT) {
      const child = children.get(keyOf(node, unit));
      if (child !== undefined) return child;
      if (node === ROOT) return ROOT;
    }
  }
}

function buildTrie(globs: readonly IndexedGlob[]): Trie {
  const children = new Map<number, number>();
  const nodes = [{ parent: ROOT, unit: 0, depth: 0 }];
  const found = [NONE];
  for (const { glob, index } of globs) {
    const text = searchedText(glob) ?? '';
    let node = ROOT;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      const child = children.get(keyOf(node, unit)) ?? nodes.length;
      if (child === nodes.length) {
        nodes.push({ parent: node, unit, depth: at + 1 });
        found.push(NONE);
        children.set(keyOf(node, unit), child);
      }
      node = child;
    }
    found[node] = Math.min(found[node] ?? NONE, index);
  }
  const fallbacks = nodes.map(() => ROOT);
  const byDepth = [...nodes.keys()].sort((a, b) => (nodes[a]?.depth ?? 0) - (nodes[b]?.depth ?? 0));
  for (const node of byDepth) {
    const { parent = ROOT, unit = 0, depth = 0 } = nodes[node] ?? {};
    if (depth < 2) continue;
    let fallback = fallbacks[parent] ?? ROOT;
    while (fallback !== ROOT && !children.has(keyOf(fallback, unit))) fallback = fallbacks[fallback] ?? ROOT;
    fallback = children.get(keyOf(fallback, unit)) ?? ROOT;
    fallbacks[node] = fallback;
    found[node] = Math.min(found[node] ?? NONE, found[fallback] ?? NONE);
  }
  return { children, fallbacks, found };
}

const keyOf = (node: number, unit: number): number => node * 65_536 + unit;
