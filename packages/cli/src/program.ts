import { Command, type Argument } from 'commander';
import { group, type AnswerWith } from './cli.js';
import { alerts } from './commands/alerts/alerts.js';
import { audit } from './commands/audit.js';
import { backup } from './commands/backup.js';
import { complete, completion } from './commands/completion.js';
import { deadLettersDiscard, deadLettersRetry } from './commands/deadLettersChange.js';
import { deadLettersList } from './commands/deadLettersList.js';
import { demo } from './commands/demo.js';
import { erase } from './commands/erase.js';
import { doctor } from './commands/doctor.js';
import { keyAdd } from './commands/keyAdd.js';
import { keyDisable } from './commands/keyDisable.js';
import { keyList } from './commands/keyList.js';
import { losses } from './commands/losses.js';
import { migrate } from './commands/migrate.js';
import { orgCreate } from './commands/orgCreate.js';
import { orgList } from './commands/orgList.js';
import { orgSet } from './commands/orgSet.js';
import { plan } from './commands/plan.js';
import { projectCreate } from './commands/projectCreate.js';
import { projectDelete } from './commands/projectDelete.js';
import { projectLift } from './commands/projectLift.js';
import { projectList } from './commands/projectList.js';
import { projectSet } from './commands/projectSet.js';
import { projectShow } from './commands/projectShow.js';
import { tail } from './commands/tail.js';
import { tokenCreate } from './commands/tokenCreate.js';
import { tokenList } from './commands/tokenList.js';
import { tokenRevoke } from './commands/tokenRevoke.js';
import { exceptions } from './commands/exceptions/exceptions.js';
import { hits } from './commands/hits/hits.js';
import { issues } from './commands/issues/issues.js';
import { logs } from './commands/logs/logs.js';
import { names } from './commands/names/names.js';
import { metrics } from './commands/metrics/metrics.js';
import { refused } from './commands/refused.js';
import { releases } from './commands/releases/releases.js';
import { replays } from './commands/replays/replays.js';
import { sourcemaps } from './commands/sourcemaps/sourcemaps.js';
import { spans } from './commands/spans/spans.js';
import { rehearse } from './commands/rehearse.js';
import { restore } from './commands/restore.js';
import { roles } from './commands/roles.js';
import { shards } from './commands/shards/shards.js';
import { stats } from './commands/stats.js';
import { task } from './commands/task/task.js';
import { traces } from './commands/traces/traces.js';
import { user } from './commands/user/user.js';
import { users } from './commands/users/users.js';
import { visits } from './commands/visits/visits.js';
import { usage } from './commands/usage.js';
import { notes } from './helpText.js';
import { requireValues } from './parse/requireValues.js';

/** Output settings of the command line. */
export interface ProgramOutput {
  readonly words: readonly string[];
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly columns: number | undefined;
  readonly version: string;
}

const ABOUT = [
  'Operator commands connect to the database in DATABASE_URL, or to the running `npm start` in DATA_DIR (default: .data in the checkout).',
  'The commands from `issues` to `releases` use HTTP: SLUICE_URL, SLUICE_AUTH_TOKEN, SLUICE_ORG and SLUICE_PROJECT, by default the demo project of `npm start`.',
  'Exit codes: 0 success, 1 failure, 2 wrong usage. A failure is one line on stderr; with --json, also {"error":{"code","message"}} on stdout. NO_COLOR turns colors off.',
];

/** Creates the command line. Parsing throws a `CommanderError` and never ends the process. */
export function buildProgram(answer: AnswerWith, output: ProgramOutput): Command {
  const program = new Command('sluice')
    .description('Operate Sluice and read its data.')
    .version(output.version, '--version', 'print the version')
    .addHelpText('after', notes(...ABOUT));
  const commands = [
    erase(answer),
    group(
      'org',
      'Organizations: quotas and retention',
      [orgCreate, orgList, orgSet].map((make) => make(answer)),
    ),
    group(
      'project',
      'Projects: filters, sampling and caps',
      [projectCreate, projectShow, projectList, projectSet, projectLift, projectDelete].map((make) => make(answer)),
    ),
    group(
      'key',
      'Keys that SDKs send events with, public and secret',
      [keyAdd, keyList, keyDisable].map((make) => make(answer)),
    ),
    group(
      'token',
      'Access tokens for the API',
      [tokenCreate, tokenList, tokenRevoke].map((make) => make(answer)),
    ),
    user(answer),
    audit(answer),
    usage(answer),
    tail(answer),
    group(
      'dead-letters',
      'Accepted events that could not be stored',
      [deadLettersList, deadLettersRetry, deadLettersDiscard].map((make) => make(answer)),
    ),
    ...[issues, exceptions, traces, spans, metrics, logs, hits, visits, replays, users, stats, refused].map((make) =>
      make(answer),
    ),
    ...[alerts, sourcemaps, releases].map((make) => make(answer)),
    names(answer),
    shards(answer),
    plan(answer),
    demo(answer),
    doctor(answer),
    losses(answer),
    task(answer),
    rehearse(answer),
    migrate(answer),
    roles(answer),
    backup(answer),
    restore(answer),
    completion(answer),
  ];
  for (const command of commands) program.addCommand(command);
  program.addCommand(complete(answer), { hidden: true });
  configure(program, 'sluice', output);
  return program;
}

/** A command in the list of its group: name and arguments, without `[options]`. */
const termOf = (command: Command): string => [command.name(), ...command.registeredArguments.map(written)].join(' ');

function written(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Applies settings that Commander does not pass on to separately built commands. */
function configure(command: Command, path: string, output: ProgramOutput): void {
  requireValues(command, output.words);
  command
    .exitOverride()
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError(`(see ${path} --help)`)
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: output.stdout,
      writeErr: output.stderr,
      getOutHelpWidth: () => output.columns ?? 100,
      getErrHelpWidth: () => output.columns ?? 100,
    });
  // The root lists command names only; with arguments, the summaries would not fit.
  command.configureHelp({ subcommandTerm: command.parent === null ? (child) => child.name() : termOf });
  for (const child of command.commands) configure(child, `${path} ${child.name()}`, output);
}
