import { described, listOf, named, nullable, object } from '../schema/shapes.js';
import { count, id, integer, number, oneOf, text, time } from '../schema/values.js';

const states = oneOf('firing', 'recovered', 'notice', 'test');

const issue = named(
  'AlertIssueFacts',
  object({
    id,
    level: text(),
    culprit: described(nullable(text()), 'Resolved with source maps if possible: `load in src/cart.ts:12`.'),
    sourceLine: nullable(text()),
    firstRelease: nullable(text()),
    lastRelease: nullable(text()),
    environment: nullable(text()),
    events: count,
    users: count,
    assignee: nullable(text()),
  }),
);

const series = named(
  'AlertSeriesFacts',
  object({
    value: described(nullable(number), 'null: there was no data.'),
    threshold: number,
    direction: oneOf('above', 'below'),
    unit: described(text(), '`ms`, `%`, `/window`, or empty.'),
    windowMinutes: integer(0, 1_000_000),
    since: nullable(time),
  }),
);

const item = named(
  'AlertItem',
  object(
    {
      firingId: described(text(), 'The same in every message about the firing.'),
      kind: described(text(), 'Kind of the condition or of the drop.'),
      state: states,
      rule: object({ id, name: text() }),
      reason: described(text(), 'Why the rule fired, one sentence.'),
      title: text(),
      subject: described(text(), 'What it is about: `issue:<id>`, `series:<rule>:<condition>`, `drop:<kind>:<what>`.'),
      url: nullable(text()),
      at: time,
      suppressed: described(count, 'How often the rule fired for it since the last message without being sent.'),
      issue,
      series,
      action: described(object({ label: text(), url: text() }), 'A page whose button does what the message proposes.'),
    },
    ['issue', 'series', 'action'],
  ),
);

const unsent = named(
  'UnsentFirings',
  object({
    ruleId: id,
    text: described(text(), 'How many firings of the rule, when and why, one sentence.'),
    url: nullable(text()),
  }),
);

/** A message as destinations and inboxes get it. */
export const messageSchema = named(
  'AlertMessage',
  object(
    {
      id,
      organization: text(),
      project: described(nullable(text()), 'Slug; null: it concerns the whole organization.'),
      state: states,
      severity: oneOf('critical', 'error', 'warning', 'info'),
      title: text(),
      items: described(listOf(item), 'At most ten, the most important first.'),
      unlisted: described(
        listOf(item),
        'PagerDuty and Opsgenie: series beyond `items`, each of which has an incident.',
      ),
      total: described(count, 'How many happened, those beyond `items` included.'),
      unsent: described(
        listOf(unsent),
        'Firings about other subjects, which a cool-down, a mute or maintenance kept back and no message mentioned.',
      ),
      url: nullable(text()),
      at: time,
    },
    ['unlisted', 'unsent'],
  ),
);
