import type { DestinationKind } from '@sluice/contract';

/** An input of a destination's form beside its name. */
export type DestinationField = 'audience' | 'addresses' | 'url' | 'token' | 'chatId' | 'threadId' | 'server' | 'topic';

/** What people read about a kind of destination, and how they set it up. */
export interface DestinationForm {
  readonly label: string;
  /** One line for the choice of the kind. */
  readonly what: string;
  /** Where to get the URL or the token. */
  readonly help: string;
  /** Inputs of the form, in order. */
  readonly fields: readonly DestinationField[];
  /** Placeholder of the URL. */
  readonly example?: string;
  /** What the platform calls the token. */
  readonly token?: string;
  /** The server of a destination without one. */
  readonly defaultServer?: string;
  /** The server of a new destination, which must have one. */
  readonly startServer?: string;
  /** Servers to choose from, with their names. */
  readonly servers?: readonly (readonly [url: string, name: string])[];
}

/** Every kind, in the order of the choice. */
export const DESTINATION_FORMS: Readonly<Record<DestinationKind, DestinationForm>> = {
  members: {
    label: 'Members',
    what: 'Inbox of members, and email',
    help: 'Members find the message in their inbox; with a mail server they also get an email. Each member can choose to get less.',
    fields: ['audience'],
  },
  email: {
    label: 'Email',
    what: 'Any email addresses, such as a mailing list',
    help: 'Up to 20 addresses, one per line. Each first gets an email that asks for confirmation, and no alerts before it confirms. Requires a mail server (SMTP_URL).',
    fields: ['addresses'],
  },
  slack: {
    label: 'Slack',
    what: 'A Slack channel',
    help: 'At api.slack.com/apps open or create your app, switch Incoming Webhooks on, add one to the channel, and copy its URL.',
    fields: ['url'],
    example: 'https://hooks.slack.com/services/T…/B…/…',
  },
  teams: {
    label: 'Microsoft Teams',
    what: 'A Teams channel',
    help: 'In the channel’s menu choose Workflows, the template that posts when a webhook request is received, and copy the URL that it shows. Office 365 connectors no longer work.',
    fields: ['url'],
    example: 'https://….logic.azure.com/workflows/…',
  },
  discord: {
    label: 'Discord',
    what: 'A Discord channel',
    help: 'In the channel’s settings open Integrations, Webhooks, New Webhook, and copy its URL.',
    fields: ['url'],
    example: 'https://discord.com/api/webhooks/…',
  },
  telegram: {
    label: 'Telegram',
    what: 'A Telegram chat',
    help: 'Send /newbot to @BotFather and copy the token. Add the bot to the chat.',
    fields: ['token', 'chatId', 'threadId'],
    token: 'Bot token',
    defaultServer: 'https://api.telegram.org',
  },
  mattermost: {
    label: 'Mattermost',
    what: 'A Mattermost channel',
    help: 'In Integrations open Incoming Webhooks, add one for the channel, and copy its URL.',
    fields: ['url'],
    example: 'https://chat.example.com/hooks/…',
  },
  google_chat: {
    label: 'Google Chat',
    what: 'A Google Chat space',
    help: 'In the space’s menu open Apps & integrations, Webhooks, add one, and copy its URL.',
    fields: ['url'],
    example: 'https://chat.googleapis.com/v1/spaces/…',
  },
  ntfy: {
    label: 'ntfy',
    what: 'Push on your phone',
    help: 'Choose a topic that is hard to guess and subscribe to it in the ntfy app. A token is needed only if the topic is protected.',
    fields: ['topic', 'server', 'token'],
    token: 'Access token (optional)',
    startServer: 'https://ntfy.sh',
  },
  pagerduty: {
    label: 'PagerDuty',
    what: 'On-call incidents',
    help: 'In the service open Integrations, add Events API v2, and copy the integration key. A recovery resolves the incident.',
    fields: ['token'],
    token: 'Integration key',
    defaultServer: 'https://events.pagerduty.com',
  },
  opsgenie: {
    label: 'Opsgenie',
    what: 'On-call alerts',
    help: 'In the team open Integrations, add an API integration, and copy the key. A recovery closes the alert.',
    fields: ['token', 'server'],
    token: 'API key',
    defaultServer: 'https://api.opsgenie.com',
    servers: [
      ['https://api.opsgenie.com', 'United States: api.opsgenie.com'],
      ['https://api.eu.opsgenie.com', 'European Union: api.eu.opsgenie.com'],
    ],
  },
  webhook: {
    label: 'Webhook',
    what: 'Your own program',
    help: 'JSON by POST, signed as the Standard Webhooks specification describes. The signing secret is shown once, after you create it.',
    fields: ['url'],
    example: 'https://example.com/hooks/sluice',
  },
};
