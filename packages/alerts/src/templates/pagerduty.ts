import { jsonRequest } from '../renderedRequest.js';
import type { MessageView } from '../view/view.js';
import { cutText } from '../text/cleanText.js';
import { defuse } from '../text/defuse.js';
import { fittingBody, incidentsOf, type Incident } from './incidents.js';
import { required, type Template } from './template.js';

const LONGEST_SUMMARY = 1024;

/** Events API v2: triggers an alert for each subject, and resolves it when the subject has recovered. Texts are plain. */
export const pagerduty: Template = ({ message, view, config, secrets }) => {
  const routingKey = required(secrets.token, 'secrets.token');
  const url = `${(config.server ?? 'https://events.pagerduty.com').replace(/\/+$/, '')}/v2/enqueue`;
  return incidentsOf(message, view).map((incident) => {
    const base = { routing_key: routingKey, dedup_key: incident.key };
    if (incident.action === 'close') return jsonRequest(url, { ...base, event_action: 'resolve' });
    const trigger = { ...base, event_action: 'trigger', client: 'Sluice', ...linksOf(incident) };
    return jsonRequest(
      url,
      fittingBody(incident, (fitted) => ({ ...trigger, payload: payloadOf(view, fitted) })),
    );
  });
};

const payloadOf = (view: MessageView, { title, at, details }: Incident): object => ({
  summary: cutText(title, LONGEST_SUMMARY),
  source: defuse(view.place),
  severity: view.severity,
  timestamp: at,
  component: defuse(view.place),
  custom_details: details,
});

const linksOf = ({ url }: Incident): object =>
  url === undefined ? {} : { client_url: url, links: [{ href: url, text: 'Open in Sluice' }] };
