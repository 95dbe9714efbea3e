import { FIRING_STATES } from '@sluice/contract';
import { listFirings, type ListedFiring } from '@sluice/alerts';
import {
  anyValue,
  count,
  described,
  id,
  listResponse,
  mapOf,
  named,
  nullable,
  object,
  oneOf,
  optionalFields,
  text,
  time,
} from '@sluice/api-contract';
import { defineOrganizationRoute, defineRoute, pageReply, readPage, type Route } from '@sluice/management';
import {
  alertPageFields,
  organizationPageReply,
  readOrganizationPage,
  type AlertPageQuery,
} from './organizationPage.js';

interface FiringQuery extends AlertPageQuery {
  readonly ruleId?: string;
  readonly state?: ListedFiring['state'];
  readonly subject?: string;
}

const LIST = 'firings';

const query = optionalFields({
  ...alertPageFields,
  ruleId: described(text(18), 'Only firings of this rule.'),
  state: described(oneOf(...FIRING_STATES), 'Only firings in this state.'),
  subject: described(text(500), 'Only firings about this, such as `issue:<id>`.'),
});

const firing = named(
  'AlertFiring',
  object({
    id,
    project: described(nullable(text()), 'Slug; null: it concerns the whole organization.'),
    rule: object({ id, name: described(nullable(text()), 'Name of the rule now; null if it is deleted.') }),
    kind: described(text(), 'Kind of the condition that fired.'),
    subject: described(text(), '`issue:<id>`, `series:<rule>:<condition>` or `drop:<kind>:<what>`.'),
    state: oneOf(...FIRING_STATES),
    title: described(text(), 'What happened, such as `Issue is frequent`.'),
    reason: described(text(), 'Why the rule fired, one sentence.'),
    details: described(mapOf(anyValue), 'What the rule saw; depends on the kind.'),
    suppressedBy: described(
      nullable(text()),
      '`cooldown`, `muted` or `maintenance`; null: it goes to the destinations of the rule.',
    ),
    outcome: described(
      object({ waiting: count, sent: count, paused: count, failed: count }),
      'How many destinations have its message (`sent`), wait for it, are paused, or failed for good. All 0: it was suppressed, or the rule has no destination.',
    ),
    suppressed: described(
      count,
      'How many about the same subject were suppressed before it, since the rule last sent a message.',
    ),
    at: time,
  }),
);

const toWire = ({ ruleId, rule, at, ...rest }: ListedFiring): unknown => ({
  ...rest,
  rule: { id: ruleId, name: rule },
  at: at.toISOString(),
});

const ofProject = defineRoute<FiringQuery, unknown, unknown>({
  method: 'get',
  path: '/alerts/firings',
  tag: 'Alerts',
  summary: 'List the firings of a project',
  description: 'Each time a rule fired or recovered, suppressed ones included; latest first.',
  permission: 'project:read',
  query,
  response: listResponse(firing),
  handle: async ({ query: asked }, context) => {
    const { db, project } = context;
    const scope = { organizationId: project.organizationId, projectId: project.id };
    return pageReply(await listFirings(db, scope, readPage(asked, LIST, context), asked), LIST, context, toWire);
  },
});

const ofOrganization = defineOrganizationRoute<FiringQuery, unknown, unknown>({
  method: 'get',
  path: '/organizations/{org}/alerts/firings',
  tag: 'Alerts',
  summary: 'List the firings of an organization',
  description: 'Of all its projects, and about the organization as a whole; latest first.',
  permission: 'project:read',
  query,
  response: listResponse(firing),
  handle: async ({ query: asked }, { db, organization }) => {
    const list = { list: LIST, organizationId: organization.id };
    const page = await listFirings(db, { organizationId: organization.id }, readOrganizationPage(asked, list), asked);
    return organizationPageReply(page, list, toWire);
  },
});

/** Firings of a project. */
export const projectFiringsRoutes: readonly Route[] = [ofProject];
/** Firings of an organization. */
export const organizationFiringsRoutes: readonly Route<'organization'>[] = [ofOrganization];
