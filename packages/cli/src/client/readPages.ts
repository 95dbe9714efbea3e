import { text, wire, wires, type Wire } from '../output/cells.js';
import type { ApiClient } from './apiClient.js';
import type { ApiRequest } from './apiRequest.js';

/** A list's answer, with its fields as the API names them. */
export interface ListBody {
  readonly data: readonly Wire[];
  readonly next: string | null;
  readonly scannedTo: string | null;
}

/** A list's answer as far as it is one. */
export function listBody(body: unknown): ListBody {
  const { data, next, scannedTo } = wire(body);
  return {
    data: wires(data),
    next: typeof next === 'string' ? next : null,
    scannedTo: typeof scannedTo === 'string' ? text(scannedTo) : null,
  };
}

/** Where following a list ends. */
export interface PageBounds {
  readonly rows: number;
  readonly pages: number;
}

/**
 * Follows a list's pages into one answer, in its order, until it ends or a bound is met; then `next` goes on from there.
 * Pages may be empty: a list that is filtered says how far it looked.
 */
export async function readPages(
  client: ApiClient,
  request: ApiRequest,
  { rows, pages }: PageBounds,
): Promise<ListBody> {
  const data: Wire[] = [];
  let last: ListBody = { data, next: request.query?.['cursor'] ?? null, scannedTo: null };
  for (let page = 0; page < pages && data.length < rows; page += 1) {
    const query = { ...request.query, cursor: last.next ?? undefined };
    last = listBody((await client.call({ ...request, query })).body);
    data.push(...last.data);
    if (last.next === null) break;
  }
  return { ...last, data };
}
