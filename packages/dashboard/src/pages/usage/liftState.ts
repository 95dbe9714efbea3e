import type { CallParts, ResponseOf } from '../../api/callApi';
import { HOUR_MS } from '../../lib/durations';

type Caps = ResponseOf<'GET /api/0/projects/{org}/{project}/caps'>;

/** A type of event whose cap can be lifted. */
export type Liftable = NonNullable<
  NonNullable<CallParts<'POST /api/0/projects/{org}/{project}/caps/lift'>['body']>['types']
>[number];

const TYPES: readonly Liftable[] = ['exception', 'log', 'span', 'hit', 'replay', 'metric'];

/** Whether the cap that a link names can be lifted. `over`: its hour is not the present one; `hour` is unset if it is no time. */
export type LiftState =
  | { readonly kind: 'over'; readonly hour: { readonly from: Date; readonly to: Date } | undefined }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'uncapped' | 'lifted'; readonly type: Liftable }
  | { readonly kind: 'possible'; readonly type: Liftable; readonly until: Date };

/** What a link names. */
interface LiftLink {
  readonly type: string;
  /** Start of the hour, ISO 8601. */
  readonly hour: string;
}

/** Returns whether the cap that a link names can be lifted now. The server's hour decides, not the reader's clock. */
export function liftState({ type, hour }: LiftLink, caps: Pick<Caps, 'hour' | 'endsAt' | 'types'>): LiftState {
  const known = TYPES.find((one) => one === type);
  if (known === undefined) return { kind: 'unknown' };
  const startMs = Date.parse(hour);
  if (startMs !== Date.parse(caps.hour)) {
    const range = { from: new Date(startMs), to: new Date(startMs + HOUR_MS) };
    return { kind: 'over', hour: Number.isNaN(startMs) ? undefined : range };
  }
  const found = caps.types.find((one) => one.type === known);
  if (found?.lifted === true) return { kind: 'lifted', type: known };
  if (found === undefined || found.cap === null) return { kind: 'uncapped', type: known };
  return { kind: 'possible', type: known, until: new Date(caps.endsAt) };
}
