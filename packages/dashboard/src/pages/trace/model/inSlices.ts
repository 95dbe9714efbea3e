/** Work that can pause between two steps. A step is a few hundred spans. */
export type Work<Result> = Generator<undefined, Result>;

/** How long a slice may take in milliseconds: the browser answers input and paints between two of them. */
const SLICE_MS = 8;

interface Options {
  readonly signal: AbortSignal;
  readonly pause: () => Promise<void>;
  readonly now: () => number;
}

/** Does work in slices of a few milliseconds, with a pause after each. @throws the reason of `signal` once it is aborted */
export async function inSlices<Result>(work: Work<Result>, { signal, pause, now }: Options): Promise<Result> {
  for (;;) {
    const end = now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (now() < end);
    await pause();
    signal.throwIfAborted();
  }
}
