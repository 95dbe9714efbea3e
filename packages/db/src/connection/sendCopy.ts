import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/**
 * Runs `copy … from stdin` with these bytes, which are in memory anyway, and does not use them after it has settled. The stream reports a
 * lost connection as `error` but is not destroyed by it: settling on the first event of either kind prevents a hang.
 */
export function sendCopy(client: PoolClient, statement: string, ...chunks: readonly Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(statement));
    stream.on('error', reject);
    stream.on('finish', resolve);
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
  });
}
