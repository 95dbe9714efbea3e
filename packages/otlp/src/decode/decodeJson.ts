import { isObject, type UnknownObject } from '@sluice/contract';
import type { Decoded, OtlpProblem, OtlpSignal } from '../event.js';
import { RECORD_LISTS } from '../recordLists.js';

/**
 * Returns a request in JSON whose resources and scopes are lists of objects, or absent. Its records are lists, or absent; their
 * elements are unchecked.
 *
 * @param parsed `undefined` if the body is not JSON
 */
export function decodeJson(signal: OtlpSignal, parsed: unknown): Decoded | OtlpProblem {
  if (!isObject(parsed)) return problemOf('The body is not a JSON object.');
  let parents: readonly UnknownObject[] = [parsed];
  const [resources, scopes, records] = RECORD_LISTS[signal];
  for (const name of [resources, scopes]) {
    const children = parents.map((parent) => parent[name] ?? []);
    const wrong = children.find((list) => !Array.isArray(list) || !list.every(isObject));
    if (wrong !== undefined) return problemOf(`"${name}" is not a list of objects.`);
    parents = children.flat() as UnknownObject[];
  }
  if (!parents.every((scope) => Array.isArray(scope[records] ?? []))) return problemOf(`"${records}" is not a list.`);
  return { request: parsed };
}

const problemOf = (problem: string): OtlpProblem => ({ status: 400, problem });
