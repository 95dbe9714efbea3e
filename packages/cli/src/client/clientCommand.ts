import { Argument, type Command } from 'commander';
import { choiceArgument, choiceOption, type Choice } from '../choice.js';
import { command, type AnswerWith } from '../cli.js';
import type { CommandContext } from '../context.js';
import { notes, type Example } from '../helpText.js';
import { wire, type Wire } from '../output/cells.js';
import type { Style } from '../output/style.js';
import { parseMoment } from '../parse/moment.js';
import { nameOptions, type OptionNames } from './nameOptions.js';
import { createApiClient, type ApiClient } from './apiClient.js';
import type { ApiRequest } from './apiRequest.js';
import { findTarget, type TokenScope } from './findTarget.js';

/**
 * Flags in Commander's notation (`--status <status>`, `<issue>`), their description or choice, and the API parameter if its
 * name differs. An option such as `--ignore <glob...>` takes one value and may be repeated.
 */
export type Flag = readonly [flags: string, about: string | Choice, parameter?: string];

/** The parsed command line. */
export interface CommandInput {
  readonly arguments: readonly string[];
  /** By camel-case name. A switch has the value `on`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Values of options that may be repeated. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** The scope of the command, {@link ClientCommandSpec.scope}. */
  readonly scope?: TokenScope | undefined;
  /** {@link ClientCommandSpec.of}. */
  readonly of?: 'organization' | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The description that every HTTP command has. */
export interface ClientCommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly arguments?: readonly Flag[];
  readonly options?: readonly Flag[];
  /** Description of `--json` if it prints more than one value. */
  readonly json?: string;
  /** The option for the address of the service if `--url` has another meaning (default `--url <url>`). */
  readonly addressFlag?: string;
  /** Scope of the token, if more than reading is needed. */
  readonly scope?: TokenScope;
  /** `organization`: the command needs no project. With {@link ALL_PROJECTS} it does so if that is given. */
  readonly of?: 'organization';
  /** Options that set fields of the body: a refusal names them instead of the fields. */
  readonly fields?: OptionNames;
}

/** A command that makes one request; `--json` prints the response. */
export interface RequestSpec extends ClientCommandSpec {
  readonly request: (given: CommandInput) => ApiRequest;
  readonly human: (answer: Wire, style: Style) => string;
}

/** Creates a command from a {@link RequestSpec}. */
export function requestCommand(answer: AnswerWith, spec: RequestSpec): Command {
  return onClient(spec, (given) =>
    answer(async (context) => {
      const request = spec.request({ ...given, now: context.clock() });
      const { body } = await clientOf(context, given)
        .call({ of: given.of, ...request })
        .catch((error: unknown) => {
          throw nameOptions(error, spec.fields ?? [], given);
        });
      return { value: body, human: (style) => spec.human(wire(body), style) };
    }),
  );
}

/** Creates a command with its arguments and options and those that select the project. */
export function onClient(spec: ClientCommandSpec, act: (given: Omit<CommandInput, 'now'>) => Promise<void>): Command {
  const made = command(spec.name, spec.summary, spec.examples, spec.json);
  for (const [flags, about] of spec.arguments ?? []) {
    made.addArgument(typeof about === 'string' ? new Argument(flags, about) : choiceArgument(flags, about));
  }
  for (const [flags, about] of spec.options ?? []) addOption(made, flags, about);
  if (spec.of === undefined) made.option('--project <project>', '<project> or <org>/<project> ($SLUICE_PROJECT)');
  return made
    .option(spec.addressFlag ?? '--url <url>', 'address of the service ($SLUICE_URL)')
    .option('--org <org>', 'organization ($SLUICE_ORG)')
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
        of: spec.of ?? (options.some(([name]) => name === 'allProjects') ? 'organization' : undefined),
      });
    });
}

/** Creates an option; one that may be repeated collects its values. */
function addOption(made: Command, flags: string, about: string | Choice): void {
  if (typeof about !== 'string') made.addOption(choiceOption(flags, about));
  else if (!flags.endsWith('...>')) made.option(flags, about);
  else {
    const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
      ...(before ?? []),
      value,
    ];
    made.option(flags.replace('...>', '>'), `${about}; repeatable`, collect);
  }
}

const TARGET_HELP =
  'The token is read from SLUICE_AUTH_TOKEN only, so that it does not appear in process lists. Unset values default to the running npm start and its demo project ($DATA_DIR/demo.json).';

/** Creates a client for the project that options and environment select. */
export function clientOf(
  context: CommandContext,
  { options, scope, of: owner }: Pick<CommandInput, 'options' | 'scope' | 'of'>,
): ApiClient {
  const needsNoProject = owner === 'organization';
  return createApiClient(findTarget(context.env, context.place, { ...options, scope, needsNoProject }), context);
}

/** Options of a time range; parse them with {@link timeRange}. */
export const RANGE: readonly Flag[] = [
  ['--from <when>', 'arrived since: ISO time, or an age such as 24h'],
  ['--to <when>', 'arrived before'],
];

/** The option of commands about a project that are about the organization with it. */
export const ALL_PROJECTS: Flag = ['--all-projects', 'of the organization: applies to all of its projects'];

/** Options for environment and release. */
export const PLACE: readonly Flag[] = [
  ['--environment <name>', 'only this environment'],
  ['--release <version>', 'only this release'],
];

/** Converts `--from` and `--to` to API parameters. */
export function timeRange({
  options,
  now,
}: Pick<CommandInput, 'options' | 'now'>): Record<'from' | 'to', string | undefined> {
  const read = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : new Date(parseMoment(text, now, 'past')).toISOString();
  return { from: read(options['from']), to: read(options['to']) };
}

/** Converts options to query parameters: `--min-duration` becomes `minDuration` unless the flag names another. */
export function pick(options: CommandInput['options'], flags: readonly Flag[]): Record<string, string | undefined> {
  return Object.fromEntries(
    flags.map(([text, , parameter = optionName(text)]) => [parameter, options[optionName(text)]]),
  );
}

/** `minDuration` of `--min-duration <ms>`. */
function optionName(flags: string): string {
  const name = /^--([a-z-]+)/.exec(flags)?.[1] ?? '';
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
