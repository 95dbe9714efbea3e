import { writeBackup } from '@sluice/db';
import type { Answer, CommandContext } from '../context.js';
import { bytesText, durationText, plural } from '../output/words.js';
import { newBackupFile, writeBackupFile } from './backupFile.js';
import { createProgress } from './createProgress.js';
import { openBackedUpDatabase } from './openBackedUpDatabase.js';

/** Writes a backup to a file. */
export async function runBackup(
  context: CommandContext,
  place: string,
  { force }: { readonly force?: boolean },
): Promise<Answer> {
  const { clock, signal, version, note } = context;
  const beganMs = clock();
  const file = await newBackupFile(place, beganMs);
  const progress = createProgress(context);
  const written = await writeBackupFile(file, { force, signal }, async (sink) => {
    const db = await openBackedUpDatabase(context);
    note(`Backing up to ${file}`);
    const result = await writeBackup(db, { version, sink, onTable: progress.onTable });
    await db.close();
    return result;
  });
  progress.end();
  const { tables, rows, bytes, createdAt } = written;
  const took = durationText(clock() - beganMs);
  return {
    value: { file, createdAt, tables, rows, bytes },
    human: () => `Backed up ${plural(rows, 'row')} as of ${createdAt} to ${file}: ${bytesText(bytes)} in ${took}.`,
  };
}
