import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createDatabase, type Database } from '@sluice/db';
import { CliError } from '../cliError.js';
import type { CommandContext } from '../context.js';
import { startStoppedPostgres } from './startStoppedPostgres.js';

/** Connections of a command. */
const POOL_SIZE = 4;

/** Returns the database to back up: that of the settings, of the running `npm start`, or of a stopped one, whose server `close` stops. */
export async function openBackedUpDatabase(context: CommandContext): Promise<Database> {
  const { databaseUrl, dataDir } = context.place;
  if (databaseUrl !== undefined || !(await entriesOf(dataDir)).includes('postgres')) return context.database();
  return openStopped(context);
}

/**
 * Returns the database to restore into: that of the settings, or else the one of a new data directory for `npm start`, whose server
 * `close` stops.
 * @throws CliError if the data directory is in use, or has data
 */
export async function openRestoredDatabase(context: CommandContext): Promise<Database> {
  const { databaseUrl, dataDir } = context.place;
  if (databaseUrl !== undefined) return context.database();
  // Only a restore that did not finish leaves PostgreSQL without Redis; data of Redis would not fit.
  if ((await entriesOf(dataDir)).some((entry) => entry !== 'postgres')) {
    throw new CliError(
      'exists',
      `${dataDir} has data of npm start, and a restore does not overwrite any: move it away (mv ${dataDir} ${dataDir}.before), or set DATABASE_URL.`,
    );
  }
  return openStopped(context);
}

const entriesOf = (directory: string): Promise<readonly string[]> => readdir(directory).catch((): string[] => []);

async function openStopped(context: CommandContext): Promise<Database> {
  const { root, place, closeLater, note } = context;
  const server = await startStoppedPostgres(root, path.join(place.dataDir, 'postgres'), note);
  const db = createDatabase({ url: server.url, poolSize: POOL_SIZE, applicationName: 'sluice-cli' });
  const close = async (): Promise<void> => {
    await db.close();
    await server.stop();
  };
  closeLater(close);
  return { ...db, close };
}
