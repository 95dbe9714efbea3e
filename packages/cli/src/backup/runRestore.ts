import { checkBackup, type CheckedBackup } from './format/checkBackup.js';
import { createDatabaseRoles, createRoleLogins, grantDatabaseRoles, missingRoles, type Database } from '@sluice/db';
import { NotEmptyError } from './sql/restoreTarget.js';
import { restoreBackup } from './sql/restoreBackup.js';
import { clearProjection } from '@sluice/redis';
import { messageOf } from '@sluice/runtime';
import { CliError } from '../cliError.js';
import { readRolePasswords, type RolePasswords } from '../parse/rolePasswords.js';
import type { Answer, CommandContext } from '../context.js';
import { durationText, plural } from '../output/words.js';
import { findBackupFile, readBackupFile } from './backupFile.js';
import { connectRedis } from './connectRedis.js';
import { emptyDatabaseRemedy, openRestoredDatabase } from './openBackedUpDatabase.js';
import { withProgress, type Progress } from './withProgress.js';

/** Checks a backup, then restores it with roles, and clears the projection of project settings in Redis. */
export async function runRestore(
  context: CommandContext,
  place: string,
  { roles: directory }: { readonly roles?: string },
): Promise<Answer> {
  const beganMs = context.clock();
  const passwords = directory === undefined ? undefined : await readRolePasswords(directory);
  const file = await findBackupFile(place);
  const checked = await withProgress(context, ({ show }) => {
    show(`Checking ${file}`);
    return check(context, file);
  });
  const db = await openRestoredDatabase(context);
  const { applied, redis } = await withProgress(context, (progress) =>
    restore(context, { db, file, checked, passwords, progress }),
  );
  const { manifest, end } = checked;
  const missing = await missingRoles(db.pool, manifest.logins);
  await db.close();
  const isOwn = context.place.databaseUrl === undefined;
  const next = isOwn ? 'npm start' : 'start all processes, then run: sluice doctor';
  const took = durationText(context.clock() - beganMs);
  const { createdAt, version } = manifest;
  return {
    value: { file, createdAt, version, tables: end.tables, rows: end.rows, applied, missingLogins: missing, redis },
    human: () =>
      [
        ...(missing.length === 0
          ? []
          : [
              `These logins do not exist on this server: ${missing.join(', ')}. Run: sluice migrate --roles <directory>`,
            ]),
        // A new data directory has no Redis yet.
        ...(redis === 'unknown' && !isOwn
          ? [
              "REDIS_URL is not set. If Redis is not new, run: redis-cli -c del 'sl:{settings}:keys' 'sl:{settings}:complete'",
            ]
          : []),
        `Restored ${plural(end.rows, 'row')} as of ${createdAt} from ${file} in ${took}. Next: ${next}`,
      ].join('\n'),
  };
}

async function check({ signal }: CommandContext, file: string): Promise<CheckedBackup> {
  try {
    return await checkBackup(() => readBackupFile(file, signal));
  } catch (error) {
    const problem = signal.aborted ? 'the command was interrupted' : messageOf(error);
    throw new CliError('failed', `cannot restore ${file}: ${problem}. The database is unchanged.`);
  }
}

interface Restore {
  readonly db: Database;
  readonly file: string;
  readonly checked: CheckedBackup;
  readonly passwords: RolePasswords | undefined;
  readonly progress: Progress;
}

/** What a restore did besides. */
interface Restored {
  /** Steps of the schema that the backup did not have. */
  readonly applied: readonly string[];
  readonly redis: 'cleared' | 'unknown';
}

async function restore(
  context: CommandContext,
  { db, file, checked, passwords, progress }: Restore,
): Promise<Restored> {
  const { signal } = context;
  const { manifest } = checked;
  const state = { isBegun: false };
  // A Redis that is unavailable must be found before the database is changed.
  const redis = await connectRedis(context);
  try {
    const applied = await restoreBackup(db, checked, () => readBackupFile(file, signal), {
      begin: async () => {
        if (passwords !== undefined || manifest.roles.length > 0) await createDatabaseRoles(db);
        progress.show(`Restoring the backup of ${manifest.createdAt}, made by Sluice ${manifest.version}`);
        state.isBegun = true;
      },
      onTable: progress.onTable,
      complete: async () => {
        await grantDatabaseRoles(db);
        if (passwords !== undefined) await createRoleLogins(db, passwords);
        if (redis !== undefined) await clearProjection(redis);
      },
    });
    return { applied, redis: redis === undefined ? 'unknown' : 'cleared' };
  } catch (error) {
    if (error instanceof NotEmptyError) {
      throw new CliError('exists', `${error.message}. ${emptyDatabaseRemedy(context)}`);
    }
    if (!state.isBegun) throw error;
    const problem = signal.aborted ? 'the restore was interrupted' : `the restore failed: ${messageOf(error)}`;
    const remedy = signal.aborted ? 'run' : 'correct this, then run';
    throw new CliError(
      'failed',
      `${problem}. The database cannot be used until a restore succeeds: ${remedy} the same command again, which starts over`,
    );
  }
}
