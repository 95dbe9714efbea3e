import type { Style } from '../output/style.js';
import { printable } from '../output/printable.js';
import { wrap } from '../output/wrap.js';

/** How well something is. */
type Status = 'ok' | 'warn' | 'fail';

/** One thing that was looked at. */
export interface Finding {
  readonly name: string;
  readonly status: Status;
  readonly message: string;
  /** Facts below the message, one a line. */
  readonly details?: readonly string[];
  /** What to do; absent where nothing is to be done. */
  readonly advice?: string;
}

/** The mark and two gaps. */
const MARGIN = 8;
/** Blanks before what is left of a broken line. */
const HANG = 2;
/** Columns of text, however narrow the terminal is. */
const LEAST_ROOM = 30;

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

/** Findings for people: a line each, details and advice below; broken to fit the terminal. */
export function findingLines(findings: readonly Finding[], style: Style): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const mark: Readonly<Record<Status, string>> = {
    ok: style.green('ok  '),
    warn: style.yellow('warn'),
    fail: style.red('fail'),
  };
  const indent = ' '.repeat(width + MARGIN);
  const room = style.width === undefined ? undefined : Math.max(LEAST_ROOM, style.width - indent.length);
  /** Lines after the first are indented by two more blanks. */
  const broken = (text: string): readonly string[] =>
    wrap(printable(text), room === undefined ? undefined : room - HANG).map(
      (line, index) => `${index === 0 ? '' : ' '.repeat(HANG)}${line}`,
    );
  return findings
    .flatMap(({ name, status, message, details = [], advice }) => {
      const [first = '', ...rest] = broken(details.length === 0 ? message : `${message}:`);
      const below = [...rest, ...details.flatMap(broken)];
      const remedy = advice === undefined ? [] : broken(`→ ${advice}`).map(style.bold);
      return [
        `${mark[status]}  ${name.padEnd(width)}  ${first}`,
        ...[...below, ...remedy].map((line) => `${indent}${line}`),
      ];
    })
    .join('\n');
}
