import { rowsIn, type ApiClient, type WireObject } from '../api.js';

/** Waits until a list has this many rows, and returns them. */
export async function foundIn(
  api: ApiClient,
  path: string,
  { count = 1, ...query }: Readonly<Record<string, string | number>> & { readonly count?: number },
): Promise<readonly WireObject[]> {
  const { data } = await api.until(path, { limit: 100, ...query }, (body) => rowsIn(body['data']).length >= count);
  return rowsIn(data);
}

/** Waits until the exception with this id of an SDK is stored, and returns it with its details. */
export async function exceptionOf(api: ApiClient, eventId: string): Promise<WireObject> {
  const [{ id } = {}] = await foundIn(api, 'exceptions', { eventId });
  return api.get(`exceptions/${String(id)}`);
}
