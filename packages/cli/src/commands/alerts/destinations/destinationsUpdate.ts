import type { Command } from 'commander';
import type { AnswerWith } from '../../../cli.js';
import { clientOf, onClient, type ClientCommandSpec } from '../../../client/clientCommand.js';
import { nameOptions } from '../../../client/nameOptions.js';
import { wire } from '../../../output/cells.js';
import { describeDestination } from './describeDestination.js';
import { DESTINATION, DESTINATIONS_PATH } from './destinationArgument.js';
import { DESTINATION_FIELDS, DESTINATION_FLAGS, destinationBody } from './destinationBody.js';

const of = 'organization';

const SPEC: ClientCommandSpec = {
  name: 'update',
  of,
  scope: 'project:admin',
  summary: 'Change the given fields of a destination',
  examples: [
    ["sluice alerts destinations update 3 --quiet 'Europe/Berlin 22:00-07:00'", 'one digest at the end'],
    ['sluice alerts destinations update 3 --secret-file new-url.txt', 'secrets that are not given stay'],
  ],
  arguments: [DESTINATION],
  options: [['--name <name>', 'its new name'], ...DESTINATION_FLAGS],
};

/** `sluice alerts destinations update`: the API replaces the config as a whole, so options are put into the present one. */
export const destinationsUpdate = (answer: AnswerWith): Command =>
  onClient(SPEC, (given) =>
    answer(async (context) => {
      const client = clientOf(context, given);
      const path = [...DESTINATIONS_PATH, given.arguments[0] ?? ''];
      const { name } = given.options;
      const body = { ...destinationBody({ ...given, now: context.clock() }), ...(name === undefined ? {} : { name }) };
      const config = 'config' in body ? { config: { ...(await presentConfig()), ...wire(body.config) } } : {};
      const { body: changed } = await client
        .call({ of, method: 'PATCH', path, body: { ...body, ...config } })
        .catch((error: unknown) => {
          throw nameOptions(error, [['name', '--name'], ...DESTINATION_FIELDS], given);
        });
      return { value: changed, human: (style) => describeDestination(wire(changed), style) };

      async function presentConfig(): Promise<object> {
        return wire(wire((await client.call({ of, path })).body)['config']);
      }
    }),
  );
