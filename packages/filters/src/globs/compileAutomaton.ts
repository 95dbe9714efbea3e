import type { CharacterSet, Glob } from '@sluice/contract';
import { classifyCharacters, setsOf } from './characterSets.js';
import type { FindGlob, IndexedGlob } from './findGlob.js';

/** Bits of one automaton that runs all globs of a list at once (Baeza-Yates and Gonnet, 1992: Shift-And). */
interface Automaton {
  readonly words: number;
  readonly classOf: (unit: number) => number;
  /** For each class of characters, the states that one of them leads to the next state. */
  readonly accepted: Int32Array;
  /** The states at which a `*` stands: any character leads back to them. */
  readonly loops: Int32Array;
  readonly start: Int32Array;
  /** For each glob, its index in the list and its last state. */
  readonly ends: readonly { readonly index: number; readonly state: number }[];
}

/** Compiles globs into an automaton: a character costs a step per 32 states, of which a glob has one per character. */
export function compileAutomaton(globs: readonly IndexedGlob[]): FindGlob {
  const automaton = build(globs);
  return (text, below) => {
    const states = run(automaton, text);
    return automaton.ends.find(({ index, state }) => index < below && hasBit(states, state))?.index ?? below;
  };
}

function run({ words, classOf, accepted, loops, start }: Automaton, text: string): Int32Array {
  const states = start.slice();
  for (let at = 0; at < text.length; at += 1) {
    const row = classOf(text.charCodeAt(at)) * words;
    let carry = 0;
    for (let word = 0; word < words; word += 1) {
      const now = states[word] ?? 0;
      const moved = now & (accepted[row + word] ?? 0);
      states[word] = (moved << 1) | carry | (now & (loops[word] ?? 0));
      carry = moved >>> 31;
    }
  }
  return states;
}

function build(globs: readonly IndexedGlob[]): Automaton {
  const parts = globs.map(({ glob, index }) => ({ index, sets: glob.flatMap(setsOf), loops: loopsOf(glob) }));
  const { count, classOf } = classifyCharacters(parts.flatMap(({ sets }) => sets));
  const words = Math.ceil(parts.reduce((sum, { sets }) => sum + sets.length + 1, 0) / 32);
  const accepted = new Int32Array(count * words);
  const accept = (set: CharacterSet, state: number): void => {
    const write = (isIn: boolean, from: number, to: number): void => {
      for (let row = from; row <= to; row += 1) setBit(accepted, row * words * 32 + state, isIn);
    };
    if (set.isNegated) write(true, 0, count - 1);
    for (const [from, to] of set.ranges) write(!set.isNegated, classOf(from.charCodeAt(0)), classOf(to.charCodeAt(0)));
  };
  const loops = new Int32Array(words);
  const start = new Int32Array(words);
  const ends: { index: number; state: number }[] = [];
  let first = 0;
  for (const { index, sets, loops: ofGlob } of parts) {
    setBit(start, first);
    for (const loop of ofGlob) setBit(loops, first + loop);
    for (const [position, set] of sets.entries()) accept(set, first + position);
    ends.push({ index, state: first + sets.length });
    first += sets.length + 1;
  }
  return { words, classOf, accepted, loops, start, ends };
}

/** Returns the positions of the `*` of a glob: after how many characters of it each stands. */
function loopsOf(glob: Glob): readonly number[] {
  let at = 0;
  return glob.slice(0, -1).map(({ length }) => (at += length));
}

const hasBit = (bits: Int32Array, at: number): boolean => (((bits[at >> 5] ?? 0) >>> (at & 31)) & 1) === 1;

function setBit(bits: Int32Array, at: number, isSet = true): void {
  const others = (bits[at >> 5] ?? 0) & ~(1 << (at & 31));
  bits[at >> 5] = isSet ? others | (1 << (at & 31)) : others;
}
