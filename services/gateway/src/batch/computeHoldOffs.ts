import {
  VERDICTS,
  hourOf,
  monthOf,
  secondsToNextHour,
  secondsToNextMonth,
  startOfHour,
  typeOfCode,
  type EventType,
  type HoldOffs,
  type Reason,
} from '@sluice/contract';

/** What hold-offs are computed from. */
export interface HoldOffFacts {
  /** One `TYPE_CODES` and one `VERDICTS` character for each event. */
  readonly types: string;
  readonly verdicts: string;
  /** The UTC hour that was charged, hours since 1970: a limit met in an hour or month that is over holds nothing off. */
  readonly hour: number;
  /** Redis's clock, milliseconds since 1970. */
  readonly nowMs: number;
  /** The monitor's estimate. */
  readonly backlogSeconds: number;
  /** What is left of the byte quota, and all of it; unset where there is none or it is not known. */
  readonly bytes?: { readonly left: number; readonly quota: number };
}

/** Protocol 4.1: for each type that met a limit in this batch, the longest time until it ends, in seconds. */
export function computeHoldOffs(facts: HoldOffFacts): HoldOffs {
  const holdOffs = new Map<EventType, number>();
  for (let index = 0; index < facts.verdicts.length; index += 1) {
    const reason = VERDICTS[facts.verdicts[index] ?? '']?.reason;
    const type = typeOfCode(facts.types[index] ?? '');
    if (reason === undefined || type === undefined || type === 'unknown') continue;
    const seconds = secondsOf(reason, facts);
    if (seconds !== undefined) holdOffs.set(type, Math.max(seconds, holdOffs.get(type) ?? 0));
  }
  return holdOffs;
}

/** Least and most bytes that count as nearly nothing: the smallest events, and an exception with its breadcrumbs. */
const LITTLE_BYTES = [1_024, 16_384] as const;

/** Whether less than 1 % of the byte quota is left. Until then an event may be too large and the next of its type not. */
function isNearlyUsedUp({ left, quota }: NonNullable<HoldOffFacts['bytes']>): boolean {
  const [least, most] = LITTLE_BYTES;
  return left < Math.max(least, Math.min(most, quota / 100));
}

function secondsOf(reason: Reason, { nowMs, hour, backlogSeconds, bytes }: HoldOffFacts): number | undefined {
  if (reason === 'backlog') return backlogSeconds;
  if (reason === 'monthly_quota') {
    return monthOf(startOfHour(hour)) === monthOf(nowMs) ? secondsToNextMonth(nowMs) : 1;
  }
  if (reason === 'byte_quota' && (bytes === undefined || !isNearlyUsedUp(bytes))) return undefined;
  if (reason !== 'spike' && reason !== 'hourly_cap' && reason !== 'byte_quota') return undefined;
  return hour === hourOf(nowMs) ? secondsToNextHour(nowMs) : 1;
}
