import { text, wire, wires, type Wire } from '../output/cells.js';
import type { ApiClient } from './apiClient.js';
import type { ApiRequest } from './apiRequest.js';

/** A list response with the fields of the API. */
export interface ListBody {
  readonly data: readonly Wire[];
  readonly next: string | null;
  readonly scannedTo: string | null;
}

/** Reads a list response leniently. */
export function listBody(body: unknown): ListBody {
  const { data, next, scannedTo } = wire(body);
  return {
    data: wires(data),
    next: typeof next === 'string' ? next : null,
    scannedTo: typeof scannedTo === 'string' ? text(scannedTo) : null,
  };
}

/** Limits of following a list. */
export interface PageBounds {
  readonly rows: number;
  readonly pages: number;
}

/**
 * Follows the pages of a list and returns them as one response, until the list ends or a limit is reached; then `next`
 * continues from there. Pages of a filtered list may be empty.
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
