import type { AlertState } from '../alertMessage.js';
import {
  conditionKind,
  isSeriesCondition,
  type AlertCondition,
  type SeriesCondition,
} from '../conditions/conditions.js';
import { dropOf } from '../drops/drops.js';
import type { FiringDetails } from '../words/details.js';
import { endedReason, endingOf, seriesReason, seriesTitle } from './seriesReason.js';

/** A firing as it is stored, as far as its words depend on it. */
interface StoredFiring {
  readonly kind: string;
  readonly state: AlertState;
  readonly details: FiringDetails;
}

/** What a firing is called, and why the rule fired, one sentence. */
interface FiringText {
  readonly title: string;
  readonly reason: string;
}

/** Returns title and reason of a firing for a history, whose readers need not be recipients of its message. */
export function firingText(firing: StoredFiring): FiringText {
  const { kind, details } = firing;
  const condition = conditionKind(kind);
  if (condition?.about === 'series') return seriesText(firing);
  if (condition?.about === 'issue')
    return condition.inHistory?.(details) ?? { title: condition.title, reason: condition.reason(details) };
  return dropText(firing, undefined) ?? { title: kind, reason: '' };
}

/** Returns title and reason of a firing of a series. */
export function seriesText({ kind, state, details }: StoredFiring): FiringText {
  const condition = storedCondition(details);
  const isRecovered = state === 'recovered';
  if (condition === undefined) {
    const reason = isRecovered ? 'It is within its limit again.' : 'It is beyond its limit.';
    const known = conditionKind(kind);
    return { title: known?.about === 'series' ? known.title : kind, reason };
  }
  const ending = endingOf(details);
  const reason = ending === undefined ? seriesReason(condition, valueOf(details), isRecovered) : endedReason(ending);
  return { title: seriesTitle(condition), reason };
}

/** Returns title and reason of a drop; `undefined`: no drop is of this kind. */
export function dropText(
  { kind, details }: Pick<StoredFiring, 'kind' | 'details'>,
  at: Date | undefined,
): FiringText | undefined {
  const drop = dropOf(kind);
  return drop === undefined
    ? undefined
    : { title: drop.titleOf?.(details) ?? drop.title, reason: drop.reason(details, at) };
}

/** Returns the value of a series when it fired; `null`: there was no data. */
export const valueOf = ({ value }: FiringDetails): number | null => (typeof value === 'number' ? value : null);

/** Returns the condition as it was when it fired; `undefined`: the firing was stored before conditions were. */
export function storedCondition({ condition }: FiringDetails): SeriesCondition | undefined {
  const stored = (condition ?? undefined) as AlertCondition | undefined;
  return stored !== undefined && isSeriesCondition(stored) ? stored : undefined;
}
