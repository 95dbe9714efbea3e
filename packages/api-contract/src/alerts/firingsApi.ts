import { FIRING_STATES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { listResponse } from '../list/listResponse.js';
import { described, mapOf, named, nullable, object, optionalFields } from '../schema/shapes.js';
import { anyValue, count, id, oneOf, text, time } from '../schema/values.js';
import { alertPageFields } from './alertPage.js';

const firing = named(
  'AlertFiring',
  object({
    id,
    project: described(nullable(text()), 'Slug; null: it concerns the whole organization.'),
    rule: object({ id, name: described(nullable(text()), 'Name of the rule now; null if it is deleted.') }),
    kind: described(text(), 'Kind of the condition that fired.'),
    subject: described(text(), '`issue:<id>`, `series:<rule>:<condition>` or `drop:<kind>:<what>`.'),
    state: oneOf(...FIRING_STATES),
    title: described(text(), 'What happened, such as `Frequent issue`.'),
    reason: described(text(), 'Why the rule fired, one sentence.'),
    details: described(mapOf(anyValue), 'What the rule saw; depends on the kind.'),
    suppressedBy: described(
      nullable(text()),
      '`cooldown`, `muted` or `maintenance`; null: it goes to the destinations of the rule.',
    ),
    outcome: described(
      object({ waiting: count, sent: count, paused: count, failed: count }),
      'How many destinations have its message (`sent`), wait for it, are paused, or failed permanently. All 0: it was suppressed, or the rule has no destination.',
    ),
    suppressed: described(
      count,
      'How many about the same subject were suppressed before it, since the rule last sent a message.',
    ),
    at: time,
  }),
);

const list = {
  method: 'get',
  tag: 'Alerts',
  permission: 'project:read',
  query: optionalFields({
    ...alertPageFields,
    ruleId: described(text(18), 'Only firings of this rule.'),
    state: described(oneOf(...FIRING_STATES), 'Only firings in this state.'),
    subject: described(text(500), 'Only firings about this, such as `issue:<id>`.'),
  }),
  response: listResponse(firing),
} as const;

/** Firings of rules. */
export const firingsApi = {
  listOfProject: {
    ...list,
    scope: 'project',
    path: '/alerts/firings',
    summary: 'List the firings of a project',
    description: 'Each time a rule fired or recovered, suppressed ones included; latest first.',
  },
  listOfOrganization: {
    ...list,
    scope: 'organization',
    path: '/organizations/{org}/alerts/firings',
    summary: 'List the firings of an organization',
    description: 'Of all its projects, and about the organization as a whole; latest first.',
  },
} as const satisfies Descriptions;
