import type { DestinationKind } from '@sluice/contract';
import { asked, group as groupOf, optional, type Fields } from '../fields/field.js';
import { inputsOf, type AskedField } from '../fields/inputs.js';
import { CONFIG_FIELDS, secretToken, secretUrl } from './fields.js';

/** What people read about a kind of destination, how they set it up, and its fields. */
interface DestinationForm {
  readonly label: string;
  /** One line for the choice of the kind. */
  readonly what: string;
  /** Where to get the URL or the token. */
  readonly help: string;
  /** Its config and its secrets, in the order of a form. */
  readonly fields: { readonly [Part in 'config' | 'secrets']?: DestinationGroup };
  /** The server of a destination without one. */
  readonly defaultServer?: string;
}

type DestinationGroup = ReturnType<typeof groupOf>;

const group = (fields: Fields): DestinationGroup => groupOf(fields, 'an object');
const byUrl = (placeholder: string) => ({ secrets: group({ url: secretUrl(placeholder) }) });
const { audience, addresses, chatId, threadId, server, topic } = CONFIG_FIELDS;

const NTFY = 'https://ntfy.sh';
const OPSGENIE = 'https://api.opsgenie.com';
const REGIONS = {
  [OPSGENIE]: 'United States: api.opsgenie.com',
  'https://api.eu.opsgenie.com': 'European Union: api.eu.opsgenie.com',
};

/** Every kind, in the order of the choice. */
export const DESTINATION_FORMS: Readonly<Record<DestinationKind, DestinationForm>> = {
  members: {
    label: 'Members',
    what: 'Inbox of members, and email',
    help: 'Members find the message in their inbox; with a mail server they also get an email. Each member can choose to get less.',
    fields: { config: group({ audience }) },
  },
  email: {
    label: 'Email',
    what: 'Any email addresses, such as a mailing list',
    help: 'Up to 20 addresses, one per line. Each first gets an email that asks for confirmation, and no alerts before it confirms. Requires a mail server (SMTP_URL).',
    fields: { config: group({ addresses }) },
  },
  slack: {
    label: 'Slack',
    what: 'A Slack channel',
    help: 'At api.slack.com/apps open or create your app, switch Incoming Webhooks on, add one to the channel, and copy its URL.',
    fields: byUrl('https://hooks.slack.com/services/T…/B…/…'),
  },
  teams: {
    label: 'Microsoft Teams',
    what: 'A Teams channel',
    help: 'In the channel’s menu choose Workflows, the template that posts when a webhook request is received, and copy the URL that it shows. Office 365 connectors no longer work.',
    fields: byUrl('https://….logic.azure.com/workflows/…'),
  },
  discord: {
    label: 'Discord',
    what: 'A Discord channel',
    help: 'In the channel’s settings open Integrations, Webhooks, New Webhook, and copy its URL.',
    fields: byUrl('https://discord.com/api/webhooks/…'),
  },
  telegram: {
    label: 'Telegram',
    what: 'A Telegram chat',
    help: 'Send /newbot to @BotFather and copy the token. Add the bot to the chat.',
    fields: {
      secrets: group({
        token: secretToken('Bot token', /^\d{1,20}:[\w-]{30,64}$/, 'the token of a bot, such as 123456:ABC…'),
      }),
      config: group({ chatId, threadId: optional(threadId), server: optional(server) }),
    },
    defaultServer: 'https://api.telegram.org',
  },
  mattermost: {
    label: 'Mattermost',
    what: 'A Mattermost channel',
    help: 'In Integrations open Incoming Webhooks, add one for the channel, and copy its URL.',
    fields: byUrl('https://chat.example.com/hooks/…'),
  },
  google_chat: {
    label: 'Google Chat',
    what: 'A Google Chat space',
    help: 'In the space’s menu open Apps & integrations, Webhooks, add one, and copy its URL.',
    fields: byUrl('https://chat.googleapis.com/v1/spaces/…'),
  },
  ntfy: {
    label: 'ntfy',
    what: 'Push on your phone',
    help: 'Choose a topic that is hard to guess and subscribe to it in the ntfy app. A token is needed only if the topic is protected.',
    fields: {
      config: group({
        topic,
        server: asked(server, { label: 'Server', hint: 'ntfy.sh, or a server of your own.', type: 'url', start: NTFY }),
      }),
      secrets: group({ token: optional(secretToken('Access token (optional)')) }),
    },
    defaultServer: NTFY,
  },
  pagerduty: {
    label: 'PagerDuty',
    what: 'On-call incidents',
    help: 'In the service open Integrations, add Events API v2, and copy the integration key. A recovery resolves the incident.',
    fields: {
      secrets: group({
        token: secretToken('Integration key', /^[A-Za-z0-9]{32}$/, 'an integration key of 32 letters and digits'),
      }),
      config: group({ server: optional(server) }),
    },
    defaultServer: 'https://events.pagerduty.com',
  },
  opsgenie: {
    label: 'Opsgenie',
    what: 'On-call alerts',
    help: 'In the team open Integrations, add an API integration, and copy the key. A recovery closes the alert.',
    fields: {
      secrets: group({ token: secretToken('API key') }),
      config: group({ server: optional(asked(server, { label: 'Region', words: REGIONS, start: OPSGENIE })) }),
    },
    defaultServer: OPSGENIE,
  },
  webhook: {
    label: 'Webhook',
    what: 'Your own program',
    help: 'JSON by POST, signed as the Standard Webhooks specification describes. The signing secret is shown once, after you create it.',
    fields: byUrl('https://example.com/hooks/sluice'),
  },
};

/** Returns the inputs of a kind of destination, in the order of its form. */
export const destinationInputs = (kind: DestinationKind): readonly AskedField[] =>
  inputsOf(DESTINATION_FORMS[kind].fields).filter(({ field }) => field.input !== undefined);
