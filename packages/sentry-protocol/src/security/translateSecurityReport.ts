import { isObject, type UnknownObject } from '@sluice/contract';
import { shortTextOf } from '../event/eventFacts.js';
import { NO_TIME, refusedEvent, type SluiceEvent } from '../sluiceEvent.js';
import type { Problem } from '../problem.js';
import {
  countUntaken,
  newDraft,
  tooManyEvents,
  type Draft,
  type Translation,
  type TranslationOptions,
} from '../translation.js';
import { putContext, putUserAgent, type Contexts } from '../values/contexts.js';
import { idOfBytes } from '../values/ids.js';
import { putBlocked, readBlocked } from './readBlocked.js';

/** What the address of a security report says: `sentry_environment` and `sentry_release`. */
export interface SecurityQuery {
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
}

/**
 * Translates the body of `POST …/security/`: `{"csp-report": {…}}`, or the reports of the Reporting API, of which those of other types
 * than `csp-violation` are not taken. Yields after each report.
 */
export function* translateSecurityReport(
  bytes: Buffer,
  query: SecurityQuery,
  { parse }: Pick<TranslationOptions, 'parse'>,
): Generator<undefined, Translation | Problem> {
  const draft = newDraft();
  return (yield* addSecurityReports(draft, bytes, query, yield* parse(bytes))) ?? draft;
}

/** Adds the reports of a body to a draft. Yields after each. */
export function* addSecurityReports(
  draft: Draft,
  bytes: Buffer,
  query: SecurityQuery,
  body: unknown,
): Generator<undefined, Problem | undefined> {
  const reports: readonly unknown[] = Array.isArray(body) ? body : [body];
  const problem = tooManyEvents(draft, reports.length);
  if (problem !== undefined) return problem;
  for (const report of reports) {
    const id = idOfBytes(report === body ? bytes : JSON.stringify(report));
    if (isObject(report) && !isPolicyReport(report)) countUntaken(draft, report['type'] ?? Object.keys(report)[0]);
    else {
      draft.events.push(translateReport(report, query, id));
      draft.id ??= id;
    }
    yield;
  }
  return undefined;
}

/** Whether a report is about a Content Security Policy, and not about certificates, deprecations or the network. */
const isPolicyReport = (report: UnknownObject): boolean =>
  'csp-report' in report || report['type'] === 'csp-violation' || readBlocked(report) !== undefined;

function translateReport(report: unknown, { environment, release }: SecurityQuery, id: string): SluiceEvent {
  const given = isObject(report) ? report : {};
  const blocked = readBlocked(given['csp-report'] ?? given['body'] ?? given);
  if (blocked === undefined) {
    return refusedEvent('exception', 'The body is not a report of a Content Security Policy that names a directive.');
  }
  const contexts: Contexts = {};
  putContext(contexts, 'environment', shortTextOf(environment));
  putContext(contexts, 'release', shortTextOf(release));
  putContext(contexts, 'event.id', id);
  putUserAgent(contexts, given['user_agent']);
  putBlocked(contexts, blocked);
  return { type: 'exception', timestamp: NO_TIME, contexts, payload: blocked.payload };
}
