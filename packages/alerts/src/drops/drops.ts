import { backlog } from './backlog.js';
import { byteQuota } from './byteQuota.js';
import { disabledKey } from './disabledKey.js';
import type { DropKindOf } from './drop.js';
import { filter } from './filter.js';
import { hourlyCap } from './hourlyCap.js';
import { losses } from './losses.js';
import { monthlyQuota } from './monthlyQuota.js';
import { refusedOrigin } from './refusedOrigin.js';
import { silence } from './silence.js';
import { spikeCap } from './spikeCap.js';
import { tokenExpiry } from './tokenExpiry.js';
import { unmappedRelease } from './unmappedRelease.js';

/** What rules about drops report, in the order of forms. A kind is described by its own file only. */
export const DROPS = [
  spikeCap,
  hourlyCap,
  byteQuota,
  monthlyQuota,
  filter,
  disabledKey,
  refusedOrigin,
  backlog,
  losses,
  silence,
  unmappedRelease,
  tokenExpiry,
] as const;

/** A kind of drop. */
export type DropKind = (typeof DROPS)[number]['kind'];

const BY_KIND: ReadonlyMap<string, DropKindOf<string>> = new Map(DROPS.map((drop) => [drop.kind, drop]));

/** Returns the kind of drop with this name, or `undefined`. */
export const dropOf = (kind: string): DropKindOf<string> | undefined => BY_KIND.get(kind);
