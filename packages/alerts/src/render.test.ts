import { describe, expect, test } from '@jest/globals';
import type { AlertItem, AlertMessage } from './alertMessage.js';
import { renderMail } from './mail/renderMail.js';
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
    const why = ['New issues and regressions', 'was resolved in 1.4.0 and occurred again', '3'];
    const count = /1,?204/;
    expect([...parts, ...why].filter((part) => !body.includes(part))).toEqual([]);
    expect(body).toMatch(count);
    expect(body).toContain('https://sluice.example/acme/web/issues/0f0f0f0f-0000-4000-8000-000000000001');
  });

  test('lists a part of a burst and says how many more there are', () => {
    const body = bodyOf(kind, 'burst');
    expect(body).toContain('50');
    expect(body).toContain('Invalid array length');
    expect(body).toContain('11 other firings of');
    expect(/and (\d+) more/.exec(body)?.[1] ?? '"total":50').toMatch(kind === 'webhook' ? /total/ : /^(4\d)$/);
  });

  test('names no rule if none fired', () => {
    expect(bodyOf(kind, 'test')).not.toMatch(/Rule"?: ?"?Test/);
  });

  test('links to the action that its item proposes', () => {
    const expected = ['pagerduty', 'opsgenie'].includes(kind)
      ? 'https://sluice.example/acme/web/usage'
      : 'https://sluice.example/acme/web/usage?lift=span';
    expect(bodyOf(kind, 'drop')).toContain(expected);
  });
});

test('a notification of a chat names the project, once', () => {
  const shownBy = (kind: 'slack' | 'mattermost' | 'google_chat', name: keyof typeof SAMPLE_MESSAGES) =>
    /"(?:text|fallback|fallbackText)":"([^"]*)"/.exec(bodyOf(kind, name))?.[1];
  for (const kind of ['slack', 'mattermost', 'google_chat'] as const) {
    expect([shownBy(kind, 'drop'), shownBy(kind, 'burst')]).toEqual([
      '[web] Spike protection refuses events',
      '50 new issues in web',
    ]);
  }
});

test('the actions of all items are links, three of them on ntfy', () => {
  const { drop } = SAMPLE_MESSAGES;
  const items = ['exception', 'log', 'span', 'hit'].flatMap((type) =>
    drop.items.map((item) => ({
      ...item,
      action: { label: `Lift ${type}s`, url: `https://sluice.example/?lift=${type}` },
    })),
  );
  const linksOn = (kind: (typeof REQUEST_KINDS)[number]): number =>
    new Set(
      render(SAMPLE_DESTINATIONS[kind], { ...drop, items, total: 4 })
        .flatMap(({ body }) => [...body.matchAll(/lift=\w+/g)])
        .map(([link]) => link),
    ).size;
  expect([linksOn('slack'), linksOn('teams'), linksOn('telegram')]).toEqual([4, 4, 4]);
  expect(linksOn('ntfy')).toBe(2);
});

describe('incidents', () => {
  const keysOf = (name: keyof typeof SAMPLE_MESSAGES) =>
    render(SAMPLE_DESTINATIONS.pagerduty, SAMPLE_MESSAGES[name]).map(({ body }) => {
      const { dedup_key: key, event_action: action } = JSON.parse(body) as Record<string, string>;
      return [action, key];
    });

  test('a recovery resolves the incident that the firing opened', () => {
    const key = 'acme:web:series:0f0f0f0f-0000-4000-8000-00000000000b:0';
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
      expect.objectContaining({ event_action: 'trigger', dedup_key: 'acme:web:series:a:0' }),
      expect.objectContaining({ event_action: 'resolve', dedup_key: 'acme:web:series:b:0' }),
      expect.objectContaining({ event_action: 'trigger', dedup_key: `message:${firing.id}` }),
    ]);
  });

  test('a drop of the same kind in another project is another incident', () => {
    const other = { ...SAMPLE_MESSAGES.drop, project: 'shop' };
    expect(keysOf('drop')).toEqual([['trigger', 'acme:web:drop:spike_cap:span']]);
    const [request] = render(SAMPLE_DESTINATIONS.pagerduty, other);
    expect(request?.body).toContain('"dedup_key":"acme:shop:drop:spike_cap:span"');
  });

  /** The requests of a message to PagerDuty. */
  const requestsOf = (message: AlertMessage) =>
    render(SAMPLE_DESTINATIONS.pagerduty, message).map(
      ({ body }) =>
        JSON.parse(body) as { event_action: string; dedup_key: string; payload?: { custom_details: object } },
    );
  const actionsOf = (message: AlertMessage) =>
    requestsOf(message).map((request) => [request.event_action, request.dedup_key]);
  const ofSeries = (name: 'firing' | 'recovered', subject: string, at = 0): AlertItem => {
    const [item] = SAMPLE_MESSAGES[name].items;
    if (item === undefined) throw new Error('no item');
    return { ...item, subject, at: new Date(at).toISOString() };
  };

  test('fifty new issues in one message are one incident, which lists ten and counts the others', () => {
    const { burst } = SAMPLE_MESSAGES;
    const [request, ...others] = requestsOf(burst);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ event_action: 'trigger', dedup_key: `message:${burst.id}` });
    expect(Object.keys(request?.payload?.custom_details ?? {})).toHaveLength(12);
    expect(request?.payload?.custom_details).toMatchObject({ More: 'and 40 more' });
  });

  test('a new issue and its regression are the same incident', () => {
    const key = 'issue:0f0f0f0f-0000-4000-8000-000000000001';
    expect([...keysOf('newIssue'), ...keysOf('regression')]).toEqual([
      ['trigger', key],
      ['trigger', key],
    ]);
  });

  test('each series has an incident, also those that a message has no room for', () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `series:7:${index}`);
    const all = subjects.map((subject, index) => ofSeries(index % 2 === 0 ? 'firing' : 'recovered', subject));
    const message = { ...SAMPLE_MESSAGES.firing, items: all.slice(0, 10), unlisted: all.slice(10), total: 12 };
    expect(actionsOf(message)).toEqual(
      subjects.map((subject, index) => [index % 2 === 0 ? 'trigger' : 'resolve', `acme:web:${subject}`]),
    );
  });

  test('series that are not listed are not counted among the others', () => {
    const { burst } = SAMPLE_MESSAGES;
    const unlisted = [ofSeries('recovered', 'series:7:0')];
    const requests = requestsOf({ ...burst, unlisted });
    expect(requests.map(({ event_action: action }) => action)).toEqual(['resolve', 'trigger']);
    expect(requests[1]?.payload?.custom_details).toMatchObject({ More: 'and 39 more' });
  });

  test('a recovery resolves the incident of its own series and project only', () => {
    const { firing } = SAMPLE_MESSAGES;
    const items = [ofSeries('firing', 'series:7:0'), ofSeries('recovered', 'series:7:1')];
    expect(actionsOf({ ...firing, items, total: 2 })).toEqual([
      ['trigger', 'acme:web:series:7:0'],
      ['resolve', 'acme:web:series:7:1'],
    ]);
    expect(actionsOf({ ...firing, project: 'shop', items: [ofSeries('recovered', 'series:7:0')], total: 1 })).toEqual([
      ['resolve', 'acme:shop:series:7:0'],
    ]);
  });

  test.each([
    [['firing', 'recovered'], 'resolve'],
    [['recovered', 'firing'], 'trigger'],
    [['firing', 'recovered', 'firing'], 'trigger'],
  ] as const)('a series that was %j within a digest is left as it was last', (states, action) => {
    const items = states.map((state, at) => ofSeries(state, 'series:7:0', at));
    const bySeverity = [...items].sort((a, b) => a.state.localeCompare(b.state));
    const message = { ...SAMPLE_MESSAGES.firing, items: bySeverity, total: items.length };
    expect(actionsOf(message)).toEqual([[action, 'acme:web:series:7:0']]);
  });

  test('a test opens an incident and resolves it', () => {
    expect(keysOf('test').map(([action]) => action)).toEqual(['trigger', 'resolve']);
  });
});

test.each(REQUEST_KINDS.flatMap((kind) => ['漢', 'я', '@', '"'].map((letter) => [kind, letter] as const)))(
  'a burst of ten issues with long texts is small enough for %s, in %s',
  (kind, letter) => {
    const { newIssue } = SAMPLE_MESSAGES;
    const [first] = newIssue.items;
    if (first?.issue === undefined) throw new Error('the sample has an issue');
    const issue = {
      ...first.issue,
      culprit: letter.repeat(300),
      sourceLine: letter.repeat(300),
      environment: letter.repeat(200),
      firstRelease: letter.repeat(200),
      lastRelease: letter.repeat(201),
    };
    const items = Array.from({ length: 10 }, (_, n) => ({
      ...first,
      issue,
      firingId: `f${n}`,
      subject: `issue:${n}`,
      title: letter.repeat(300),
    }));
    const requests = render(SAMPLE_DESTINATIONS[kind], { ...newIssue, items, total: 10 });
    expect(requests.map(({ body }) => Buffer.byteLength(body)).filter((bytes) => bytes > 20_000)).toEqual([]);
    expect(requests).toHaveLength(1);
  },
);

test('a mail in which several rules report one issue has the subject of its thread', () => {
  const { newIssue, burst } = SAMPLE_MESSAGES;
  const items = [...newIssue.items, ...newIssue.items];
  const subjectOf = (message: AlertMessage): string => renderMail(message, { domain: 'sluice.example' }).subject;
  expect(subjectOf({ ...newIssue, title: '2 alerts in web', items, total: 2 })).toBe(subjectOf(newIssue));
  expect(subjectOf(burst)).toContain(burst.title);
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
