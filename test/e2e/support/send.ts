import { expect } from '@jest/globals';
import { ask, type Answer, type Ask } from './http.js';
import { type Project } from './tenant.js';

/** The counts of protocol 2.7. */
export interface Tally {
  readonly processed: number;
  readonly filtered: number;
  readonly rate_limited: number;
  readonly quota_exceeded: number;
  readonly invalid: number;
}

export const envelopePath = '/api/envelope';

/** The header that carries a key. */
export const authOf = (key: string): string => `Service service_key=${key}`;

/** Returns a full tally; missing outcomes are 0. */
export const tally = (some: Partial<Tally> = {}): Tally => ({
  processed: 0,
  filtered: 0,
  rate_limited: 0,
  quota_exceeded: 0,
  invalid: 0,
  ...some,
});

/** The body of an accepted batch, every field (protocol 2.7). */
export const accepted = (some: Partial<Tally> = {}): Tally & { success: true } => ({ success: true, ...tally(some) });

/** The body of a refused request with any message. */
export const refused = (code?: string): unknown => ({
  success: false,
  error: {
    code: code ?? (expect.stringMatching(/^[a-z][a-z0-9_]*$/) as unknown),
    message: expect.stringMatching(/\S/) as unknown,
  },
});

/** Posts these bytes as a batch with the project's key in the header. */
export function sendBytes(baseUrl: string, key: string, body: string | Uint8Array, over: Ask = {}): Promise<Answer> {
  return ask(`${baseUrl}${envelopePath}`, {
    method: 'POST',
    body,
    ...over,
    headers: { 'content-type': 'application/json', 'x-service-auth': authOf(key), ...over.headers },
  });
}

/** Posts `{ events }`. */
export const sendEvents = (
  baseUrl: string,
  project: Pick<Project, 'key'>,
  events: readonly unknown[],
  over: Ask = {},
): Promise<Answer> => sendBytes(baseUrl, project.key, JSON.stringify({ events }), over);

/** Posts `{ events }` and demands 202 with exactly this tally. */
export async function sendAccepted(
  baseUrl: string,
  project: Pick<Project, 'key'>,
  events: readonly unknown[],
  over: Ask & { readonly tally?: Partial<Tally> } = {},
): Promise<Answer> {
  const answer = await sendEvents(baseUrl, project, events, over);
  expect({ status: answer.status, body: answer.json }).toEqual({
    status: 202,
    body: accepted(over.tally ?? { processed: events.length }),
  });
  return answer;
}

const groupGrammar = /^(\d+):((?:exception|log|span|hit|replay)(?:;(?:exception|log|span|hit|replay))*)$/;

/** Parses `X-Service-Rate-Limits` to type → seconds. @throws if it violates the grammar, the order or the grouping */
export function holdOffs(answer: Answer): Record<string, number> {
  const header = answer.headers['x-service-rate-limits'];
  if (header === undefined) return {};
  const order = ['exception', 'log', 'span', 'hit', 'replay'];
  const found: Record<string, number> = {};
  const seen = new Set<number>();
  for (const group of header.split(', ')) {
    const [, seconds, types] = groupGrammar.exec(group) ?? [];
    if (seconds === undefined || types === undefined) throw new Error(`bad group "${group}" in "${header}"`);
    if (seen.has(Number(seconds))) throw new Error(`equal seconds in two groups: "${header}"`);
    seen.add(Number(seconds));
    const names = types.split(';');
    const sorted = [...names].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    if (sorted.join() !== names.join()) throw new Error(`types out of order: "${header}"`);
    for (const name of names) {
      if (name in found) throw new Error(`${name} twice: "${header}"`);
      found[name] = Number(seconds);
    }
  }
  return found;
}
