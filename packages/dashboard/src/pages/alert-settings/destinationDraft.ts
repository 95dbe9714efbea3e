import { DESTINATION_FORMS, type DestinationField } from '@sluice/alerts/kinds';
import type { CallParts } from '../../api/callApi';
import type { Destination, DestinationKind } from '../alerts/alertTypes';
import { readLines } from '../alerts/pairText';

/** A destination as a form has it: fields of all kinds, as text. Secrets are empty unless they are typed. */
export interface DestinationDraft extends Readonly<Record<Exclude<DestinationField, 'audience'>, string>> {
  readonly kind: DestinationKind;
  readonly name: string;
  readonly audience: NonNullable<Destination['config']['audience']>;
  readonly hourlyLimit: string;
  readonly isQuiet: boolean;
  readonly timeZone: string;
  /** `HH:MM`. */
  readonly from: string;
  readonly to: string;
  /** 1 is Monday. */
  readonly days: readonly number[];
}

/** What creates or changes a destination, but its kind: that cannot change. */
export type DestinationBody = Omit<
  NonNullable<CallParts<'POST /api/0/organizations/{org}/alerts/destinations'>['body']>,
  'kind'
>;
type Config = NonNullable<DestinationBody['config']>;
type Secrets = NonNullable<DestinationBody['secrets']>;

/** All days of the week, Monday first. */
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Returns the server that a form begins with; empty for a kind whose server is not chosen. */
function serverOf(kind: DestinationKind): string {
  const { servers, startServer = '' } = DESTINATION_FORMS[kind];
  return servers?.[0]?.[0] ?? startServer;
}

/** Returns the form of a new destination. @param timeZone the reader's, for quiet hours */
export const newDestination = (kind: DestinationKind, timeZone: string): DestinationDraft => ({
  kind,
  name: '',
  audience: 'owners',
  addresses: '',
  url: '',
  token: '',
  chatId: '',
  threadId: '',
  topic: '',
  server: serverOf(kind),
  hourlyLimit: '30',
  isQuiet: false,
  timeZone,
  from: '22:00',
  to: '07:00',
  days: ALL_DAYS,
});

/** Returns the form of a destination. */
export function destinationToDraft(destination: Destination, timeZone: string): DestinationDraft {
  const { kind, name, config, quietHours, hourlyLimit } = destination;
  const draft = newDestination(kind, timeZone);
  return {
    ...draft,
    name,
    audience: config.audience ?? draft.audience,
    addresses: (config.addresses ?? []).join('\n'),
    chatId: config.chatId ?? '',
    threadId: String(config.threadId ?? ''),
    topic: config.topic ?? '',
    server: config.server ?? draft.server,
    hourlyLimit: String(hourlyLimit),
    ...(quietHours === null
      ? {}
      : { ...quietHours, isQuiet: true, days: quietHours.days === undefined ? ALL_DAYS : quietHours.days }),
  };
}

/** Returns what creates or changes a destination. A secret that was not typed is left out: it stays as it is. */
export function draftToDestination(draft: DestinationDraft): DestinationBody {
  const { fields } = DESTINATION_FORMS[draft.kind];
  const has = (field: DestinationField): boolean => fields.includes(field) && draft[field].trim() !== '';
  const config: Config = {
    ...(fields.includes('audience') ? { audience: draft.audience } : {}),
    ...(fields.includes('addresses') ? { addresses: [...readLines(draft.addresses.replaceAll(',', '\n'))] } : {}),
    ...(has('chatId') ? { chatId: draft.chatId.trim() } : {}),
    ...(has('threadId') ? { threadId: Number(draft.threadId) } : {}),
    ...(has('server') ? { server: draft.server.trim() } : {}),
    ...(has('topic') ? { topic: draft.topic.trim() } : {}),
  };
  const secrets: Secrets = {
    ...(has('url') ? { url: draft.url.trim() } : {}),
    ...(has('token') ? { token: draft.token.trim() } : {}),
  };
  return {
    name: draft.name.trim(),
    hourlyLimit: Number(draft.hourlyLimit),
    config,
    secrets,
    quietHours: quietHoursOf(draft),
  };
}

function quietHoursOf({ isQuiet, timeZone, from, to, days }: DestinationDraft): DestinationBody['quietHours'] {
  if (!isQuiet) return null;
  const sorted = [...days].sort((a, b) => a - b);
  return { timeZone: timeZone.trim(), from, to, ...(days.length === ALL_DAYS.length ? {} : { days: sorted }) };
}
