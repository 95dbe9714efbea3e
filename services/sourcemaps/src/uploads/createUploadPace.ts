import { ApiError } from '@sluice/management';
import type { ArrivingBody } from '../http/openBody.js';

/** Ends slow uploads that hold permits owed to other organizations. */
export interface UploadPace {
  /** Tracks an upload of an organization until the returned function is called. */
  readonly follow: (organization: string, upload: ArrivingBody) => () => void;
}

/** Minimum rate of an upload that holds a permit owed to another organization. */
export const OWED_BYTES_PER_SECOND = 65_536;
/** Interval of the checks, in milliseconds. */
export const TICK_MS = 1_000;
/** Ticks over which a rate is measured; younger uploads are never slow. */
export const WINDOW_TICKS = 5;
/** Ticks after which an owed permit must be returned at any rate. Shorter than the wait of an upload. */
export const PATIENCE_TICKS = 10;

interface Followed {
  readonly organization: string;
  readonly upload: ArrivingBody;
  /** Bytes received at the latest ticks, oldest first; at most {@link WINDOW_TICKS} + 1. */
  readonly samples: number[];
  /** Ended by this object; its permit is not returned yet. */
  isEnded: boolean;
}

/**
 * At each tick, while an organization is owed permits (`owed`, by the organization that holds them), ends that many
 * of the holder's uploads, the slowest first: only those below {@link OWED_BYTES_PER_SECOND} over the window, until
 * the patience is over. They get 503 `busy` with `Retry-After`; uploaders then send again.
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
        // Patience starts over, so that waiting organizations do not end fast uploads one after another.
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
  // A client that waits for our disk is not slow: its window starts over.
  if (upload.isHeldUp()) samples.length = 0;
  samples.push(upload.received());
  if (samples.length > WINDOW_TICKS + 1) samples.shift();
}

/** Returns the uploads slower than `below` bytes per second, the slowest first. */
function slowest(uploads: readonly Followed[], below: number): readonly Followed[] {
  return uploads.filter((one) => !one.isEnded && rateOf(one) < below).sort((a, b) => rateOf(a) - rateOf(b));
}

/** Returns bytes per second over the window; infinite for an upload that is too young or that waits for us. */
function rateOf({ samples }: Followed): number {
  if (samples.length <= WINDOW_TICKS) return Number.MAX_VALUE;
  const [first = 0] = samples;
  return ((samples.at(-1) ?? 0) - first) / ((WINDOW_TICKS * TICK_MS) / 1_000);
}

const overtaken = (): ApiError =>
  new ApiError(
    503,
    'busy',
    'The upload was aborted: your organization used more than its fair share while another organization was waiting. Send it again.',
    { 'retry-after': '5' },
  );
