import type { Style } from '../output/style.js';
import { printable } from '../output/printable.js';
import { wrap } from '../output/wrap.js';

/** Status of a check. */
type Status = 'ok' | 'warn' | 'fail';

/** Result of a check. */
export interface Finding {
  readonly name: string;
  readonly status: Status;
  readonly message: string;
  /** Details below the message, one per line. */
  readonly details?: readonly string[];
  /** Remedy, if one is needed. */
  readonly advice?: string;
}

/** Width of the mark and two gaps. */
const MARGIN = 8;
/** Indentation of wrapped lines. */
const HANG = 2;
/** Minimum text width. */
const LEAST_ROOM = 30;

/** A passed check. */
export const ok = (name: string, message: string): Finding => ({ name, status: 'ok', message });

/** A warning. */
export const warn = (name: string, message: string, advice: string): Finding => ({
  name,
  status: 'warn',
  message,
  advice,
});

/** A failed check. */
export const fail = (name: string, message: string, advice: string): Finding => ({
  name,
  status: 'fail',
  message,
  advice,
});

/** Formats findings: one line each, with details and advice below, wrapped to the terminal. */
export function findingLines(findings: readonly Finding[], style: Style): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const mark: Readonly<Record<Status, string>> = {
    ok: style.green('ok  '),
    warn: style.yellow('warn'),
    fail: style.red('fail'),
  };
  const indent = ' '.repeat(width + MARGIN);
  const room = style.width === undefined ? undefined : Math.max(LEAST_ROOM, style.width - indent.length);
  /** Wraps text; continuation lines are indented. */
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
