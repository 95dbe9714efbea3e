import type { CommandContext } from '../context.js';
import { plural } from '../output/words.js';

/** Shows on a terminal, in one line of stderr, what a backup or restore does; elsewhere nothing. */
export interface Progress {
  readonly show: (text: string) => void;
  /** Shows the table that is done, and the rows so far. */
  readonly onTable: (table: string, rows: number) => void;
}

/** Runs `work` with a progress, whose line is removed at the end. */
export async function withProgress<T>(
  { rewrite }: Pick<CommandContext, 'rewrite'>,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  let total = 0;
  const show = (text: string): void => rewrite?.(text);
  try {
    return await work({
      show,
      onTable: (table, rows) => {
        total += rows;
        show(`${plural(total, 'row')}, ${table}`);
      },
    });
  } finally {
    show('');
  }
}
