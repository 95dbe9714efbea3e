import { cut, isObject, LIMITS } from '@sluice/contract';
import { putContext, putUserAgent, type Contexts } from '../values/contexts.js';
import { jsonTextOf, pairsOf, textOf } from '../values/read.js';

/** Sets the contexts of the request that an event belongs to. Its `env` is not stored. */
export function putRequest(contexts: Contexts, request: unknown): void {
  if (!isObject(request)) return;
  putContext(contexts, 'url', textOf(request['url']));
  putContext(contexts, 'http.method', textOf(request['method']));
  putContext(contexts, 'http.query', queryOf(request['query_string']));
  const headers = fieldsOf(request['headers']);
  putUserAgent(contexts, headers?.find(isUserAgent)?.[1]);
  const others = headers?.filter((header) => !isUserAgent(header)) ?? [];
  if (others.length > 0) putContext(contexts, 'http.headers', objectFrom(others));
  const { cookies } = request;
  const fields = fieldsOf(cookies);
  putContext(contexts, 'http.cookies', fields === undefined ? textOf(cookies) : objectFrom(fields));
  const body = jsonTextOf(request['data']);
  if (body !== undefined && body !== '') putContext(contexts, 'http.body', cut(body, LIMITS.cutContextValue));
}

type Field = readonly [name: string, value: string];

const isUserAgent = ([name]: Field): boolean => name.toLowerCase() === 'user-agent';

/** Returns the fields of an object or of a list of pairs, several values of one joined; `undefined` if there are none. */
function fieldsOf(given: unknown): readonly Field[] | undefined {
  const fields = pairsOf(given).flatMap(([name, value]): Field[] => {
    const text = Array.isArray(value) ? value.map((each) => jsonTextOf(each) ?? '').join(', ') : jsonTextOf(value);
    return text === undefined ? [] : [[name, text]];
  });
  return fields.length === 0 ? undefined : fields;
}

/** Returns an object of fields, several fields of one name joined. */
function objectFrom(fields: readonly Field[]): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (const [name, value] of fields) {
    const earlier = joined.get(name);
    joined.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(joined);
}

function queryOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query === '' ? undefined : query;
  const text = new URLSearchParams(fieldsOf(query)?.map(([name, value]): [string, string] => [name, value])).toString();
  return text === '' ? undefined : text;
}
