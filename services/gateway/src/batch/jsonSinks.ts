import { cleanString, cleanStrings, mayNeedCleaning } from './cleanStrings.js';
import { isObject, type UnknownObject } from './jsonObject.js';

/** Where the elements of a large list or object go. */
export interface JsonSink {
  /** Parses elements, separated by commas and without the brackets around them. @throws SyntaxError if they are not JSON, or empty */
  readonly add: (piece: string) => void;
  /** Returns the sink of an element that is large itself. @param key in an object */
  readonly child: ChildSinks;
  /** Takes the value of the last {@link child}. */
  readonly endChild: (value: unknown) => void;
  /** Returns the value of the list or object. @param source returns its text */
  readonly end: (source: () => string) => unknown;
}

/** Parses elements as a list or an object. @throws SyntaxError if they are not JSON, or empty */
function parsePiece(piece: string, isMembers: boolean): readonly unknown[] | UnknownObject {
  const value = JSON.parse(isMembers ? `{${piece}}` : `[${piece}]`) as readonly unknown[] | UnknownObject;
  if (Object.keys(value).length === 0) throw new SyntaxError('an element is missing');
  return value;
}

/** Returns the sink of an element. @param key in an object */
type ChildSinks = (key: string | undefined, isObject: boolean) => JsonSink;

/** Returns a sink whose value is that of `JSON.parse`. @param childOf returns the sinks of its elements */
export function createValueSink(
  isMembers: boolean,
  childOf: ChildSinks = (_key, isObject) => createValueSink(isObject),
): JsonSink {
  const list: unknown[] = [];
  const members: Record<string, unknown> = {};
  let childKey: string | undefined;
  const put = (key: string, value: unknown): void => {
    // JSON may have a member of this name, too.
    if (key !== '__proto__') members[key] = value;
    else Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
  };
  return {
    add: (piece) => {
      const parsed = parsePiece(piece, isMembers);
      if (Array.isArray(parsed)) for (const element of parsed) list.push(element);
      else for (const key of Object.keys(parsed)) put(key, (parsed as UnknownObject)[key]);
    },
    child: (key, isChildMembers) => {
      childKey = key;
      return childOf(key, isChildMembers);
    },
    endChild: (value) => {
      if (childKey === undefined) list.push(value);
      else put(childKey, value);
    },
    end: () => (isMembers ? members : list),
  };
}

/** A list that was checked, and kept as text only. */
export interface CheckedList {
  readonly text: string;
  /** Whether the text differs from the one that was read. */
  readonly isRewritten: boolean;
  /** Its first and last element. Of an element that is larger than a piece only `timestamp` is known. */
  readonly first: unknown;
  readonly last: unknown;
}

/**
 * Returns a sink that checks the elements of a list instead of keeping them. Elements with strings that cannot be
 * stored are written again without them.
 *
 * @param isCompact whether the text may stay as it is; otherwise all of it is written again
 * @param finish returns the value of the sink
 */
export function createCheckingSink(isCompact: boolean, finish: (list: CheckedList) => unknown): JsonSink {
  const out: string[] = [];
  let isRewritten = !isCompact;
  const ends: { first?: unknown; last?: unknown } = {};

  const write = (piece: string, parsed: readonly unknown[] | UnknownObject): string => {
    const cleaned = mayNeedCleaning(piece) ? cleanStrings(parsed) : parsed;
    if (isCompact && cleaned === parsed) return piece;
    isRewritten = true;
    return JSON.stringify(cleaned).slice(1, -1);
  };
  const sinkOf = (isMembers: boolean, depth: number, prefix: string): JsonSink => {
    const mark = out.length;
    out.push(`${prefix}${isMembers ? '{' : '['}`);
    let [separator, isDropped] = ['', false];
    let timestamp: unknown;
    const addText = (piece: string): void => {
      if (piece !== '') out.push(`${separator}${piece}`);
      if (piece !== '') separator = ',';
    };
    const addElements = (elements: readonly unknown[]): void => {
      if (depth > 0) return;
      if (!('first' in ends)) ends.first = elements[0];
      ends.last = elements.at(-1);
    };
    return {
      add: (piece) => {
        const parsed = parsePiece(piece, isMembers);
        if (Array.isArray(parsed)) addElements(parsed);
        else if (Object.hasOwn(parsed, 'timestamp')) timestamp = (parsed as UnknownObject)['timestamp'];
        addText(write(piece, parsed));
      },
      child: (key, isChildMembers) => {
        const name = key === undefined ? undefined : cleanString(key);
        if (name !== key) isRewritten = true;
        const before = separator;
        separator = ',';
        isDropped = name === '__proto__';
        if (isDropped) separator = before;
        return sinkOf(isChildMembers, depth + 1, `${before}${name === undefined ? '' : `${JSON.stringify(name)}:`}`);
      },
      endChild: (value) => {
        addElements([value]);
        if (!isDropped || !isObject(value)) return;
        isRewritten = true;
        out.length = value['mark'] as number;
      },
      end: (source) => {
        out.push(isMembers ? '}' : ']');
        if (depth > 0) return { mark, timestamp };
        const list: CheckedList = {
          first: undefined,
          last: undefined,
          ...ends,
          text: isRewritten ? out.join('') : source(),
          isRewritten,
        };
        return finish(list);
      },
    };
  };
  return sinkOf(false, 0, '');
}
