import { writeBackup, type WrittenBackup } from './sql/writeBackup.js';
import { CliError, usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { bytesText, durationText, plural } from '../output/words.js';
import { newBackupFile, writeBackupFile } from './backupFile.js';
import { openBackedUpDatabase } from './openBackedUpDatabase.js';
import { codeOf, reasonOf } from './pathError.js';
import { withProgress } from './withProgress.js';

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
  return (bytes) =>
    printBytes(bytes).catch((error: unknown) => {
      const isClosed = ['EPIPE', 'ERR_STREAM_DESTROYED'].includes(codeOf(error));
      const problem = isClosed ? 'stdout was closed' : `cannot write to stdout: ${reasonOf(error)}`;
      throw new CliError('failed', `${problem}; the backup is incomplete.`);
    });
}

async function backUp(context: CommandContext, to: string, append: Append): Promise<WrittenBackup> {
  const { signal, version } = context;
  const db = await openBackedUpDatabase(context);
  const sink = async (bytes: Buffer): Promise<void> => {
    if (signal.aborted) throw new CliError('failed', 'the backup was interrupted');
    await append(bytes);
  };
  const written = await withProgress(context, ({ show, onTable }) => {
    show(`Backing up to ${to}`);
    return writeBackup(db, { version, sink, onTable });
  });
  await db.close();
  return written;
}
