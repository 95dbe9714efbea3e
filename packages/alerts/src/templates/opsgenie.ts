import { jsonRequest, type RenderedRequest } from '../renderedRequest.js';
import type { MessageView } from '../view/view.js';
import { cutText } from '../text/cleanText.js';
import { withoutAngles } from '../text/escapes.js';
import { fittingBody, incidentsOf, type Incident } from './incidents.js';
import { required, type Template } from './template.js';

const LONGEST_MESSAGE = 130;
const LONGEST_DESCRIPTION = 15_000;
const LONGEST_ENTITY = 512;
/** Of all names and values together. */
const LONGEST_DETAILS = 8000;

const DEFAULT_SERVER = 'https://api.opsgenie.com';

/** The Alert API: creates an alert for each subject, and closes it by its alias when the subject has recovered. */
export const opsgenie: Template = ({ message, view, config, secrets }) => {
  const server = (config.server ?? DEFAULT_SERVER).replace(/\/+$/, '');
  const headers = { authorization: `GenieKey ${required(secrets.token, 'secrets.token')}` };
  return incidentsOf(message, view).map((incident) =>
    incident.action === 'open'
      ? jsonRequest(
          `${server}/v2/alerts`,
          fittingBody(incident, (fitted) => creation(view, fitted)),
          headers,
        )
      : closing(server, incident, headers),
  );
};

const closing = (
  server: string,
  { key, reason }: Incident,
  headers: Readonly<Record<string, string>>,
): RenderedRequest =>
  jsonRequest(
    `${server}/v2/alerts/${encodeURIComponent(key)}/close?identifierType=alias`,
    { source: 'Sluice', note: withoutAngles(reason) || 'Recovered' },
    headers,
  );

const PRIORITIES = { critical: 'P1', error: 'P2', warning: 'P3', info: 'P5' } as const;

function creation(view: MessageView, incident: Incident): object {
  const lines = Object.entries(incident.details).map(([name, value]) => `${name}: ${withoutAngles(value)}`);
  const description = [...lines, ...(incident.url === undefined ? [] : [incident.url])].join('\n');
  return {
    message: cutText(withoutAngles(incident.title), LONGEST_MESSAGE),
    alias: incident.key,
    ...(description === '' ? {} : { description: cutText(description, LONGEST_DESCRIPTION) }),
    priority: PRIORITIES[view.severity],
    source: 'Sluice',
    entity: cutText(withoutAngles(view.place), LONGEST_ENTITY),
    tags: ['sluice'],
    details: boundedDetails(incident),
  };
}

/** The details that fit, in order. */
function boundedDetails({ details, url }: Incident): Readonly<Record<string, string>> {
  const entries: [string, string][] = url === undefined ? [] : [['Link', url]];
  let length = url?.length ?? 0;
  for (const [name, value] of Object.entries(details)) {
    length += name.length + value.length;
    if (length > LONGEST_DETAILS) break;
    entries.push([name, withoutAngles(value)]);
  }
  return Object.fromEntries(entries);
}
