import type { ResponseHeaders } from '../../servers/markReported.js';

/** Headers in the arguments of `writeHead`. */
interface GivenHeaders extends ResponseHeaders {
  /** Returns the arguments with the current headers. */
  readonly args: () => unknown[];
}

/**
 * Reads headers passed to `writeHead`: an object, an alternating array or an array of pairs. Changes apply to a copy of the same
 * form.
 *
 * @returns `undefined` if there are no headers, or they have another form
 */
export function givenHeaders(args: readonly unknown[]): GivenHeaders | undefined {
  const index = typeof args[1] === 'string' || args[2] ? 2 : 1;
  const given = args[index];
  const form = formOf(given);
  if (form === undefined) return undefined;
  const entries = form.read(given as never);
  const find = (name: string): [unknown, unknown] | undefined =>
    entries.find(([key]) => String(key).toLowerCase() === name.toLowerCase());
  return {
    get: (name) => find(name)?.[1],
    set: (name, value) => {
      const entry = find(name);
      if (entry) entry[1] = value;
      else entries.push([name, value]);
    },
    args: () => args.map((argument, at) => (at === index ? form.write(entries) : argument)),
  };
}

interface Form {
  readonly read: (given: never) => [unknown, unknown][];
  readonly write: (entries: readonly [unknown, unknown][]) => unknown;
}

const OBJECT: Form = {
  read: (given: object) => Object.entries(given),
  write: (entries) => Object.fromEntries(entries as [string, unknown][]),
};

const PAIRS: Form = {
  read: (given: readonly [unknown, unknown][]) => given.map(([name, value]) => [name, value]),
  write: (entries) => entries,
};

const FLAT: Form = {
  read: (given: readonly unknown[]) =>
    given.flatMap((name, at): [unknown, unknown][] => (at % 2 === 0 ? [[name, given[at + 1]]] : [])),
  write: (entries) => entries.flat(),
};

function formOf(given: unknown): Form | undefined {
  if (!Array.isArray(given)) return Object(given) === given ? OBJECT : undefined;
  if (Array.isArray(given[0])) return PAIRS;
  return given.length % 2 === 0 ? FLAT : undefined;
}
