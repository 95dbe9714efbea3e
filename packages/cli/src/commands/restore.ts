import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';

/** `sluice restore <file> [--roles <directory>]`. */
export const restore = (answer: AnswerWith): Command =>
  command('restore', 'Restore a backup into an empty database, with the roles of all services', [
    ['sluice restore /backup', 'the newest backup in a directory'],
    ['sluice restore sluice.backup --roles /run/secrets', 'also set up a login for each service'],
  ])
    .argument('<file>', 'a file that sluice backup made, or a directory with such files')
    .option(
      '--roles <directory>',
      'also create a login for each service with a file <service>_password, such as gateway_password',
    )
    .action((file: string, options: { readonly roles?: string }) =>
      answer(async (context) => (await import('../backup/runRestore.js')).runRestore(context, file, options)),
    );
