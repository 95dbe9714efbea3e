import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createDatabase, type Database } from '@sluice/db';
import { settingText } from '@sluice/runtime';
import { CliError } from '../cliError.js';
import type { CommandContext } from '../context.js';
import { startStoppedPostgres } from './startStoppedPostgres.js';

/** Connections of a command. */
const POOL_SIZE = 4;

/**
 * Returns the database to back up: that of the settings, of the running `npm start`, or of a stopped one, whose server `close` stops.
 * @throws CliError if there is none of these
 */
export async function openBackedUpDatabase(context: CommandContext): Promise<Database> {
  const { databaseUrl, dataDir } = context.place;
  if (databaseUrl !== undefined) return context.database();
  if ((await entriesOf(dataDir)).includes('postgres')) return openStopped(context);
  throw new CliError('not_running', `no data in ${dataDir}: set DATABASE_URL, or DATA_DIR for another npm start`);
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
      `${dataDir} has data of npm start, and a restore does not overwrite any. ${emptyDatabaseRemedy(context)}`,
    );
  }
  return openStopped(context);
}

/** Says how to get an empty database. */
export function emptyDatabaseRemedy({ env, place: { dataDir } }: CommandContext): string {
  if (settingText(env, 'DATABASE_URL') !== undefined) {
    return 'Create an empty database for DATABASE_URL; to keep the name: alter database sluice rename to sluice_before; create database sluice';
  }
  // A move to a directory that exists would be one into it.
  let free = `${dataDir}.before`;
  for (let number = 2; existsSync(free); number += 1) free = `${dataDir}.before${number}`;
  return `Move it away (mv ${dataDir} ${free}), or set DATABASE_URL.`;
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
