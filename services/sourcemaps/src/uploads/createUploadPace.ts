import { ApiError } from '@sluice/management';
import type { ArrivingBody } from '../http/openBody.js';

/** Ends uploads that hold what other organizations are owed. */
export interface UploadPace {
  /** Follows an upload of an organization until the function that is returned is called. */
  readonly follow: (organization: string, upload: ArrivingBody) => () => void;
}

/** Slowest upload that may hold a place which another organization is owed. */
export const OWED_BYTES_PER_SECOND = 65_536;
/** How often uploads are looked at. */
export const TICK_MS = 1_000;
/** Ticks over which a rate is measured; younger uploads are not slow yet. */
export const WINDOW_TICKS = 5;
/** Ticks after which a place that is owed has to be given back whatever its rate. Shorter than an upload waits. */
export const PATIENCE_TICKS = 10;

interface Followed {
  readonly organization: string;
  readonly upload: ArrivingBody;
  /** What had arrived at the latest ticks, the oldest first; at most {@link WINDOW_TICKS} and one. */
  readonly samples: number[];
  /** Ended by this, its place not yet given back. */
  isEnded: boolean;
}

/**
 * At each tick, while an organization is owed places (`owed`, by the organization that holds them), ends so many of the
 * holder's uploads: the slowest first, and only those below {@link OWED_BYTES_PER_SECOND} over the window, until the
 * patience is over. They get a 503 `busy` with `Retry-After`, upon which uploaders send again.
 */
export function createUploadPace(owed: () => ReadonlyMap<string, number>): UploadPace {
  const uploads = new Set<Followed>();
  let timer: NodeJS.Timeout | undefined;
  let ticksOwed = 0;
  const tick = (): void => {
    for (const one of uploads) sample(one);
    const owing = owed();
    ticksOwed = owing.size === 0 ? 0 : ticksOwed + 1;
    const most = ticksOwed > PATIENCE_TICKS ? Infinity : OWED_BYTES_PER_SECOND;
    for (const [organization, places] of owing) {
      const ofHolder = [...uploads].filter((one) => one.organization === organization);
      const comingBack = ofHolder.filter(({ isEnded }) => isEnded).length;
      for (const one of slowest(ofHolder, most).slice(0, Math.max(0, places - comingBack))) {
        one.isEnded = true;
        one.upload.end(overtaken());
        // Patience begins anew: others who wait do not end fast uploads one after the other.
        if (most === Infinity) ticksOwed = 0;
      }
    }
  };
  return {
    follow: (organization, upload) => {
      const one: Followed = { organization, upload, samples: [upload.received()], isEnded: false };
      uploads.add(one);
      timer ??= setInterval(tick, TICK_MS).unref();
      return () => {
        uploads.delete(one);
        if (uploads.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        ticksOwed = 0;
      };
    },
  };
}

function sample({ samples, upload }: Followed): void {
  // A client that waits for our disk is not slow: its window begins anew.
  if (upload.isHeldUp()) samples.length = 0;
  samples.push(upload.received());
  if (samples.length > WINDOW_TICKS + 1) samples.shift();
}

/** Uploads that are slower than `below` bytes a second, the slowest first. */
function slowest(uploads: readonly Followed[], below: number): readonly Followed[] {
  return uploads.filter((one) => !one.isEnded && rateOf(one) < below).sort((a, b) => rateOf(a) - rateOf(b));
}

/** Bytes a second over the window; more than any other for an upload that is too young, or held up by us. */
function rateOf({ samples }: Followed): number {
  if (samples.length <= WINDOW_TICKS) return Number.MAX_VALUE;
  const [first = 0] = samples;
  return ((samples.at(-1) ?? 0) - first) / ((WINDOW_TICKS * TICK_MS) / 1_000);
}

const overtaken = (): ApiError =>
  new ApiError(
    503,
    'busy',
    'This upload was ended because another organization waits for its place, which was beyond the fair share of yours; send it again.',
    { 'retry-after': '5' },
  );
