import { usageError } from '../../../cliError.js';
import type { CommandInput, Flag } from '../../../client/clientCommand.js';
import type { OptionNames } from '../../../client/nameOptions.js';
import { parseMoment, parseSpan } from '../../../parse/moment.js';
import { parseCondition } from '../conditionText.js';
import { readObject } from '../readInput.js';

/** Options that set the fields of a rule. */
export const RULE_FLAGS: readonly Flag[] = [
  ['--when <condition...>', 'condition: its kind and field=value for each field, such as "new_issue"'],
  ['--to <destination...>', 'id of each destination; replaces the current ones; none removes them'],
  ['--level <level...>', 'only issues and events of this level'],
  ['--environment <glob...>', 'only this environment'],
  ['--release <glob...>', 'only this release'],
  ['--page <glob...>', 'only pages whose URL matches'],
  ['--tag <key=value...>', 'only with this tag'],
  ['--except <project...>', 'with --all-projects: a project to which it does not apply, or none'],
  ['--cooldown <time>', 'after a message, only count further firings for this long, such as 1h'],
  ['--digest <time>', 'combine firings within this time into one message, such as 15m'],
  ['--mute <until>', 'only count until then: ISO time, a duration such as 2h, or none'],
  ['--file <file>', 'JSON object with fields of the API; - is stdin. Options replace its fields'],
];

/** Which of {@link RULE_FLAGS} sets a field. */
export const RULE_FIELDS: OptionNames = [
  ['conditions', '--when'],
  ['destinationIds', '--to'],
  ['filters.levels', '--level'],
  ['filters.environments', '--environment'],
  ['filters.releases', '--release'],
  ['filters.urls', '--page'],
  ['filters.tags', '--tag'],
  ['exceptProjects', '--except'],
  ['cooldownSeconds', '--cooldown'],
  ['digestSeconds', '--digest'],
  ['mutedUntil', '--mute'],
];

/** Returns the body of a request that sets the given fields of a rule. @throws CliError */
export function ruleBody({ options, lists = {}, now }: CommandInput): Readonly<Record<string, unknown>> {
  const { file, cooldown, digest, mute } = options;
  const { when, to, except } = lists;
  const filters = filtersOf(lists);
  return {
    ...readObject(file),
    ...(when === undefined ? {} : { conditions: when.map(parseCondition) }),
    ...(to === undefined ? {} : { destinationIds: orNone(to) }),
    ...(filters === undefined ? {} : { filters }),
    ...(except === undefined ? {} : { exceptProjects: orNone(except) }),
    ...(cooldown === undefined ? {} : { cooldownSeconds: seconds('--cooldown', cooldown) }),
    ...(digest === undefined ? {} : { digestSeconds: seconds('--digest', digest) }),
    ...(mute === undefined ? {} : { mutedUntil: mutedUntil(mute, now) }),
  };
}

/** Returns the `mutedUntil` of `none`, a time or a duration. @throws CliError */
export const mutedUntil = (given: string, now: number): string | null =>
  given === 'none' ? null : new Date(parseMoment(given, now, 'future')).toISOString();

const orNone = (values: readonly string[]): readonly string[] => (values.join() === 'none' ? [] : values);

/** `undefined` if no filter is given; filters are replaced as a whole. */
function filtersOf(lists: NonNullable<CommandInput['lists']>): object | undefined {
  const { level, environment, release, page, tag } = lists;
  const given = {
    ...(level === undefined ? {} : { levels: level }),
    ...(environment === undefined ? {} : { environments: environment }),
    ...(release === undefined ? {} : { releases: release }),
    ...(page === undefined ? {} : { urls: page }),
    ...(tag === undefined ? {} : { tags: tag.map(parseTag) }),
  };
  return Object.keys(given).length === 0 ? undefined : given;
}

function parseTag(given: string): { readonly key: string; readonly value: string } {
  const at = given.indexOf('=');
  if (at < 1) throw usageError(`"${given}" is not of the form key=value`);
  return { key: given.slice(0, at), value: given.slice(at + 1) };
}

function seconds(flag: string, given: string): number {
  const span = given === '0' ? 0 : parseSpan(given);
  if (span === undefined) throw usageError(`${flag} ${given}: write a duration such as 90s, 15m, 1h or 7d, or 0`);
  return span / 1_000;
}
