import { pingDatabase, type Database } from '@sluice/db';
import { LocalServerError } from '@sluice/embedded';
import { redactCredentials } from '@sluice/runtime';
import { closeRedis, connectPatientRedis } from '@sluice/redis';

const PATIENCE_MS = 5_000;

/** Checks that the Redis of a setting responds. @param setting name of the setting @throws LocalServerError */
export async function assertRedisAnswers(setting: string, url: string): Promise<void> {
  const client = connectPatientRedis({ url, name: 'sluice-start', commandTimeoutMs: PATIENCE_MS });
  let cause = '';
  client.on('error', (error: Error) => {
    cause = error.message;
  });
  try {
    await client.ping();
  } catch (error) {
    const why = cause === '' ? String(error) : cause;
    throw new LocalServerError(`${setting}: no Redis answers at ${withoutPassword(url)} (${why}).`);
  } finally {
    await closeRedis(client);
  }
}

/** Checks that PostgreSQL responds. @throws LocalServerError */
export async function assertDatabaseAnswers(db: Database, url: string): Promise<void> {
  const problem = await pingDatabase(db);
  if (problem === undefined) return;
  throw new LocalServerError(`DATABASE_URL=${withoutPassword(url)}: ${problem}.`);
}

function withoutPassword(url: string): string {
  // Several hosts are no URL to the parser.
  if (/^rediss?\+/i.test(url)) return redactCredentials(url);
  const shown = new URL(url);
  shown.password = '';
  return shown.href;
}
