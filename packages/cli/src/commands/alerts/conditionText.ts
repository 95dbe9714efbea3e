import { CONDITIONS, inputsOf } from '@sluice/alerts/kinds';
import { isObject } from '@sluice/contract';
import { usageError } from '../../cliError.js';
import { text, type Wire } from '../../output/cells.js';

type Fields = Record<string, unknown>;

/** How each field of conditions is typed, by its path. */
const FORMS = new Map(CONDITIONS.flatMap(({ fields }) => inputsOf(fields).map(({ path, form }) => [path, form])));

/** Formats a condition as {@link parseCondition} reads it: `issue_rate measure=users above=100 windowMinutes=60`. */
export function conditionText({ kind, ...fields }: Wire): string {
  return [text(kind), ...flatten(fields).map(([name, value]) => `${name}=${quoted(value)}`)].join(' ');
}

function flatten(fields: Wire, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]): readonly (readonly [string, string])[] =>
    isObject(value)
      ? flatten(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, Array.isArray(value) ? value.map((one) => text(one)).join(',') : text(value)]],
  );
}

const quoted = (value: string): string => (/[\s"]/.test(value) ? JSON.stringify(value) : value);

/** Words, in which quotes protect spaces. */
const WORD = /(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g;

/** Reads a condition: its kind, then `field=value` for each field. @throws CliError */
export function parseCondition(given: string): Fields {
  const [kind, ...assignments] = given.match(WORD) ?? [];
  if (kind === undefined || kind.includes('=')) throw usageError(`"${given}" must begin with the kind of a condition`);
  const condition: Fields = { kind };
  for (const assignment of assignments) {
    const [, name = '', value = ''] = /^([A-Za-z.]+)=(.*)$/s.exec(assignment) ?? [];
    if (name === '') throw usageError(`"${assignment}" in "${given}" is not of the form field=value`);
    assign(condition, name, valueOf(name, unquoted(value)));
  }
  return condition;
}

function assign(condition: Fields, name: string, value: unknown): void {
  const steps = name.split('.');
  const last = steps.pop() ?? '';
  let at = condition;
  for (const step of steps) at = (at[step] ??= {}) as Fields;
  at[last] = value;
}

function valueOf(name: string, value: string): unknown {
  const form = FORMS.get(name) ?? FORMS.get(name.slice(0, name.lastIndexOf('.')));
  if (form === 'checks') return value.split(',');
  if (form === 'text' || form === 'pairs') return value;
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? value : number;
}

const unquoted = (value: string): string =>
  value.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => inner.replace(/\\(.)/g, '$1'));
