import { writeBackup, type WrittenBackup } from '@sluice/db';
import { CliError, usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { bytesText, durationText, plural } from '../output/words.js';
import { newBackupFile, writeBackupFile } from './backupFile.js';
import { createProgress } from './createProgress.js';
import { openBackedUpDatabase } from './openBackedUpDatabase.js';

/** Writes bytes of a backup in order. */
type Append = (bytes: Buffer) => Promise<void>;

/** Writes a backup to a file, or to stdout if `place` is `-`. */
export async function runBackup(
  context: CommandContext,
  place: string,
  { force = false }: { readonly force?: boolean },
): Promise<Answer> {
  const { clock } = context;
  const beganMs = clock();
  const summaryOf = ({ rows, createdAt, bytes }: WrittenBackup, to: string): string =>
    `Backed up ${plural(rows, 'row')} as of ${createdAt} to ${to}: ${bytesText(bytes)} in ${durationText(clock() - beganMs)}.`;
  if (place === '-') {
    const written = await backUp(context, 'stdout', stdoutOf(context));
    context.note(summaryOf(written, 'stdout'));
    return { value: undefined, human: () => '' };
  }
  const file = await newBackupFile(place, beganMs);
  const written = await writeBackupFile(file, force, (append) => backUp(context, file, append));
  const { tables, rows, bytes, createdAt } = written;
  return { value: { file, createdAt, tables, rows, bytes }, human: () => summaryOf(written, file) };
}

function stdoutOf({ json, printBytes }: CommandContext): Append {
  if (json) throw usageError('--json cannot be used with -: stdout contains the backup');
  if (printBytes === undefined) throw usageError('-: stdout is a terminal. Write to a file: sluice backup - > file');
  return printBytes;
}

async function backUp(context: CommandContext, to: string, append: Append): Promise<WrittenBackup> {
  const { signal, version, note } = context;
  const db = await openBackedUpDatabase(context);
  note(`Backing up to ${to}`);
  const progress = createProgress(context);
  const sink = async (bytes: Buffer): Promise<void> => {
    if (signal.aborted) throw new CliError('failed', 'the backup was interrupted');
    await append(bytes);
  };
  const written = await writeBackup(db, { version, sink, onTable: progress.onTable });
  progress.end();
  await db.close();
  return written;
}
