/** Schemas of the bodies of the other platforms, from their documented limits. */

const string = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength });
const object = (properties: Readonly<Record<string, unknown>>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const httpUrl = { type: 'string', maxLength: 3000, pattern: '^https?://\\S+$' };
const texts = { type: 'object', additionalProperties: { type: 'string' } };

export const NTFY_SCHEMA = object(
  {
    topic: { type: 'string', pattern: '^[-_A-Za-z0-9]{1,64}$' },
    title: string(250),
    message: string(4096),
    priority: { type: 'integer', minimum: 1, maximum: 5 },
    tags: { type: 'array', items: string(50), maxItems: 5 },
    click: httpUrl,
    actions: {
      type: 'array',
      maxItems: 3,
      items: object({ action: { const: 'view' }, label: string(200), url: httpUrl, clear: { type: 'boolean' } }),
    },
  },
  ['topic', 'message'],
);

const trigger = object(
  {
    routing_key: string(32),
    dedup_key: string(255),
    event_action: { const: 'trigger' },
    payload: object({
      summary: string(1024),
      source: string(255),
      component: string(255),
      severity: { enum: ['critical', 'error', 'warning', 'info'] },
      timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT' },
      custom_details: texts,
    }),
    client: string(100),
    client_url: httpUrl,
    links: { type: 'array', items: object({ href: httpUrl, text: string(200) }) },
  },
  ['routing_key', 'event_action', 'payload'],
);

export const PAGERDUTY_SCHEMA = {
  anyOf: [
    trigger,
    object({ routing_key: string(32), dedup_key: string(255), event_action: { enum: ['resolve', 'acknowledge'] } }),
  ],
};

export const OPSGENIE_CREATE_SCHEMA = object(
  {
    message: string(130),
    alias: string(512),
    description: string(15_000),
    source: string(100),
    entity: string(512),
    priority: { enum: ['P1', 'P2', 'P3', 'P4', 'P5'] },
    tags: { type: 'array', maxItems: 20, items: string(50) },
    details: texts,
  },
  ['message'],
);

export const OPSGENIE_CLOSE_SCHEMA = object({ source: string(100), note: string(25_000) }, []);

/** What the specification requires of a payload. */
export const WEBHOOK_SCHEMA = {
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', pattern: '^[a-zA-Z0-9_]+(\\.[a-zA-Z0-9_]+)*$' },
    timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' },
    data: { type: 'object' },
  },
  additionalProperties: false,
};
