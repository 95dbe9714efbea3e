import { errorBody } from '@sluice/contract';
import type { Refusal } from './refusal.js';

/** What a request gets. `hang_up`: nobody knows whether it happened, so the connection ends without an answer. */
export type Answer = HttpAnswer | 'hang_up';

/** A status, headers in lower case beside those of every answer, and a JSON text. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer to a request that is refused as a whole. */
export const answerRefusal = ({ status, code, message, headers }: Refusal): HttpAnswer => ({
  status,
  headers,
  body: JSON.stringify(errorBody(code, message)),
});
