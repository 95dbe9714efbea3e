import { randomHex } from '../core/ids.js';

/** What of a visit is recorded: all of it, the last minute before its first exception and what follows, or nothing. */
type RecordingKind = 'session' | 'error' | 'none';

/** A visit, as it is kept for its next page. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string;
  /** Number of the next segment, from 0. */
  segment: number;
  readonly startedAt: number;
  lastActivityAt: number;
  kind: RecordingKind;
  /** A page records it right now. A window that was opened by that page has a copy, and must not go on with it. */
  isOpen: boolean;
}

export interface SessionRules {
  /** Share of visits that are recorded from their beginning, 0 to 1. */
  readonly sampleRate: number;
  /** Share of the others that are recorded once an exception happens, 0 to 1. */
  readonly errorSampleRate: number;
  /** Length of a recording, at most. */
  readonly maxMinutes: number;
}

/** The visit that this page belongs to. */
export interface Sessions {
  readonly current: () => Session;
  /** Goes on with the visit of the page before, or begins one. */
  readonly open: () => Session;
  /** Begins one, with a new sampling. */
  readonly renew: () => Session;
  /** Nobody did anything for 15 minutes, or it was recorded for long enough. */
  readonly isOver: (at: number) => boolean;
  /** Somebody did something. */
  readonly touch: (at: number) => void;
  readonly change: (kind: RecordingKind) => void;
  /** The number of a segment that is sent now; the next page goes on after it. */
  readonly takeSegment: () => number;
  /** The page is going, or may be: another one may go on. */
  readonly release: () => void;
}

const KEY = 'sluice.replay';
const IDLE_MS = 900_000;

/** Keeps the visit in `sessionStorage`; in memory where that is forbidden, and in frames, which share it with their page. */
export function createSessions({ sampleRate, errorSampleRate, maxMinutes }: SessionRules): Sessions {
  let current: Session;
  let ownId: string | undefined;
  const stored = (): Session | undefined =>
    attempt(() => (top === self ? (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session) : undefined));
  const store = (): Session => {
    attempt(() => top === self && sessionStorage.setItem(KEY, JSON.stringify(current)));
    return current;
  };
  const isOver = (at: number, { startedAt, lastActivityAt }: Session = current): boolean =>
    // Written so that what is no number is over.
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
    ...{ current: () => current, open, renew, isOver },
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
      // A page that comes back from the back/forward cache finds that another one went on.
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
