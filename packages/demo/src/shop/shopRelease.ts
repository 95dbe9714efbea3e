import { HOUR_MS } from '@sluice/contract';
import type { Random } from '../random.js';

/** A release of the shop's pages. */
export interface ShopRelease {
  readonly version: string;
  /** Hours from its deployment to now. */
  readonly deployedHoursAgo: number;
  readonly ref: string;
  readonly notes: string;
  /** Part of the file names of its build. */
  readonly hash: string;
  /** Whether the demo uploads its source maps. */
  readonly hasMaps: boolean;
}

/** Hours in which two thirds of the visitors get a new release. */
const ADOPTION_HOURS = 7;

/** Most visitors that a new release reaches; pages stay open in tabs for days. */
const ADOPTION_LIMIT = 0.78;

/** Newest first. `shop@1.3.0` is the bad one; the maps of `shop@1.2.3` are missing. */
export const SHOP_RELEASES = [
  {
    version: 'shop@1.3.0',
    deployedHoursAgo: 38,
    ref: '9c41f0e2b7d85a6634c1e0f7a9d25b8810fe3c47',
    notes: 'Discounts per line, recommendations in the cart, new payment client.',
    hash: 'c4a91e07',
    hasMaps: true,
  },
  {
    version: 'shop@1.2.4',
    deployedHoursAgo: 9 * 24,
    ref: '2b7d85a6634c1e0f7a9d25b8810fe3c479c41f0e',
    notes: 'Fixes the gallery of products with one image.',
    hash: '91ab07c3',
    hasMaps: true,
  },
  {
    version: 'shop@1.2.3',
    deployedHoursAgo: 23 * 24,
    ref: '634c1e0f7a9d25b8810fe3c479c41f0e2b7d85a6',
    notes: 'Search by category.',
    hash: '77ce02d4',
    hasMaps: false,
  },
] as const satisfies readonly ShopRelease[];

/** Versions of the shop's other services. */
export const SERVICE_RELEASES = { api: 'shop-api@2.8.1', worker: 'shop-worker@0.9.4' } as const;

/**
 * Returns the release that a visitor has. @param ageMs how long ago the visit is; a release is unknown before its
 * deployment and reaches visitors gradually
 */
export function releaseAt(chance: Random, ageMs: number): ShopRelease {
  for (const release of SHOP_RELEASES.slice(0, -1)) {
    const hours = release.deployedHoursAgo - ageMs / HOUR_MS;
    if (hours > 0 && chance.maybe(ADOPTION_LIMIT * (1 - Math.exp(-hours / ADOPTION_HOURS)))) return release;
  }
  return SHOP_RELEASES[SHOP_RELEASES.length - 1] ?? SHOP_RELEASES[0];
}
