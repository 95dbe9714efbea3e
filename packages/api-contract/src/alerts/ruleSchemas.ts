import { described, listOf, mapOf, named, nullable, object, optionalFields, partialObject } from '../schema/shapes.js';
import { anyValue, boolean, id, integer, text, time } from '../schema/values.js';
import { conditionSchema, filtersSchema } from './conditionSchema.js';

const COOLDOWN = integer(0, 7 * 86_400);
const DIGEST = integer(0, 86_400);

const COOLDOWN_HELP =
  'After a message about a subject, such as an issue, further firings about it are only counted for so long.';
const DIGEST_HELP = 'Firings of so long a time are one message; 0: of two seconds.';

/** A rule in responses. */
export const ruleSchema = named(
  'AlertRule',
  object({
    id,
    name: text(),
    enabled: boolean,
    project: described(nullable(text()), 'Slug; null: a rule of the organization, which applies to all projects.'),
    inherited: described(boolean, 'In responses about a project: whether it is a rule of the organization.'),
    excluded: described(boolean, 'In responses about a project: whether the rule does not apply to it.'),
    conditions: described(listOf(conditionSchema), 'Any of them fires the rule.'),
    filters: filtersSchema,
    destinationIds: listOf(id),
    exceptProjects: described(listOf(text()), 'Slugs of projects to which a rule of the organization does not apply.'),
    cooldownSeconds: described(COOLDOWN, COOLDOWN_HELP),
    digestSeconds: described(DIGEST, DIGEST_HELP),
    mutedUntil: described(nullable(time), 'Until then firings are only counted.'),
    createdAt: time,
    updatedAt: time,
  }),
);

const anObject = mapOf(anyValue);

const bodyFields = {
  name: { ...text(200), minLength: 1 },
  enabled: { ...boolean, description: 'true by default.' },
  conditions: {
    ...listOf(anObject),
    description: '1 to 10 objects, each as `AlertCondition`.',
    examples: [
      [{ kind: 'new_issue' }, { kind: 'issue_rate', measure: 'users', above: 100, windowMinutes: 60 }],
      [
        {
          kind: 'endpoint',
          measure: 'p95',
          name: 'GET /cart',
          direction: 'above',
          threshold: 800,
          windowMinutes: 5,
          forMinutes: 5,
        },
      ],
    ],
  },
  filters: {
    ...anObject,
    description: 'As `AlertFilters`; empty by default.',
    examples: [{ levels: ['fatal', 'error'], environments: ['production'] }],
  },
  destinationIds: { ...listOf(id), description: 'Ids of destinations of the organization.' },
  cooldownSeconds: { ...COOLDOWN, description: `${COOLDOWN_HELP} 0 by default.` },
  digestSeconds: { ...DIGEST, description: `${DIGEST_HELP} 0 by default.` },
  mutedUntil: described(nullable(text(64)), 'ISO 8601; null: not muted.'),
};

const exceptProjects = described(listOf(text(63)), 'Slugs of projects to which the rule does not apply.');

/** Bodies that create and change rules of a project, and of an organization. */
export const ruleBodies = {
  project: { create: partialObject(bodyFields, ['name', 'conditions']), change: optionalFields(bodyFields) },
  organization: {
    create: partialObject({ ...bodyFields, exceptProjects }, ['name', 'conditions']),
    change: optionalFields({ ...bodyFields, exceptProjects }),
  },
} as const;
