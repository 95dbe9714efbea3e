import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';

/** `sluice backup <file>`. */
export const backup = (answer: AnswerWith): Command =>
  command('backup', 'Back up everything that Sluice stores in PostgreSQL, while all processes run', [
    ['sluice backup /backup/', 'a new file in a directory, named after the time'],
    ['sluice backup sluice.backup', 'a file, which must not exist'],
    ['sluice backup - | ssh host "cat > sluice.backup"', 'stdout'],
  ])
    .argument('<file>', 'a file, a directory (with a / at the end, it is created if it is missing), or - for stdout')
    .option('--force', 'replace the file if it exists, when the new one is complete')
    .action((file: string, options: { readonly force?: boolean }) =>
      answer(async (context) => (await import('../backup/runBackup.js')).runBackup(context, file, options)),
    );
