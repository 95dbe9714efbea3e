import { HOUR_MS } from '@sluice/contract';
import type { Random } from '../random.js';
import { releaseAt, type ShopRelease } from './shopRelease.js';
import { BROWSERS, type Browser } from './browsers.js';
import { personAt, PEOPLE_COUNT } from './people.js';

/** A visitor of the shop. */
export interface Visitor {
  readonly browser: Browser;
  readonly session: string;
  readonly environment: string;
  readonly release: ShopRelease;
  /** Address of the visitor, from a block for documentation; services see it behind a proxy that they trust. */
  readonly address: string;
  /** User contexts; empty for an anonymous visitor. */
  readonly user: Readonly<Record<string, string>>;
  /** Page that linked to the shop; `undefined` if the address was typed. */
  readonly referrer: string | undefined;
  /** Tags of all events. */
  readonly tags: Readonly<Record<string, string>>;
}

const REFERRERS: readonly (readonly [weight: number, referrer: string | undefined])[] = [
  [38, undefined],
  [30, 'https://www.google.com/'],
  [5, 'https://www.bing.com/'],
  [5, 'https://duckduckgo.com/'],
  [9, 'https://www.instagram.com/'],
  [6, 'https://newsletter.example/issues/41'],
  [4, 'https://news.ycombinator.com/item?id=45871204'],
  [3, 'https://www.pinterest.com/pin/81204391/'],
];

/** Share of visitors who are signed in. */
const SIGNED_IN = 0.55;

/** Share of the people who come back: the first ones do so most often. */
const REGULARS_EXPONENT = 2.2;

/** How much earlier a release reaches staging. */
const STAGING_LEAD_MS = 40 * HOUR_MS;

/**
 * Creates a visitor: a known person, who always has the same browser, or an anonymous one; usually in production.
 * @param ageMs how long ago the visit is, which decides the release
 */
export function createVisitor(chance: Random, ageMs: number): Visitor {
  const isStaging = chance.maybe(0.06);
  const isKnown = chance.maybe(SIGNED_IN);
  const index = Math.floor(PEOPLE_COUNT * chance.share() ** REGULARS_EXPONENT);
  const person = personAt(index);
  const browser = isKnown ? person.browser : chance.weighted(BROWSERS);
  const release = releaseAt(chance, isStaging ? ageMs - STAGING_LEAD_MS : ageMs);
  const host = isKnown ? index + 1 : chance.whole(1, 254);
  return {
    browser,
    session: chance.hex(16),
    environment: isStaging ? 'staging' : 'production',
    release,
    address: `${isKnown ? '203.0.113' : chance.pick(['198.51.100', '192.0.2'])}.${host}`,
    user: isKnown ? person.contexts : {},
    referrer: chance.weighted(REFERRERS),
    tags: {
      plan: isKnown ? person.plan : 'guest',
      region: isKnown ? person.region : chance.pick(['eu', 'us', 'apac']),
    },
  };
}
