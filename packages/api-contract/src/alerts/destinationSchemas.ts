import { DESTINATION_KINDS } from '@sluice/contract';
import { described, listOf, named, nullable, object, optionalFields } from '../schema/shapes.js';
import { count, id, integer, oneOf, text, time } from '../schema/values.js';
import { configSchema } from './conditionSchema.js';

const HOURLY_LIMIT = described(
  integer(1, 1_000),
  'Messages of a UTC hour; what is due beyond them is one digest of the next hour.',
);

const clock = { ...text(), pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['22:00'] };

const quietHours = named(
  'QuietHours',
  object(
    {
      timeZone: described(text(60), 'IANA name, such as `Europe/Berlin`.'),
      from: clock,
      to: described(clock, 'If it is not later than `from`, it is on the next day.'),
      days: described(listOf(integer(1, 7)), 'Days on which it begins, 1 is Monday; default: all.'),
    },
    ['days'],
  ),
);

const QUIET_HELP = 'Nothing is sent meanwhile; what was due is one digest at the end.';

const fields = {
  id,
  kind: oneOf(...DESTINATION_KINDS),
  name: text(),
  config: configSchema,
  addresses: described(
    listOf(
      named(
        'AlertAddress',
        object({
          address: text(),
          state: oneOf('confirmed', 'waiting', 'unsubscribed'),
          until: described(
            nullable(time),
            'Of a waiting address that got alerts before addresses had to confirm that: when they end; null: it gets none.',
          ),
          askedAt: described(nullable(time), 'When it was last asked by email; null: never.'),
        }),
      ),
    ),
    'Of `email`: which addresses get alerts. `confirmed`: it confirmed by the link in an email, or is the proven address of a member.',
  ),
  secret: described(
    nullable(text()),
    'What may be shown of the secrets: the host of the URL, or that a token is set; null if there is none.',
  ),
  signingSecrets: described(count, 'How many secrets sign: 2 while an old one is being replaced.'),
  quietHours: described(nullable(quietHours), QUIET_HELP),
  hourlyLimit: HOURLY_LIMIT,
  rules: described(count, 'How many rules send to it.'),
  failures: described(count, 'Deliveries in a row that failed permanently.'),
  pausedAt: described(nullable(time), 'Since when its messages wait; null: it is not paused.'),
  pausedReason: nullable(text()),
  lastSentAt: nullable(time),
  lastProblem: described(
    nullable(
      named(
        'DestinationProblem',
        object({
          deliveryId: id,
          kind: oneOf('alert', 'test', 'resend'),
          at: time,
          status: described(nullable(integer(0, 999)), 'HTTP status or SMTP code; null without an answer.'),
          problem: nullable(text()),
        }),
      ),
    ),
    'The last attempt that failed, if no message was sent after it. It counts while the message waits for another attempt, and for 7 days after the message failed permanently.',
  ),
  warnings: described(
    listOf(text()),
    'What is probably wrong but allowed, such as a URL of Slack on another host than Slack’s.',
  ),
  createdAt: time,
  updatedAt: time,
};

/** A destination in responses; it has no secret. */
export const destinationSchema = named('AlertDestination', object(fields));

/** A destination with a signing secret that was just made. */
export const destinationWithSecret = named(
  'NewAlertDestination',
  object({
    ...fields,
    signingSecret: described(
      nullable(text()),
      'Of a webhook: the secret that signs (`whsec_…`, Standard Webhooks). Shown only now.',
    ),
  }),
);

const secrets = {
  ...optionalFields({
    url: described(nullable(text(4_000)), '`webhook`, `slack`, `discord`, `teams`, `mattermost`, `google_chat`.'),
    token: described(
      nullable(text(1_000)),
      '`telegram`: token of the bot. `ntfy`: access token, optional. `pagerduty`: integration key. `opsgenie`: API key.',
    ),
  }),
  description: 'Never returned. What is not given stays as it is; null removes a secret.',
};

const changeable = {
  name: { ...text(200), minLength: 1 },
  config: configSchema,
  secrets,
  quietHours: described(nullable(quietHours), `${QUIET_HELP} null: none.`),
  hourlyLimit: { ...HOURLY_LIMIT, description: `${HOURLY_LIMIT.description} 30 by default.` },
};

/** Bodies that create and change a destination. */
export const destinationBodies = {
  create: object({ kind: oneOf(...DESTINATION_KINDS), ...changeable }, [
    'config',
    'secrets',
    'quietHours',
    'hourlyLimit',
  ]),
  change: optionalFields(changeable),
} as const;
