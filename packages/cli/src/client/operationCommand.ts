import type { Command } from 'commander';
import type { AnswerWith } from '../cli.js';
import type { Style } from '../output/style.js';
import {
  ALL_PROJECTS,
  pick,
  requestCommand,
  timeRange,
  type ClientCommandSpec,
  type CommandInput,
} from './clientCommand.js';
import { isOfOrganization, methodOf, pathOf, type AnswerOf, type OperationName } from './operation.js';

/** A command that calls an operation of the API; `--json` prints the response. */
interface OperationSpec<Name extends OperationName> extends Omit<ClientCommandSpec, 'of'> {
  /** Its path parameters, after those of the project or organization, are the first arguments of the command. */
  readonly operation: Name;
  /** Default: the options, with their range of time. */
  readonly query?: (given: CommandInput) => Readonly<Record<string, string | undefined>>;
  readonly body?: (given: CommandInput) => object;
  readonly human: (answer: AnswerOf<Name>, style: Style) => string;
}

/** Creates a command from an {@link OperationSpec}. */
export function operationCommand<Name extends OperationName>(
  answer: AnswerWith,
  { operation, query, body, human, ...spec }: OperationSpec<Name>,
): Command {
  const flags = (spec.options ?? []).filter((flag) => flag !== ALL_PROJECTS);
  const queryOf = query ?? ((given: CommandInput) => ({ ...pick(given.options, flags), ...timeRange(given) }));
  return requestCommand(answer, {
    ...spec,
    ...(isOfOrganization(operation) ? { of: 'organization' } : {}),
    request: (given) => ({
      method: methodOf(operation),
      path: pathOf(operation, given.arguments),
      ...(body === undefined ? { query: queryOf(given) } : { body: body(given) }),
    }),
    human: (answered, style) => human(answered as AnswerOf<Name>, style),
  });
}
