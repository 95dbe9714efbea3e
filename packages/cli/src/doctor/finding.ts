import type { Style } from '../output/style.js';
import { printable } from '../output/printable.js';

/** How well something is. */
type Status = 'ok' | 'warn' | 'fail';

/** One thing that was looked at. */
export interface Finding {
  readonly name: string;
  readonly status: Status;
  readonly message: string;
  /** What to do; absent where nothing is to be done. */
  readonly advice?: string;
}

/** All is well. */
export const ok = (name: string, message: string): Finding => ({ name, status: 'ok', message });

/** It works, and somebody should look at it. */
export const warn = (name: string, message: string, advice: string): Finding => ({
  name,
  status: 'warn',
  message,
  advice,
});

/** It does not work. */
export const fail = (name: string, message: string, advice: string): Finding => ({
  name,
  status: 'fail',
  message,
  advice,
});

/** Findings for people: a line each, advice below. */
export function findingLines(findings: readonly Finding[], style: Style): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const mark: Readonly<Record<Status, string>> = {
    ok: style.green('ok  '),
    warn: style.yellow('warn'),
    fail: style.red('fail'),
  };
  return findings
    .flatMap(({ name, status, message, advice }) => [
      `${mark[status]}  ${name.padEnd(width)}  ${printable(message)}`,
      ...(advice === undefined ? [] : [`${' '.repeat(width + 8)}${style.bold(`→ ${printable(advice)}`)}`]),
    ])
    .join('\n');
}
