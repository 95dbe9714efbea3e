/** Values written as JSON, or as Node prints objects. */
const BLOB = /^\s{0,100}(?:\[\s{0,100}\{|\{)/;

/** Strings, also those that are cut; words and numbers; and what structures them. */
const TOKEN = /"((?:[^"\\\n]|\\.)*)"?|'((?:[^'\\\n]|\\.)*)'?|`((?:[^`\\]|\\.)*)`?|([\w$.-]+(?:'\w+)*)|[{}[\]:]/g;

/** Names of what says what went wrong, the best last. */
const SAYING: readonly string[] = [
  'errors',
  'title',
  'error',
  'reason',
  'detail',
  'error_description',
  'msg',
  'message',
];
const STATUS = /^(?:status|status_?code|http_?status|code)$/i;
/** An error in a value is nearer to its top level than other parts. */
const ERROR = /^(?:errors?|err|exception)$/i;

/** An object or array of a value. */
interface Part {
  readonly level: number;
  readonly parent: Part | undefined;
  /** What it was named. */
  readonly name: string;
  readonly isArray: boolean;
  /** Where in the input the error is, as Zod and GraphQL say it. */
  readonly path: string[];
}

interface Said {
  readonly text: string;
  readonly rank: number;
  readonly distance: number;
  readonly part: Part;
}

interface Reading {
  readonly said: Said | undefined;
  readonly status: { readonly value: string; readonly level: number } | undefined;
}

/**
 * Returns what a value in JSON says: the message nearest to its top level, behind its path and before its status; `undefined` for
 * other texts, and for values without a message.
 */
export function blobLine(text: string): string | undefined {
  if (!BLOB.test(text)) return undefined;
  const { said, status } = read(text);
  if (said === undefined) return undefined;
  const { text: message, part } = said;
  const known = status === undefined || status.level > part.level || message.includes(status.value);
  return `${part.path.length === 0 ? '' : `${part.path.join('.')}: `}${message}${known ? '' : ` (${status.value})`}`;
}

function read(text: string): Reading {
  let part: Part | undefined;
  let name = '';
  let last = '';
  let reading: Reading = { said: undefined, status: undefined };
  for (const token of text.matchAll(TOKEN)) {
    const [mark] = token;
    const quoted = token[1] ?? token[2] ?? token[3];
    const value = quoted ?? token[4];
    if (value !== undefined) {
      if (part !== undefined) reading = withValue(reading, ownerOf(part, name), value, quoted !== undefined);
      last = value;
    } else if (mark === '{' || mark === '[') part = partOf(mark === '[', name, part);
    else if (mark !== ':') part = part?.parent;
    name = mark === ':' ? last : '';
  }
  return reading;
}

function withValue({ said, status }: Reading, { part, key, isListed }: Owner, value: string, isText: boolean): Reading {
  if (isListed && key === 'path') part.path.push(value);
  const isStatus = STATUS.test(key) && /^[45]\d\d$/.test(value) && (status === undefined || part.level < status.level);
  return {
    said: isText ? better(said, key, value, part) : said,
    status: isStatus ? { value, level: part.level } : status,
  };
}

function partOf(isArray: boolean, name: string, parent: Part | undefined): Part {
  const named = name === '' && parent?.isArray === true ? parent.name : name;
  const level = parent?.level ?? 0;
  const step = ERROR.test(named) ? 0.5 : 1;
  return { level: isArray ? level : level + step, parent, name: named, isArray, path: [] };
}

interface Owner {
  readonly part: Part;
  readonly key: string;
  readonly isListed: boolean;
}

/** Values of an array belong to the object that names it: `"message": ["email must be an email"]`. */
const ownerOf = (part: Part, name: string): Owner =>
  part.isArray && part.parent !== undefined
    ? { part: part.parent, key: part.name, isListed: true }
    : { part, key: name, isListed: false };

function better(known: Said | undefined, key: string, value: string, part: Part): Said | undefined {
  const rank = SAYING.indexOf(key.toLowerCase());
  if (rank < 0 || !/\p{L}/u.test(value)) return known;
  // Also things have titles; an error inside says more.
  const distance = part.level + (key === 'title' ? 0.75 : 0);
  const isBetter =
    known === undefined || distance < known.distance || (distance === known.distance && rank > known.rank);
  return isBetter ? { text: plain(value), rank, distance, part } : known;
}

const plain = (quoted: string): string =>
  quoted
    .replace(/\\(?:[nrt]|u00[0189][\da-f]|u202[89])/gi, ' ')
    // No half of a surrogate pair.
    .replace(
      /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u(?!d[89a-f])[\da-f]{4}/gi,
      (code) => JSON.parse(`"${code}"`) as string,
    )
    .replace(/\\(.)/g, '$1')
    .trim();
