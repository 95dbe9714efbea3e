import type { EventType } from '@sluice/contract';
import type { Sketch } from '@sluice/sketch';
import type { AlertFilters } from '../fields/filters.js';
import type { Fields, FieldsValue } from '../fields/field.js';
import type { FiringDetails, Wording } from '../words/details.js';
import type { SeriesBounds } from './fields.js';

/** What a kind of condition is, in a rule. */
interface KindInRule<Kind extends string, F extends Fields> {
  readonly kind: Kind;
  /** Its fields beside `kind`, in the order of the documentation. */
  readonly fields: F;
  /** Names of its inputs in the order of a form. Default: the order of {@link fields}. */
  readonly order?: readonly string[];
  /** In the documentation of the API. Kinds without fields share a description. */
  readonly description?: string;
  /** In a list of choices: `An issue is frequent`. */
  readonly choice: string;
  /** Below the fields of a form. */
  readonly hint?: string;
  /** When it holds, as the end of "when …". Default: {@link choice}. */
  readonly when?: (condition: FieldsValue<F>) => string;
  /** Returns the problems of fields that {@link fields} accepts one by one, each beginning with its path. */
  readonly problems?: (condition: Readonly<Record<string, unknown>>, path: string) => readonly string[];
  /** The filters of a rule that it uses: the others look at an event, or at an issue. Default: all. */
  readonly filters?: readonly (keyof AlertFilters)[];
}

/** A kind of condition about one issue. */
export interface IssueKind<Kind extends string = string, F extends Fields = Fields>
  extends KindInRule<Kind, F>, Wording {
  readonly about: 'issue';
  /** What fires it: a signal of the transaction that changes the issue, or counts of its events, which are evaluated. */
  readonly reads: 'signals' | 'counts';
  /** One sentence: why the rule fired. */
  readonly reason: (details: FiringDetails) => string;
  /** Title and reason in a history, if those of a message address its recipient. */
  readonly inHistory?: (details: FiringDetails) => { readonly title: string; readonly reason: string };
}

/** A kind of condition about a series, which only a rule of a project has. It is evaluated every minute, and recovers. */
export interface SeriesKind<Kind extends string = string, F extends SeriesBounds = SeriesBounds>
  extends KindInRule<Kind, F>, Wording {
  readonly about: 'series';
  /** Minutes that workers count for the rule, or points of metrics, which are kept without a rule. */
  readonly reads: 'minutes' | 'metrics';
  /** Of points of the metric in the fields `name` and `environment`: whether the value needs their sketches. Default: no. */
  readonly needsSketch?: (condition: FieldsValue<F>) => boolean;
  /** The page of the dashboard that shows it: its path below the project, and its name. */
  readonly page: { readonly path: string; readonly name: string };
  /** The event type whose worker counts it. */
  readonly eventType: EventType;
  readonly measured: (condition: FieldsValue<F>) => Measured;
  /** Returns the value of a window; `null`: there was no data. */
  readonly valueOf: (condition: FieldsValue<F>, counts: WindowCounts) => number | null;
  /**
   * Whether a rule with the direction `above` may fire before all events of a minute are stored. It may if further events can only raise the
   * value, or if a backlog would otherwise hide what the stored events show.
   */
  readonly canBeEarly: (condition: FieldsValue<F>) => boolean;
  /** What the value is compared with. Default: the threshold, in the unit of {@link measured}. */
  readonly limit?: (condition: FieldsValue<F>) => SeriesLimit | undefined;
  /** Returns the title of a firing. Default: `GET /cart: 95th percentile above 800 ms`. */
  readonly titleOf?: (condition: FieldsValue<F>, limit: string) => string;
  /** Returns what was measured, one sentence without what follows. Default: `The value was 4 % in the last 5 minutes; the limit is 2.5 %.` */
  readonly sentence?: (
    condition: FieldsValue<F>,
    value: number,
    words: { readonly limit: string; readonly window: string },
  ) => string | undefined;
}

/** The kind of condition that is about drops. */
export interface DropsKind<Kind extends string = string, F extends Fields = Fields> extends KindInRule<Kind, F> {
  readonly about: 'drops';
}

/** Returns a kind of condition about issues, with the types of its name and fields. */
export const issueKind = <const Kind extends string, F extends Fields>(kind: IssueKind<Kind, F>): IssueKind<Kind, F> =>
  kind;

/** Returns a kind of condition about series, with the types of its name and fields. */
export const seriesKindOf = <const Kind extends string, F extends SeriesBounds>(
  kind: SeriesKind<Kind, F>,
): SeriesKind<Kind, F> => kind;

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
