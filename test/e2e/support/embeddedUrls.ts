import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the servers of a running `npm start` are; it writes this file for commands that are run beside it. */
export async function embeddedUrls(dataDir: string): Promise<{ databaseUrl: string; redisUrl: string }> {
  const { databaseUrl, redisUrl } = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')) as {
    databaseUrl: string;
    redisUrl: string;
  };
  return { databaseUrl, redisUrl };
}
