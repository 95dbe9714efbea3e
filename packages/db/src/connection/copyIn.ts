import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A COPY into a table that is running. */
export interface CopyIn {
  /** Sends text; resolves when the connection can take more. */
  readonly write: (text: Buffer) => Promise<void>;
  /** Ends it. Resolves with the number of rows that were stored. */
  readonly finish: () => Promise<number>;
}

/** Begins a COPY. Both functions throw what the server reports, as soon as it does. */
export function beginCopyIn(client: Client, statement: string): CopyIn {
  const stream = client.query(copyFrom(statement));
  // The stream reports an error and is not destroyed by it: a later write would fail without a reason.
  let failure: Error | undefined;
  const failed = new Promise<never>((_resolve, reject) =>
    stream.on('error', (error: Error) => {
      failure = error;
      reject(error);
    }),
  );
  // It may fail while nobody waits; the next call then throws it.
  failed.catch(() => undefined);
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  const until = (event: 'drain' | 'finish'): Promise<void> =>
    Promise.race([failed, new Promise<void>((resolve) => stream.once(event, resolve))]);
  return {
    write: async (text) => {
      check();
      if (!stream.write(text)) await until('drain');
    },
    finish: async () => {
      check();
      const finished = until('finish');
      stream.end();
      await finished;
      return stream.rowCount;
    },
  };
}
