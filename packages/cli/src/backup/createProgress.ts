import type { CommandContext } from '../context.js';
import { plural } from '../output/words.js';

/** Reports the tables of a backup or restore on stderr. */
export interface Progress {
  readonly onTable: (table: string, rows: number) => void;
  /** Reports the last table. */
  readonly end: () => void;
}

/** Returns the progress of a command: one line for each table with rows, which sums up its partitions. */
export function createProgress({ note, rewrite }: Pick<CommandContext, 'note' | 'rewrite'>): Progress {
  let [current, total] = ['', 0];
  const end = (): void => {
    rewrite?.('');
    if (total > 0) note(`  ${current}: ${plural(total, 'row')}`);
    [current, total] = ['', 0];
  };
  return {
    onTable: (table, rows) => {
      const parent = table.replace(/_p\d{8,10}$/, '');
      if (parent !== current) end();
      [current, total] = [parent, total + rows];
      rewrite?.(`  ${table}`);
    },
    end,
  };
}
