import type { AlertCondition, AlertFilters, EventType, SeriesCondition } from '@sluice/contract';
import type { Sketch } from '@sluice/sketch';
import type { FieldRules } from '../fieldRules.js';
import type { FiringDetails, Wording } from '../words/details.js';

/** What a kind of condition is, in a rule. */
interface KindInRule<Condition extends AlertCondition> {
  readonly kind: Condition['kind'];
  /** Its fields beside `kind`. */
  readonly fields: FieldRules;
  /** Returns the problems of fields that {@link fields} accepts one by one, each beginning with its path. */
  readonly problems?: (condition: Readonly<Record<string, unknown>>, path: string) => readonly string[];
  /** The filters of a rule that it uses: the others look at an event, or at an issue. Default: all. */
  readonly filters?: readonly (keyof AlertFilters)[];
}

/** A kind of condition about one issue. */
export interface IssueKind<Condition extends AlertCondition = AlertCondition> extends KindInRule<Condition>, Wording {
  readonly about: 'issue';
  /** What fires it: a signal of the transaction that changes the issue, or counts of its events, which are evaluated. */
  readonly reads: 'signals' | 'counts';
  /** One sentence: why the rule fired. @param at when the message is made */
  readonly reason: (details: FiringDetails, at: Date) => string;
}

/** A kind of condition about a series, which only a rule of a project has. It is evaluated every minute, and recovers. */
export interface SeriesKind<Condition extends SeriesCondition = SeriesCondition>
  extends KindInRule<Condition>, Wording {
  readonly about: 'series';
  /** Minutes that workers count for the rule, or points of metrics, which are kept without a rule. */
  readonly reads: 'minutes' | 'metrics';
  /** The event type whose worker counts it. */
  readonly eventType: EventType;
  readonly measured: (condition: Condition) => Measured;
  /** Returns the value of a window; `null`: there was no data. */
  readonly valueOf: (condition: Condition, counts: WindowCounts) => number | null;
  /** Whether further events can only raise the value, or waiting for them would hide what the stored ones show. */
  readonly canBeEarly: (condition: Condition) => boolean;
  /** What the value is compared with. Default: the threshold, in the unit of {@link measured}. */
  readonly limit?: (condition: Condition) => SeriesLimit | undefined;
  /** Returns the title of a firing. Default: `GET /cart: 95th percentile above 800 ms`. */
  readonly titleOf?: (condition: Condition, limit: string) => string;
  /** Returns what was measured, one sentence without what follows. Default: `It was 4 % in the last 5 minutes; the limit is 2.5 %.` */
  readonly sentence?: (
    condition: Condition,
    value: number,
    words: { readonly limit: string; readonly window: string },
  ) => string | undefined;
}

/** The kind of condition that is about drops. */
export interface DropsKind extends KindInRule<Extract<AlertCondition, { kind: 'drops' }>> {
  readonly about: 'drops';
}

/** What a series measures. */
interface Measured {
  /** What the value is of: `GET /cart`, `checkout.total`, `error logs with "paid"`. */
  readonly name: string;
  /** What is measured: `p95`, `error rate`, `sum`. */
  readonly measure: string;
  /** `ms`, `%`, or empty. */
  readonly unit: string;
}

/** What a value is compared with. */
interface SeriesLimit {
  readonly threshold: number;
  readonly unit: string;
}

/** What was counted in the window that ends with a minute. */
export interface WindowCounts {
  readonly count: number;
  /** Of watched spans: longer than the threshold, or with an error. */
  readonly over: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Rows of `alert_minutes` that were summed. */
  readonly rows: number;
  /** Only for percentiles of metrics. */
  readonly sketch?: Sketch;
}

/** A window without events. */
export const EMPTY_WINDOW: WindowCounts = { count: 0, over: 0, sum: 0, min: 0, max: 0, rows: 0 };
