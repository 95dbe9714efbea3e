import type { PausableTask } from '@sluice/runtime';
import type { JsonSink } from './jsonSinks.js';
import { endOfString } from './scanJson.js';

/** Characters that are parsed at once, in less than a millisecond. */
const PIECE = 65_536;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/** A list or an object whose end was not found yet. */
interface Container {
  readonly isObject: boolean;
  /** Position of its bracket. */
  readonly start: number;
  /** Start of the current element, and the first colon in it or -1. */
  elementStart: number;
  colon: number;
  /** Where its elements go. Set once the container is too large for one piece. */
  sink?: JsonSink;
  /** Start of the text that no sink was given yet; used with a sink only. */
  pieceStart: number;
  /** Whether the current element had a sink of its own. */
  isElementRead: boolean;
}

/**
 * Reads the text of a list or an object piece by piece, and returns the value of its sink. Yields after each piece. Containers that are
 * larger than a piece have sinks of their own; everything else reaches a sink as text that it parses. Takes linear time, and no
 * recursion.
 *
 * @param sinkOf returns the sink of the outer list or object
 * @throws SyntaxError if the text is not the JSON of a list or an object
 */
export function* parseInSteps(text: string, sinkOf: (isObject: boolean) => JsonSink): PausableTask<unknown> {
  const stack: Container[] = [];
  const withSinks: Container[] = [];
  let container: Container | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      const isOuter = container === undefined;
      container = open(code === OPEN_OBJECT, at);
      if (isOuter) addSink(container, sinkOf(container.isObject));
      stack.push(container);
    } else if (container === undefined) continue;
    else if (code === COLON) {
      if (container.colon < 0) container.colon = at;
    } else if (code === COMMA) {
      if (endElement(container, at)) yield;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (container.isObject !== (code === CLOSE_OBJECT)) throw new SyntaxError('brackets do not match');
      const closed: Container = container;
      stack.pop();
      container = stack.at(-1);
      if (closed.sink === undefined) continue;
      const value = close(closed, at);
      if (container !== undefined) continue;
      if (!isBlank(text.slice(at + 1)) || !isBlank(text.slice(0, closed.start))) break;
      return value;
    }
  }
  throw new SyntaxError('the text is not the JSON of a list or an object');

  function addSink(container: Container, sink: JsonSink): void {
    container.sink = sink;
    container.pieceStart = container.start + 1;
    withSinks.push(container);
  }

  /** Returns whether it has parsed a piece. */
  function endElement(container: Container, at: number): boolean {
    const deepest = withSinks.at(-1);
    const hasRead = deepest !== undefined && at - deepest.pieceStart >= PIECE;
    // The containers with sinks are the outermost ones.
    if (hasRead) for (const [depth, one] of stack.entries()) if (depth >= withSinks.length) addSinkWithin(depth, one);
    if (container.sink !== undefined && (hasRead || container.isElementRead)) read(container, container.sink, at);
    container.elementStart = at + 1;
    container.colon = -1;
    return hasRead;
  }

  function addSinkWithin(depth: number, container: Container): void {
    const parent = stack[depth - 1];
    if (parent?.sink === undefined) throw new Error('a list or an object has a sink before the one around it');
    if (parent.elementStart > parent.pieceStart) read(parent, parent.sink, parent.elementStart - 1);
    addSink(container, parent.sink.child(keyOf(text, parent, container.start), container.isObject));
  }

  /** Passes the text up to `end` on, which ends an element. */
  function read(container: Container, sink: JsonSink, end: number): void {
    const piece = text.slice(container.pieceStart, end);
    if (!container.isElementRead) sink.add(piece);
    else if (!isBlank(piece)) throw new SyntaxError('a comma is missing');
    container.isElementRead = false;
    container.pieceStart = end + 1;
  }

  function close(container: Container, at: number): unknown {
    const { sink, start, pieceStart } = container;
    withSinks.pop();
    if (sink === undefined) throw new Error('a list or an object without a sink is closed');
    const isEmpty = pieceStart === start + 1 && isBlank(text.slice(pieceStart, at));
    if (!isEmpty || container.isElementRead) read(container, sink, at);
    const parent = stack.at(-1);
    const value = sink.end(() => text.slice(start, at + 1));
    if (parent?.sink === undefined) return value;
    parent.sink.endChild(value);
    parent.isElementRead = true;
    parent.pieceStart = at + 1;
    return value;
  }
}

/** Returns the key of a container in an object; `undefined` in a list. */
function keyOf(text: string, { isObject, elementStart, colon }: Container, start: number): string | undefined {
  if (!isBlank(text.slice(isObject ? colon + 1 : elementStart, start))) throw new SyntaxError('a comma is missing');
  if (!isObject) return undefined;
  const key = colon < 0 ? undefined : (JSON.parse(text.slice(elementStart, colon)) as unknown);
  if (typeof key !== 'string') throw new SyntaxError('a key is not a string');
  return key;
}

const open = (isObject: boolean, at: number): Container => ({
  isObject,
  start: at,
  elementStart: at + 1,
  colon: -1,
  pieceStart: at + 1,
  isElementRead: false,
});

const isBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text);
