import { NOTHING, person, text, type Wire } from '../../output/cells.js';
import { levelStyle } from '../../output/levels.js';
import { printable } from '../../output/printable.js';
import type { Style } from '../../output/style.js';

const LEVEL_WIDTH = 7;

/** Formats a log as one line: time of day (UTC), level, message and context. */
export function logLine(log: Wire, style: Style): string {
  const level = text(log['level']);
  const where = [text(log['environment']), text(log['release']), person(log['user'])].filter(
    (part) => part !== NOTHING,
  );
  return [
    style.dim(printable(text(log['timestamp']).slice(11, 23))),
    levelStyle(level, style)(printable(level.padEnd(LEVEL_WIDTH))),
    printable(text(log['message'])),
    style.dim(printable(where.join(' '))),
  ]
    .join(' ')
    .trimEnd();
}
