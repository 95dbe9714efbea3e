import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Server addresses of a running `npm start`, which writes this file for other commands. */
export async function embeddedUrls(dataDir: string): Promise<{ databaseUrl: string; redisUrl: string }> {
  const { databaseUrl, redisUrl } = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')) as {
    databaseUrl: string;
    redisUrl: string;
  };
  return { databaseUrl, redisUrl };
}
