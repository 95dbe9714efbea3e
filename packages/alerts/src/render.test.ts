import { describe, expect, test } from '@jest/globals';
import { render } from './render.js';
import { REQUEST_KINDS, SAMPLE_DESTINATIONS } from './testing/destinations.js';
import { SAMPLE_MESSAGES } from './testing/messages.js';
import { platformProblem } from './testing/platformProblem.js';

const names = Object.keys(SAMPLE_MESSAGES) as (keyof typeof SAMPLE_MESSAGES)[];
const every = REQUEST_KINDS.flatMap((kind) => names.map((name) => [kind, name] as const));

describe.each(every)('%s: %s', (kind, name) => {
  const requests = render(SAMPLE_DESTINATIONS[kind], SAMPLE_MESSAGES[name]);

  test('looks like this', () => {
    const shown = requests.map(({ url, headers, body }) => ({ url, headers, body: JSON.parse(body) as unknown }));
    expect(shown).toMatchSnapshot();
  });

  test('is accepted by the platform', () => {
    const problems = requests.map(({ url, headers, body }) =>
      platformProblem(kind, { path: new URL(url).pathname, headers, body }),
    );
    expect(problems).toEqual(requests.map(() => undefined));
  });
});

const bodyOf = (kind: (typeof REQUEST_KINDS)[number], name: keyof typeof SAMPLE_MESSAGES): string =>
  render(SAMPLE_DESTINATIONS[kind], SAMPLE_MESSAGES[name])
    .map(
      ({ url, body }) => `${url}\n${JSON.stringify(JSON.parse(body)).replaceAll('\u200B', '').replaceAll('\\\\', '')}`,
    )
    .join('\n');

describe.each(REQUEST_KINDS)('a message for %s', (kind) => {
  test('says what happened, where, since when, to how many, where in the code, and why', () => {
    const body = bodyOf(kind, 'regression');
    const parts = [
      'TypeError',
      'web',
      'production',
      '1.3.0',
      '1.4.1',
      '311',
      'load in src/cart.ts:12',
      'cart.items.map',
    ];
    const why = ['New issues and regressions', 'was resolved in 1.4.0 occurred again', '3'];
    const count = /1,?204/;
    expect([...parts, ...why].filter((part) => !body.includes(part))).toEqual([]);
    expect(body).toMatch(count);
    expect(body).toContain('https://sluice.example/acme/web/issues/1');
  });

  test('lists a part of a burst and says how many more there are', () => {
    const body = bodyOf(kind, 'burst');
    expect(body).toContain('50');
    expect(body).toContain('Invalid array length');
    expect(/and (\d+) more/.exec(body)?.[1] ?? '"total":50').toMatch(kind === 'webhook' ? /total/ : /^(4\d)$/);
  });

  test('links to the action that its item proposes', () => {
    const expected = ['pagerduty', 'opsgenie'].includes(kind)
      ? 'https://sluice.example/acme/web/usage'
      : 'https://sluice.example/acme/web/spike-cap/lift';
    expect(bodyOf(kind, 'drop')).toContain(expected);
  });
});

describe('incidents', () => {
  const keysOf = (name: keyof typeof SAMPLE_MESSAGES) =>
    render(SAMPLE_DESTINATIONS.pagerduty, SAMPLE_MESSAGES[name]).map(({ body }) => {
      const { dedup_key: key, event_action: action } = JSON.parse(body) as Record<string, string>;
      return [action, key];
    });

  test('a recovery resolves the incident that the firing opened', () => {
    const key = 'series:0f0f0f0f-0000-4000-8000-00000000000b:0';
    expect([...keysOf('firing'), ...keysOf('recovered')]).toEqual([
      ['trigger', key],
      ['resolve', key],
    ]);
  });

  test('a recovery closes the alert of the same alias', () => {
    const [created] = render(SAMPLE_DESTINATIONS.opsgenie, SAMPLE_MESSAGES.firing);
    const [closed] = render(SAMPLE_DESTINATIONS.opsgenie, SAMPLE_MESSAGES.recovered);
    const { alias } = JSON.parse(created?.body ?? '') as { readonly alias: string };
    expect(closed?.url).toBe(
      `https://api.opsgenie.com/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`,
    );
  });

  test('a message about several series has an incident for each, and one for everything else', () => {
    const { firing, recovered, newIssue } = SAMPLE_MESSAGES;
    const items = [
      ...firing.items.map((item) => ({ ...item, subject: 'series:a:0' })),
      ...recovered.items.map((item) => ({ ...item, subject: 'series:b:0' })),
      ...newIssue.items,
    ];
    const requests = render(SAMPLE_DESTINATIONS.pagerduty, { ...firing, items, total: 3 });
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({ event_action: 'trigger', dedup_key: 'series:a:0' }),
      expect.objectContaining({ event_action: 'resolve', dedup_key: 'series:b:0' }),
      expect.objectContaining({ event_action: 'trigger', dedup_key: `message:${firing.id}` }),
    ]);
  });

  test('a drop of the same kind in another project is another incident', () => {
    const other = { ...SAMPLE_MESSAGES.drop, project: 'shop' };
    expect(keysOf('drop')).toEqual([['trigger', 'acme/web:drop:spike_cap:']]);
    const [request] = render(SAMPLE_DESTINATIONS.pagerduty, other);
    expect(request?.body).toContain('"dedup_key":"acme/shop:drop:spike_cap:"');
  });

  test('a test opens an incident and resolves it', () => {
    expect(keysOf('test').map(([action]) => action)).toEqual(['trigger', 'resolve']);
  });
});

test('mails and chats about one subject have one thread', () => {
  const keys = (['newIssue', 'regression', 'burst'] as const).map((name) => {
    const [request] = render(SAMPLE_DESTINATIONS.google_chat, SAMPLE_MESSAGES[name]);
    return (JSON.parse(request?.body ?? '') as { thread?: { threadKey: string } }).thread?.threadKey;
  });
  expect(keys).toEqual([
    'issue:0f0f0f0f-0000-4000-8000-000000000001',
    'issue:0f0f0f0f-0000-4000-8000-000000000001',
    undefined,
  ]);
});
