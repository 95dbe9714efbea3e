import type { DestinationConfig, DestinationKind, DestinationSecrets, QuietHours } from '@sluice/contract';
import { TenancyError } from '@sluice/db';
import { line, problemsOf, whole, type FieldRules } from '../fields/field.js';
import { quietHours } from './quietHours.js';
import { withStoredTopic } from './shownTopic.js';

/** What people set of a destination and may read. */
export interface AlertDestinationFields {
  readonly name: string;
  readonly config: DestinationConfig;
  readonly quietHours: QuietHours | null;
  readonly hourlyLimit: number;
}

/** The fields of a destination as a client sent them; missing ones keep their value, a secret that is null is removed. */
export interface AlertDestinationInput {
  readonly name?: unknown;
  readonly config?: unknown;
  readonly quietHours?: unknown;
  readonly hourlyLimit?: unknown;
  readonly secrets?: { readonly [Name in keyof DestinationSecrets]?: DestinationSecrets[Name] | null };
}

/** What the platform of a destination needs, complete. */
interface DestinationTarget {
  readonly kind: DestinationKind;
  readonly config: DestinationConfig;
  readonly secrets: DestinationSecrets;
}

/** Returns every problem of a target, each a line that begins with the path of its field. */
export type TargetCheck = (change: {
  readonly before: DestinationTarget;
  readonly after: DestinationTarget;
  /** What the client sent: fields that it left out keep what is stored. */
  readonly given: { readonly config: object | undefined; readonly secrets: object };
}) => readonly string[];

/** Fields of a new destination that the client did not set. */
export const NEW_DESTINATION = { config: {}, quietHours: null, hourlyLimit: 30 } as const;

/** Messages of an hour that a destination may be granted. */
const MAX_HOURLY_LIMIT = 1_000;

const DESTINATION: FieldRules = {
  name: line(200),
  hourlyLimit: whole(1, MAX_HOURLY_LIMIT, 'messages'),
  quietHours,
};

/** A destination before a change. */
export interface DestinationBefore extends AlertDestinationFields {
  readonly kind: DestinationKind;
  readonly secrets: DestinationSecrets;
}

/** Returns a destination with the input applied. @throws TenancyError `invalid`: one line with every problem */
export function readDestinationFields(
  before: Omit<DestinationBefore, 'name'> & { readonly name?: string },
  { secrets: given = {}, ...input }: AlertDestinationInput,
  check: TargetCheck,
): DestinationBefore {
  const { kind } = before;
  const { name = before.name, hourlyLimit = before.hourlyLimit, quietHours: quiet = before.quietHours } = input;
  const fields = { name, hourlyLimit, quietHours: quiet };
  // The check says what a config may contain.
  const config = withStoredTopic(input.config ?? before.config, before.config);
  const merged = Object.entries({ ...before.secrets, ...given }).filter(([, secret]) => secret !== null);
  const secrets = Object.fromEntries(merged) as DestinationSecrets;
  const problems = [
    ...problemsOf(fields, DESTINATION, ''),
    ...check({
      before: { kind, config: before.config, secrets: before.secrets },
      after: { kind, config, secrets },
      given: { config: input.config as object | undefined, secrets: given },
    }),
  ];
  if (problems.length > 0) throw new TenancyError('invalid', problems.join('; '));
  // The rules above check the types.
  return { kind, config, secrets, ...(fields as Pick<AlertDestinationFields, keyof typeof fields>) };
}
