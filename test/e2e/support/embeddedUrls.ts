import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
/** placeholder until known */
export async function embeddedUrls(dataDir: string): Promise<{ databaseUrl: string; redisUrl: string }> {
  const text = await readFile(join(dataDir, 'servers.json'), 'utf8');
  return JSON.parse(text) as { databaseUrl: string; redisUrl: string };
}
