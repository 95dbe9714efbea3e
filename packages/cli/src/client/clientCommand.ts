import { Argument, type Command } from 'commander';
import { choiceArgument, choiceOption, type Choice } from '../choice.js';
import { command, type AnswerWith } from '../cli.js';
import type { CommandContext } from '../context.js';
import { notes, type Example } from '../helpText.js';
import { wire, type Wire } from '../output/cells.js';
import type { Style } from '../output/style.js';
import { parseMoment } from '../parse/moment.js';
import { createApiClient, type ApiClient } from './apiClient.js';
import type { ApiRequest } from './apiRequest.js';
import { findTarget, type TokenScope } from './findTarget.js';

/**
 * Flags as Commander writes them (`--status <status>`, `<issue>`), what they mean, and the API's parameter where that has
 * another name; a choice where only some values are possible. An option such as `--ignore <glob...>` takes one value and may be given again.
 */
export type Flag = readonly [flags: string, about: string | Choice, parameter?: string];

/** Words of a command line. */
export interface Given {
  readonly arguments: readonly string[];
  /** By name in camel case. A switch that is given is `on`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** What was given to options that may be given again. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** Of the command, {@link ClientCommandSpec.scope}. */
  readonly scope?: TokenScope | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What every command over HTTP has. */
export interface ClientCommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly arguments?: readonly Flag[];
  readonly options?: readonly Flag[];
  /** What `--json` does, where it is not one value. */
  readonly json?: string;
  /** The option that names the address of the service, where `--url` is something else (`--url <url>`). */
  readonly addressFlag?: string;
  /** What it needs a token for, where that is more than reading. */
  readonly scope?: TokenScope;
}

/** A command that makes one request: the answer is what `--json` prints. */
export interface RequestSpec extends ClientCommandSpec {
  readonly request: (given: Given) => ApiRequest;
  readonly human: (answer: Wire, style: Style) => string;
}

/** A command out of a {@link RequestSpec}. */
export function requestCommand(answer: AnswerWith, spec: RequestSpec): Command {
  return onClient(spec, (given) =>
    answer(async (context) => {
      const { body } = await clientOf(context, given).call(spec.request({ ...given, now: context.clock() }));
      return { value: body, human: (style) => spec.human(wire(body), style) };
    }),
  );
}

/** A command with arguments, options, and those by which every client command finds its project. */
export function onClient(spec: ClientCommandSpec, act: (given: Omit<Given, 'now'>) => Promise<void>): Command {
  const made = command(spec.name, spec.summary, spec.examples, spec.json);
  for (const [flags, about] of spec.arguments ?? []) {
    made.addArgument(typeof about === 'string' ? new Argument(flags, about) : choiceArgument(flags, about));
  }
  for (const [flags, about] of spec.options ?? []) addOption(made, flags, about);
  return made
    .option(spec.addressFlag ?? '--url <url>', 'address of the service ($SLUICE_URL)')
    .option('--org <org>', 'organization ($SLUICE_ORG)')
    .option('--project <project>', '<project> or <org>/<project> ($SLUICE_PROJECT)')
    .addHelpText('after', notes(TARGET_HELP))
    .action((...words: unknown[]) => {
      const given = Object.entries(words.at(-2) as Readonly<Record<string, string | boolean | readonly string[]>>);
      const options = given.filter((entry): entry is [string, string | boolean] => !Array.isArray(entry[1]));
      const lists = given.filter((entry): entry is [string, readonly string[]] => Array.isArray(entry[1]));
      return act({
        arguments: words
          .slice(0, -2)
          .flat()
          .filter((word): word is string => typeof word === 'string'),
        options: Object.fromEntries(options.map(([name, value]) => [name, value === true ? 'on' : String(value)])),
        lists: Object.fromEntries(lists),
        scope: spec.scope,
      });
    });
}

/** An option; one that may be given again collects its values. */
function addOption(made: Command, flags: string, about: string | Choice): void {
  if (typeof about !== 'string') made.addOption(choiceOption(flags, about));
  else if (!flags.endsWith('...>')) made.option(flags, about);
  else {
    const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
      ...(before ?? []),
      value,
    ];
    made.option(flags.replace('...>', '>'), `${about}; may be given again`, collect);
  }
}

const TARGET_HELP =
  'The token is read from SLUICE_AUTH_TOKEN only, so that it does not appear in process lists. What is not set is taken from the running npm start and its demo project ($DATA_DIR/demo.json).';

/** A client of the project that options and environment name. */
export function clientOf(context: CommandContext, { options, scope }: Pick<Given, 'options' | 'scope'>): ApiClient {
  return createApiClient(findTarget(context.env, context.place, { ...options, scope }), context);
}

/** Options of a time range; read them with {@link timeRange}. */
export const RANGE: readonly Flag[] = [
  ['--from <when>', 'arrived since: ISO time, or an age such as 24h'],
  ['--to <when>', 'arrived before'],
];

/** Options of an event's place. */
export const PLACE: readonly Flag[] = [
  ['--environment <name>', 'only this environment'],
  ['--release <version>', 'only this release'],
];

/** `--from` and `--to` as the API wants them. */
export function timeRange({ options, now }: Pick<Given, 'options' | 'now'>): Record<'from' | 'to', string | undefined> {
  const read = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : new Date(parseMoment(text, now, 'past')).toISOString();
  return { from: read(options['from']), to: read(options['to']) };
}

/** Options as parameters of a query: `--min-duration` is `minDuration` unless the flag says otherwise. */
export function pick(options: Given['options'], flags: readonly Flag[]): Record<string, string | undefined> {
  return Object.fromEntries(
    flags.map(([text, , parameter = optionName(text)]) => [parameter, options[optionName(text)]]),
  );
}

/** `minDuration` of `--min-duration <ms>`. */
function optionName(flags: string): string {
  const name = /^--([a-z-]+)/.exec(flags)?.[1] ?? '';
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
