import { randomHex } from '../core/ids.js';
import { stringify } from '../core/stringify.js';

/** What to record of a visit: everything, the minute before the first exception and what follows, or nothing. */
type RecordingKind = 'session' | 'error' | 'none';

/** State of a visit, stored for its next page. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string;
  /** Zero-based number of the next segment. */
  segment: number;
  readonly startedAt: number;
  lastActivityAt: number;
  kind: RecordingKind;
  /** Whether a page is recording it. A window opened by that page has a copy and must not continue it. */
  isOpen: boolean;
}

export interface SessionRules {
  /** Share of visits that are recorded from the start, 0 to 1. */
  readonly sampleRate: number;
  /** Share of other visits that are recorded once an exception happens, 0 to 1. */
  readonly errorSampleRate: number;
  /** Maximum length of a recording. */
  readonly maxMinutes: number;
}

/** The visit of this page. */
export interface Sessions {
  readonly current: () => Session;
  /** Continues the visit of the previous page, or begins one. */
  readonly open: () => Session;
  /** Begins a new visit with a new sampling decision. */
  readonly renew: () => Session;
  /** Whether there was no activity for 15 minutes, or the maximum length is reached. */
  readonly isOver: (at: number) => boolean;
  /** Records user activity. */
  readonly touch: (at: number) => void;
  readonly change: (kind: RecordingKind) => void;
  /** Returns the number of a segment to send; the next page continues after it. */
  readonly takeSegment: () => number;
  /** The page may be left; another one may continue the visit. */
  readonly release: () => void;
}

const KEY = 'sluice.replay';
const IDLE_MS = 900_000;

/** Stores the visit in `sessionStorage`; in memory if that is forbidden, and in frames, which share it with their page. */
export function createSessions({ sampleRate, errorSampleRate, maxMinutes }: SessionRules): Sessions {
  let current: Session;
  let ownId: string | undefined;
  const stored = (): Session | undefined =>
    attempt(() => (top === self ? (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session) : undefined));
  const store = (): Session => {
    attempt(() => top === self && sessionStorage.setItem(KEY, stringify(current)));
    return current;
  };
  const isOver = (at: number, { startedAt, lastActivityAt }: Session = current): boolean =>
    // Written so that NaN counts as expired.
    !(at - lastActivityAt <= IDLE_MS && at - startedAt <= maxMinutes * 60_000);
  const renew = (): Session => {
    const kind = Math.random() < sampleRate ? 'session' : Math.random() < errorSampleRate ? 'error' : 'none';
    const now = Date.now();
    ownId = randomHex(16);
    current = { id: ownId, segment: 0, startedAt: now, lastActivityAt: now, kind, isOpen: kind !== 'none' };
    return store();
  };
  const open = (): Session => {
    const last = stored();
    const now = Date.now();
    if (!last || (last.isOpen && last.id !== ownId) || isOver(now, last)) return renew();
    ownId = last.id;
    current = { ...last, lastActivityAt: now, isOpen: last.kind !== 'none' };
    return store();
  };
  open();
  return {
    current: () => current,
    open,
    renew,
    isOver,
    touch: (at) => {
      current.lastActivityAt = at;
      if (current.isOpen) return;
      current.isOpen = true;
      store();
    },
    change: (kind) => {
      Object.assign(current, { kind, isOpen: kind !== 'none' });
      store();
    },
    takeSegment: () => {
      // A page restored from the back/forward cache finds that another one continued the visit.
      const last = stored();
      if (last?.id === current.id) current.segment = Math.max(current.segment, last.segment);
      current.segment += 1;
      store();
      return current.segment - 1;
    },
    release: () => {
      current.isOpen = false;
      store();
    },
  };
}

function attempt<T>(callback: () => T): T | undefined {
  try {
    return callback();
  } catch {
    return undefined;
  }
}
