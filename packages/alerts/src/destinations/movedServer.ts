import type { Destination } from '../renderedRequest.js';
import { DESTINATION_FORMS } from './destinationForms.js';

/** A change of a destination. */
export interface DestinationMove {
  readonly before: Destination;
  readonly after: Destination;
  /** Fields that the change contains itself, rather than those that are stored. */
  readonly given: { readonly config?: object | undefined; readonly secrets?: object | undefined };
}

/**
 * Returns a problem for each secret that a change must contain, because it sends them to another server: otherwise a person who may change a destination
 * could read its secrets by naming a server of their own. Empty if the server stays.
 */
export function checkMovedServer({ before, after, given }: DestinationMove): readonly string[] {
  if (serverOf(before) === serverOf(after)) return [];
  const secrets = [
    ['secrets.token', after.secrets.token, valueOf(given.secrets, 'token')],
    ['config.topic', after.config.topic, valueOf(given.config, 'topic')],
  ] as const;
  return secrets
    .filter(([, sent, known]) => sent !== undefined && known !== sent)
    .map(([field]) => `${field}: must be given again, because config.server changes`);
}

const valueOf = (fields: object | undefined, name: string): unknown =>
  (fields as Readonly<Record<string, unknown>> | undefined)?.[name];

const serverOf = ({ kind, config }: Destination): string =>
  (config.server ?? DESTINATION_FORMS[kind].defaultServer ?? '').replace(/\/+$/, '');
