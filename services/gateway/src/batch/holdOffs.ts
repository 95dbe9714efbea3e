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
}

/** Decisions, section 1: for each type that met a limit in this batch, the longest time until it ends, in seconds. */
export function holdOffsOf(facts: HoldOffFacts): HoldOffs {
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

function secondsOf(reason: Reason, { nowMs, hour, backlogSeconds }: HoldOffFacts): number | undefined {
  if (reason === 'backlog') return backlogSeconds;
  if (reason === 'monthly_quota') {
    return monthOf(startOfHour(hour)) === monthOf(nowMs) ? secondsToNextMonth(nowMs) : 1;
  }
  if (reason !== 'spike' && reason !== 'hourly_cap' && reason !== 'byte_quota') return undefined;
  return hour === hourOf(nowMs) ? secondsToNextHour(nowMs) : 1;
}
