import { Ajv, type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestKind } from '../renderedRequest.js';
import * as chat from './schemas/chatSchemas.js';
import * as incident from './schemas/incidentSchemas.js';
import { readTelegramHtml } from './telegramHtml.js';

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });

/** The schema that Microsoft publishes, with the extension `msteams` that Teams adds to cards. MIT, see the file's `$comment`. */
function adaptiveCard(): ValidateFunction {
  const file = path.join(import.meta.dirname, 'schemas', 'adaptive-card-1.4.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as {
    $schema?: string;
    id?: string;
    definitions: { AdaptiveCard: { properties: Record<string, unknown> } };
  };
  // Draft 6; its keywords mean the same in draft 7.
  delete schema.$schema;
  delete schema.id;
  schema.definitions.AdaptiveCard.properties['msteams'] = { type: 'object' };
  return ajv.compile(schema);
}
let card: ValidateFunction | undefined;

const compiled = new Map<object, ValidateFunction>();

/** @returns what a schema refuses about a value; `undefined` if nothing */
function schemaProblem(schema: object, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** A request as a platform sees it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

type Check = (body: unknown, request: SeenRequest) => string | undefined;

const bytes = ({ body }: SeenRequest, most: number): string | undefined =>
  Buffer.byteLength(body) > most ? `the body has more than ${most} bytes` : undefined;

const CHECKS: Readonly<Record<RequestKind, Check>> = {
  webhook: (body, request) => schemaProblem(incident.WEBHOOK_SCHEMA, body) ?? bytes(request, 20_000),
  slack: (body) => schemaProblem(chat.SLACK_SCHEMA, body) ?? mentions(body),
  discord: (body) => schemaProblem(chat.DISCORD_SCHEMA, body) ?? sumProblem(body),
  teams: (body, request) => schemaProblem(chat.TEAMS_SCHEMA, body) ?? cardProblem(body) ?? bytes(request, 28 * 1024),
  telegram: (body) => schemaProblem(chat.TELEGRAM_SCHEMA, body) ?? htmlProblem((body as { text: string }).text),
  mattermost: (body, request) => schemaProblem(chat.MATTERMOST_SCHEMA, body) ?? bytes(request, 16_383),
  ntfy: (body, request) => schemaProblem(incident.NTFY_SCHEMA, body) ?? messageBytes(body) ?? bytes(request, 32_768),
  google_chat: (body, request) => schemaProblem(chat.GOOGLE_CHAT_SCHEMA, body) ?? bytes(request, 32_000),
  pagerduty: (body, request) => schemaProblem(incident.PAGERDUTY_SCHEMA, body) ?? bytes(request, 512 * 1024),
  opsgenie: (body, { path: place }) =>
    place.includes('/close')
      ? schemaProblem(incident.OPSGENIE_CLOSE_SCHEMA, body)
      : (schemaProblem(incident.OPSGENIE_CREATE_SCHEMA, body) ?? detailsProblem(body)),
};

/** Returns why a platform refuses a request; `undefined` if it accepts it. */
export function platformProblem(kind: RequestKind, request: SeenRequest): string | undefined {
  if (!String(request.headers['content-type']).startsWith('application/json')) return 'the content type is not JSON';
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    return 'the body is not JSON';
  }
  return CHECKS[kind](body, request);
}

/** `text` of Slack is the only place where it reads markup. */
const mentions = (body: unknown): string | undefined =>
  /<[!@#]/.test((body as { text: string }).text) ? 'text mentions someone' : undefined;

function cardProblem(body: unknown): string | undefined {
  card ??= adaptiveCard();
  const [attachment] = (body as { attachments: { content: unknown }[] }).attachments;
  return card(attachment?.content) ? undefined : ajv.errorsText(card.errors);
}

function sumProblem(body: unknown): string | undefined {
  const { embeds } = body as { embeds: Record<string, unknown>[] };
  const texts = (value: unknown, key = ''): string[] => {
    if (typeof value === 'string')
      return ['title', 'description', 'name', 'value', 'text'].includes(key) ? [value] : [];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, part]) => texts(part, name));
  };
  const sum = texts(embeds).join('').length;
  return sum > 6000 ? `Embed size exceeds maximum size of 6000 (${sum})` : undefined;
}

function htmlProblem(html: string): string | undefined {
  const read = readTelegramHtml(html);
  if ('problem' in read) return `can't parse entities: ${read.problem}`;
  return read.length > 4096 ? 'message is too long' : undefined;
}

const messageBytes = (body: unknown): string | undefined =>
  Buffer.byteLength((body as { message: string }).message) > 4096 ? 'the message becomes an attachment' : undefined;

function detailsProblem(body: unknown): string | undefined {
  const { details = {} } = body as { details?: Readonly<Record<string, string>> };
  return Object.entries(details).flat().join('').length > 8000 ? 'details have more than 8000 characters' : undefined;
}
