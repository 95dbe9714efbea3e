import type { CommandContext } from '../../context.js';
import { printable } from '../../output/printable.js';

/** Shows progress on stderr. */
export interface Progress {
  /** Advances by one. @param what the finished item */
  readonly step: (what: string) => void;
  /** Prints another message on its own line. */
  readonly say: (line: string) => void;
  /** Removes the bar. */
  readonly end: () => void;
}

/** Width of the bar. */
const WIDTH = 24;
/** Maximum text after the bar: a wrapped line could not be overwritten. */
const MAX_TEXT = 40;

/** A bar on a terminal; otherwise a line for every 10 %; nothing with `--json`. */
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
