/** The part of `EventSource` that is used. */
export interface Source {
  readonly readyState: number;
  addEventListener: (name: string, listen: (event: MessageEvent<string>) => void) => void;
  close: () => void;
}

/** What to follow, and who is called. */
export interface Following {
  /** Connects; `after` is the id of the last event. */
  readonly open: (after: string | undefined) => Source;
  /** By name of the event, with its data. */
  readonly listeners: Readonly<Record<string, (data: string) => void>>;
  readonly onOpen: () => void;
  /** The connection is lost and is made again; `isRefused` if the server answered with an error. */
  readonly onLost: (isRefused: boolean) => void;
}

/** `EventSource.CLOSED`. */
const CLOSED = 2;

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Follows server-sent events until the returned function is called. The browser connects again after an interruption, but not after
 * an answer other than 200: then this connects again, each time after a longer wait, and goes on behind the last event.
 */
export function followEvents({ open, listeners, onOpen, onLost }: Following): () => void {
  let after: string | undefined;
  let waitMs = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: Source;
  const connect = (): void => {
    const current = open(after);
    source = current;
    current.addEventListener('open', () => {
      waitMs = FIRST_WAIT_MS;
      onOpen();
    });
    current.addEventListener('error', () => {
      const isRefused = current.readyState === CLOSED;
      if (isRefused) {
        timer = setTimeout(connect, waitMs);
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      }
      onLost(isRefused);
    });
    for (const [name, listen] of Object.entries(listeners))
      current.addEventListener(name, ({ data, lastEventId }) => {
        if (lastEventId !== '') after = lastEventId;
        listen(data);
      });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
