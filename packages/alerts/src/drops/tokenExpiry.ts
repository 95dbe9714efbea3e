import { DAY_MS } from '@sluice/contract';
import { text } from '../words/details.js';
import { iso, type Drop, type DropKindOf, type DropSearch } from './drop.js';
import type { ExpiringToken } from './dropFacts.js';

const WEEK_MS = 7 * DAY_MS;

/** Days before its end on which a token is reported. */
const EXPIRY_DAYS = [1, 7];

/** Includes tokens that expired since the last evaluation: their last firing may be missing. */
const search: DropSearch = {
  name: 'expiring_tokens',
  find: async (facts, _rules, { nowMs, sinceMs }) => ({
    drops: tokenDrops(await facts.expiringTokens(sinceMs, nowMs + WEEK_MS), nowMs),
    untilMs: nowMs,
  }),
};

/**
 * Returns the tokens that expire: once a week and once a day before they expire, unless their whole lifetime is shorter. An expired token counts as
 * one in its last day.
 */
export const tokenDrops = (tokens: readonly ExpiringToken[], nowMs: number): readonly Drop[] =>
  tokens.flatMap(({ organizationId, id, hint, createdMs, expiresMs }) => {
    const days = EXPIRY_DAYS.find((one) => expiresMs - nowMs <= one * DAY_MS);
    if (days === undefined || expiresMs - createdMs <= days * DAY_MS) return [];
    const about = { kind: 'token_expiry', organizationId, projectId: null, what: id } as const;
    const expiresAt = iso(expiresMs);
    const occurrence = `${expiresAt} ${days}`;
    return [{ ...about, occurrence, lastMs: expiresMs, details: { hint, expiresAt, days } }];
  });

/** A token of the organization is about to expire. */
export const tokenExpiry: DropKindOf<'token_expiry'> = {
  kind: 'token_expiry',
  when: 'a token is about to expire',
  label: 'Token expires',
  title: 'A token is about to expire',
  plural: 'tokens expire',
  search,
  isOfOrganization: true,
  lasts: true,
  severity: () => 'info',
  page: (pages) => pages.tokens(),
  reason: (details, at) => {
    const expiresAt = text(details, 'expiresAt');
    const [token, day] = [text(details, 'hint'), expiresAt.slice(0, 10)];
    if (at === undefined) return `The expiry date of the token ${token} is ${day}.`;
    return `The token ${token} ${Date.parse(expiresAt) <= at.getTime() ? 'expired' : 'expires'} on ${day}.`;
  },
};
