import { EVENT_TYPES, type EventType } from '@sluice/contract';

/** Sentry's categories of the items that become events of a type. */
export const CATEGORIES_OF: Readonly<Record<EventType, readonly string[]>> = {
  exception: ['error', 'security'],
  log: ['log_item', 'default', 'feedback'],
  span: ['transaction', 'span'],
  hit: [],
  replay: ['replay'],
  // SDKs for JavaScript name metrics `metric`, others `trace_metric`.
  metric: ['trace_metric', 'metric'],
};

/** Sentry's categories of items that Sluice does not take. */
export const UNTAKEN_CATEGORIES: readonly string[] = [
  'session',
  'monitor',
  'attachment',
  'profile',
  'profile_chunk',
  'profile_chunk_ui',
];

/**
 * Returns the value of `X-Sentry-Rate-Limits`: `<seconds>:<category>;<category>:organization, …`, with equal seconds in one group;
 * `undefined` if nothing is held off. SDKs read a group without categories as all of them, so that there is never one.
 *
 * @param holdOffs seconds, by event type @param untakenSeconds seconds for {@link UNTAKEN_CATEGORIES}, if they are held off
 */
export function sentryRateLimits(
  holdOffs: ReadonlyMap<EventType, number>,
  untakenSeconds: number | undefined,
): string | undefined {
  const groups = new Map<number, readonly string[]>();
  const add = (seconds: number | undefined, categories: readonly string[]): void => {
    if (seconds !== undefined && categories.length > 0) {
      groups.set(seconds, [...(groups.get(seconds) ?? []), ...categories]);
    }
  };
  for (const type of EVENT_TYPES) add(holdOffs.get(type), CATEGORIES_OF[type]);
  add(untakenSeconds, UNTAKEN_CATEGORIES);
  const values = [...groups].map(([seconds, categories]) => `${seconds}:${categories.join(';')}:organization`);
  return values.length === 0 ? undefined : values.join(', ');
}
