import { connectApi, rowsIn, type ApiClient, type WireObject } from '../../e2e/support/api.js';
import { type DocumentedOperation } from '../../e2e/support/apiDocument.js';
import { makeEvent, type WireEvent } from '../../e2e/support/events.js';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { pipelineOf, smallMap } from '../../e2e/support/sourcemaps.js';
import { spanEvent } from '../../e2e/support/spans.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';

/** A project in which every text contains its marker. */
export interface MarkedTenant {
  readonly marker: string;
  readonly project: Project;
  readonly api: ApiClient;
  /** By list: the first path parameter of its items, which no other tenant has. */
  readonly ids: Readonly<Record<string, string>>;
  /** A fingerprint of its only issue. */
  readonly fingerprint: string;
  /** By path parameter: ids of things that belong to its issue, to its trace or to the project. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Ids that all tenants share: they must not connect the data of tenants. */
export const common = { trace: 'common-trace', replay: 'common-replay', user: 'common-user', metric: 'common_metric' };

function eventsOf(marker: string, place: { trace: string; replay: string; user: string; metric: string }): WireEvent[] {
  const { trace, replay, user, metric } = place;
  const contexts = {
    environment: `env-${marker}`,
    release: `rel-${marker}`,
    'trace.id': trace,
    'replay.id': replay,
    'user.id': user,
    'user.username': marker,
    note: marker,
  };
  const marked = { contexts, tags: { note: marker } };
  return [
    thrown({ message: marker, at: marker, type: `Error${marker}`, contexts }),
    // The fingerprint is the same for all tenants.
    thrown({ contexts }),
    makeEvent('log', { ...marked, payload: { message: marker, attributes: { note: marker } } }),
    spanEvent({ traceId: trace, uuid: 'root', name: marker, metrics: { [metric]: 1 }, contexts, tags: marked.tags }),
    makeEvent('hit', { ...marked, payload: { url: `/${marker}`, name: marker, sessionId: `session-${marker}` } }),
    makeEvent('replay', { ...marked, payload: { replayId: replay, segment: 0, events: [{ type: 4, note: marker }] } }),
  ];
}

const idOf = ({ key, id, deliveryId, name, version }: WireObject): string =>
  (key ?? id ?? deliveryId ?? name ?? version) as string;

const lists = [
  'issues',
  'exceptions',
  'traces',
  'spans',
  'metrics',
  'logs',
  'hits',
  'replays',
  'users',
  'keys',
  'sourcemaps',
  'releases',
];

/** Stores events that contain the marker: once with unique ids, once with the shared ids. */
export async function markTenant(system: System, project: Project, marker: string): Promise<MarkedTenant> {
  const api = await connectApi(system, project);
  const unique = {
    trace: `trace-${marker}`,
    replay: `replay-${marker}`,
    user: `user-${marker}`,
    metric: `metric_${marker}`,
  };
  // A list begins with the latest arrival.
  await sendStored(system, project, eventsOf(marker, common), eventsOf(marker, unique));
  const map = { release: `rel-${marker}`, filename: `${marker}.js`, map: smallMap(`src/${marker}.ts`) };
  await pipelineOf(system, project, api.token).upload(map);
  const ids: Record<string, string> = {};
  for (const list of lists) {
    const rows = await api.all(list);
    const own = rows.find((row) => `${idOf(row)} ${String(row['title'])}`.includes(marker)) ?? rows[0];
    if (own === undefined) throw new Error(`${list} is empty`);
    ids[list] = idOf(own);
  }
  const place = `issues/${ids['issues'] ?? ''}`;
  const issue = await api.get(place);
  const alerts = `/api/0/organizations/${project.organization}/alerts`;
  const destination = { kind: 'members', name: marker, config: { audience: 'owners' } };
  const destinationId = await idOfNew(api, `${alerts}/destinations`, destination);
  const window = { project: project.slug, from: '2030-01-01T00:00:00Z', to: '2030-01-02T00:00:00Z', reason: marker };
  const parameters = {
    destinationId,
    ruleId: await idOfNew(api, 'alerts/rules', {
      name: marker,
      conditions: [{ kind: 'new_issue' }],
      destinationIds: [destinationId],
    }),
    deliveryId: await idOfNew(api, `${alerts}/destinations/${destinationId}/test`, {}),
    windowId: await idOfNew(api, `${alerts}/maintenance`, window),
    eventId: String(rowsIn((await api.get(`${place}/events`))['data'])[0]?.['id']),
    commentId: await idOfNew(api, `${place}/comments`, { text: marker }),
    // Nothing has this user, so nothing is erased that a test reads.
    erasureId: await idOfNew(api, 'erasures', { user: erased(marker) }),
    uuid: 'root',
    n: '0',
    segment: '0',
    // A token has no access to people, so any id will do.
    userId: '1',
    invitationId: '1',
  };
  const fingerprint = String(rowsIn(issue['fingerprints'])[0]?.['hash']);
  return { marker, project, api, ids, fingerprint, parameters };
}

const erased = (marker: string): string => `id:erased-${marker}`;

async function idOfNew(api: ApiClient, path: string, body: object): Promise<string> {
  const { status, text, json } = await api.request('POST', path, { body });
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text}`);
  return idOf(json as WireObject);
}

/** Returns the URL of an operation on the project of one tenant with the ids of another. */
export function addressOf(operation: DocumentedOperation, place: MarkedTenant, ids: MarkedTenant = place): string {
  const list = operation.address.split('/')[6] ?? '';
  return operation.address.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    if (name === 'org') return place.project.organization;
    if (name === 'project') return place.project.slug;
    return encodeURIComponent(ids.parameters[name] ?? ids.ids[list] ?? '');
  });
}

/** Returns the required parameters of an operation, with values of `of`, and the release if a source map is found by it or a debug id. */
export function queryOf({ parameters }: DocumentedOperation, of: MarkedTenant): Record<string, string> {
  const values: Readonly<Record<string, string>> = {
    release: `rel-${of.marker}`,
    url: `https://shop.example/${of.marker}.js`,
    line: '1',
    dimension: 'page',
    field: 'user',
  };
  const explainsFrame =
    parameters.some(({ name }) => name === 'url') && parameters.some(({ name }) => name === 'debugId');
  const wanted = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || (explainsFrame && parameter.name === 'release')),
  );
  return Object.fromEntries(wanted.map(({ name }) => [name, values[name] ?? '']));
}

/** Bodies by method and end of the address. Operations that are not named accept an empty one. */
const bodies: Readonly<Record<string, (of: MarkedTenant) => object>> = {
  'patch issues/{issueId}': () => ({ status: 'ignored' }),
  'post issues/changes': ({ ids }) => ({ issues: [ids['issues']], status: 'ignored' }),
  'post {issueId}/merge': ({ ids }) => ({ issues: [ids['issues']] }),
  'post {issueId}/unmerge': ({ fingerprint }) => ({ fingerprints: [fingerprint] }),
  'post {issueId}/comments': () => ({ text: 'intruder' }),
  'patch comments/{commentId}': () => ({ text: 'intruder' }),
  'post {project}/erasures': ({ marker }) => ({ user: erased(marker) }),
  'patch {project}/settings': () => ({ eventsPerHour: 1 }),
  'post filters/preview': () => ({ filter: 'localhost' }),
  'post {project}/releases': ({ marker }) => ({ version: `intruder-${marker}` }),
  'patch releases/{version}': () => ({ ref: 'intruder' }),
  'post projects/{org}': ({ marker }) => ({ slug: `intruder-${marker}` }),
  'patch members/{userId}': () => ({ role: 'viewer' }),
  'post {destinationId}/confirmations': () => ({ address: 'intruder@example.com' }),
  'post {org}/invitations': () => ({ email: 'intruder@example.com', role: 'viewer' }),
};

/** Returns a body that is valid for `of`. */
export function bodyOf({ address, method }: DocumentedOperation, of: MarkedTenant): object {
  const name = `${method} ${address.split('/').slice(-2).join('/')}`;
  return bodies[name]?.(of) ?? {};
}
