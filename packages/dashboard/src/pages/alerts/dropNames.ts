import type { ConditionOf } from './alertTypes';

/** Something that is dropped, missing or about to expire. */
export type DropKind = ConditionOf<'drops'>['of'][number];

/** What happens, as the end of "when …". */
export const DROP_NAMES: Readonly<Record<DropKind, string>> = {
  spike_cap: 'spike protection refuses events',
  hourly_cap: 'the hourly cap is reached',
  byte_quota: 'the byte quota of an hour is used up',
  monthly_quota: 'a monthly quota is used to 80 % or 100 %',
  filter: 'a filter starts to drop many events',
  disabled_key: 'a disabled key is used',
  refused_origin: 'an origin is refused',
  backlog: 'workers are behind and refuse events',
  losses: 'acknowledged events are lost',
  silence: 'the project falls silent',
  unmapped_release: 'a release has no source maps',
  token_expiry: 'a token is about to expire',
};

/** Every kind, in the order of the form. */
export const DROP_KINDS = Object.keys(DROP_NAMES) as readonly DropKind[];

/** Those that concern the whole organization: a rule of one project never sees them. */
export const ORGANIZATION_DROPS: readonly DropKind[] = ['monthly_quota', 'losses', 'token_expiry'];
