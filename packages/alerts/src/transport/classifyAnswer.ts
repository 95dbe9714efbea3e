import { HOUR_MS, MINUTE_MS } from '@sluice/contract';
import type { RequestKind } from '../renderedRequest.js';
import { jsonFields, retryAfter } from './retryAfter.js';
import type { HttpAnswer } from './sendRequest.js';

/** What an answer means for the delivery. */
export type AnswerClass =
  | { readonly result: 'sent' }
  /** The same request may succeed later. */
  | { readonly result: 'retry'; readonly retryAfterMs: number | undefined }
  /** It never will. `destination`: the destination accepts no message; `message`: it may accept others. */
  | { readonly result: 'dead'; readonly scope: 'destination' | 'message' };

type Scope = 'destination' | 'message' | undefined;

/** Returns whether an answer is permanent, and for what, by what each platform documents. 3xx, 429 and 5xx never are. */
const PERMANENT: Readonly<Record<RequestKind, (status: number, body: string) => Scope>> = {
  // By the specification. A 404 may be a deployment.
  webhook: (status) => (status === 410 ? 'destination' : undefined),
  slack: (status, body) =>
    gone(status, [403, 404, 410]) ??
    (/\b(?:no_service|no_team|invalid_token|team_disabled)\b/.test(body) ? 'destination' : refused(status)),
  discord: (status) => gone(status, [401, 403, 404]) ?? refused(status),
  teams: (status) => gone(status, [401, 403, 404, 410]) ?? refused(status),
  telegram: (status, body) =>
    gone(status, [401, 403, 404]) ??
    (status === 400 && /chat not found|migrate_to_chat_id/.test(body) ? 'destination' : refused(status)),
  mattermost: (status, body) =>
    gone(status, [401, 403, 404, 501]) ??
    (status === 400 && /invalid webhook/i.test(body) ? 'destination' : refused(status)),
  ntfy: (status, body) =>
    gone(status, [401, 403, 404]) ?? (/"code":400(?:09|10)\b/.test(body) ? 'destination' : refused(status)),
  google_chat: (status) => gone(status, [401, 403, 404]) ?? refused(status),
  pagerduty: (status, body) =>
    gone(status, [401, 403, 404]) ?? (status === 400 && /routing.?key/i.test(body) ? 'destination' : refused(status)),
  opsgenie: (status) => gone(status, [401, 403, 404]) ?? refused(status),
};

const gone = (status: number, permanent: readonly number[]): Scope =>
  permanent.includes(status) ? 'destination' : undefined;
const refused = (status: number): Scope => ([400, 413, 422].includes(status) ? 'message' : undefined);

/** Interprets the answer of a platform. Pure. */
export function classifyAnswer(kind: RequestKind, answer: HttpAnswer, nowMs: number): AnswerClass {
  const { status, body } = answer;
  // Teams has reported its own limit inside of a success.
  const isHidden = kind === 'teams' && /HTTP error 429/.test(body);
  if (status >= 200 && status < 300 && !isHidden) return { result: 'sent' };
  const scope = PERMANENT[kind](status, body);
  if (scope !== undefined) return { result: 'dead', scope };
  return { result: 'retry', retryAfterMs: retryAfter(answer, nowMs) ?? pauseOf(kind, answer) };
}

/** How long platforms want clients to wait that do not say so in the answer. */
function pauseOf(kind: RequestKind, { status, body }: HttpAnswer): number | undefined {
  if (status !== 429) return undefined;
  // The limit of a day.
  if (kind === 'ntfy' && jsonFields(body)['code'] === 42908) return 3 * HOUR_MS;
  return kind === 'pagerduty' ? 2 * MINUTE_MS : undefined;
}
