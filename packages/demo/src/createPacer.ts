/** What pacing needs. */
export interface PacerDeps {
  /** Reads how many events wait in the queues. */
  readonly readBacklog: () => Promise<number>;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Says why it waits. */
  readonly note: (text: string) => void;
}

/** Keeps a sender from offering more than the workers store. */
export interface Pacer {
  /** Resolves when the workers can take more; at once most of the time. */
  readonly ready: () => Promise<void>;
  /** Resolves when the workers have stored everything. */
  readonly drained: () => Promise<void>;
}

/** Events that may wait: sending pauses above `HIGH` and goes on below `LOW`. Far below what makes gateways refuse spans. */
const [HIGH, LOW] = [5_000, 1_000];
/** The backlog is read at most so often, and while it is waited for. */
const READ_MS = 500;
const NOTE_MS = 10_000;

/** Creates a pacer. A backlog that cannot be read counts as one that is too high. */
export function createPacer({ readBacklog, wait, now, note }: PacerDeps): Pacer {
  let readAt = -Infinity;
  let notedAt = -Infinity;
  const read = async (): Promise<number> => {
    readAt = now();
    return await readBacklog().catch(() => Infinity);
  };
  const waitFor = async (most: number): Promise<void> => {
    for (let events = await read(); events > most; events = await read()) {
      if (now() - notedAt >= NOTE_MS) {
        notedAt = now();
        note(
          events === Infinity
            ? 'Waiting for the queues: they cannot be read.'
            : `Waiting for the workers: ${events.toLocaleString('en-US')} event${events === 1 ? '' : 's'} not stored yet.`,
        );
      }
      await wait(READ_MS);
    }
  };
  return {
    ready: async () => {
      if (now() - readAt < READ_MS || (await read()) <= HIGH) return;
      await waitFor(LOW);
    },
    drained: () => waitFor(0),
  };
}
