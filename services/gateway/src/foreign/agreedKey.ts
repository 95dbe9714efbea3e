import { chooseKey, type ServiceKey } from '../http/authenticate.js';

/** The keys that a request names in its headers and in its address. */
export interface NamedKeys {
  readonly inHeader: readonly string[];
  readonly inUrl: readonly string[];
}

/** Returns the key of a request in another format; `undefined` if there is none, or if any two differ. */
export function agreedKey({ inHeader, inUrl }: NamedKeys): ServiceKey | undefined {
  const keys = new Set([...inHeader, ...inUrl].map((key) => key.toLowerCase()));
  return keys.size > 1 ? undefined : chooseKey(inHeader, inUrl);
}
