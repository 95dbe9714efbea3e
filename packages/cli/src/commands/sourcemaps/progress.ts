import type { CommandContext } from '../../context.js';
import { printable } from '../../output/printable.js';

/** Tells on stderr how far something is. */
export interface Progress {
  /** One more is done. @param what it was */
  readonly step: (what: string) => void;
  /** Something else, in a line of its own. */
  readonly say: (line: string) => void;
  /** Takes the bar away. */
  readonly end: () => void;
}

/** Characters of the bar. */
const WIDTH = 24;
/** Longest text behind it: a line that breaks could not be written over. */
const MAX_TEXT = 40;

/** A bar on a terminal; elsewhere a line for every tenth of the way; nothing with `--json`. */
export function startProgress({ rewrite, note }: Pick<CommandContext, 'rewrite' | 'note'>, total: number): Progress {
  let done = 0;
  if (rewrite === undefined) {
    return {
      step: (what) => {
        done += 1;
        if (tenths(done, total) > tenths(done - 1, total)) note(`${done} of ${total}: ${printable(what)}`);
      },
      say: (line) => note(printable(line)),
      end: () => undefined,
    };
  }
  const draw = (what: string): void => {
    const filled = Math.round((done / total) * WIDTH);
    const shown = Array.from(printable(what)).slice(-MAX_TEXT).join('');
    rewrite(`${'━'.repeat(filled)}${'·'.repeat(WIDTH - filled)} ${done}/${total} ${shown}`);
  };
  draw('');
  return {
    step: (what) => {
      done += 1;
      draw(what);
    },
    say: (line) => {
      rewrite('');
      note(printable(line));
      draw('');
    },
    end: () => rewrite(''),
  };
}

const tenths = (done: number, total: number): number => Math.floor((done / total) * 10);
