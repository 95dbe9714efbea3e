import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { connectApi, rowsIn, type ApiClient, type WireObject } from './support/api.js';
import { withinHour } from './support/clock.js';
import { makeEvent, serialOf, type WireEvent } from './support/events.js';
import { type Ask } from './support/http.js';
import { sendAccepted } from './support/send.js';
import { sendStored } from './support/sendStored.js';
import { waitForStored } from './support/stored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

let project: Project;
let api: ApiClient;
const system = useSystem();
beforeEach(newProject);

describe('logs', () => {
  test('are found by text, level, user, trace, replay, environment and release', async () => {
    const [trace, replay] = [randomUUID(), randomUUID()];
    const paid = log('Payment of 100 % accepted', 'info', {
      'user.id': '7',
      'trace.id': trace,
      environment: 'production',
    });
    const lost = log('payment lost_in transit', 'error', { 'replay.id': replay, release: 'web@2' });
    const idle = log('nothing to do', 'debug');
    await sendStored(system, project, [paid], [lost], [idle]);
    const cases: [Record<string, string>, WireEvent[]][] = [
      [{}, [idle, lost, paid]],
      [{ query: 'PAYMENT' }, [lost, paid]],
      [{ query: '100 %' }, [paid]],
      [{ query: '%' }, [paid]],
      [{ query: '_' }, [lost]],
      [{ query: 'payment', level: 'error' }, [lost]],
      [{ level: 'debug' }, [idle]],
      [{ user: 'id:7' }, [paid]],
      [{ trace }, [paid]],
      [{ replay }, [lost]],
      [{ environment: 'production' }, [paid]],
      [{ release: 'web@2' }, [lost]],
      [{ trace, level: 'error' }, []],
      [{ query: 'payments' }, []],
    ];
    for (const [query, expected] of cases) {
      expect([query, await found('logs', query)]).toEqual([query, expected.map(serialOf)]);
    }
  });

  test('one of them has its attributes and contexts', async () => {
    const attributes = { cart: { items: [1, 2] }, paid: true };
    const event = makeEvent('log', {
      contexts: { shelf: 'top', 'user.id': '7', 'span.id': 's1', 'trace.id': 't1' },
      payload: { message: 'packed', level: 'warning', attributes },
    });
    await sendStored(system, project, [event]);
    const [row] = await api.all('logs');
    expect(row).toMatchObject({ message: 'packed', level: 'warning', user: 'id:7', traceId: 't1', spanId: 's1' });
    const detail = await api.get(`logs/${String(row?.['id'])}`);
    expect(detail).toMatchObject({ ...row, attributes, contexts: { shelf: 'top' } });
    expect((await api.request('GET', 'logs/018f0000-0000-8000-8000-000000000001')).status).toBe(404);
  });

  function log(message: string, level: string, contexts: WireEvent = {}): WireEvent {
    return makeEvent('log', { contexts, payload: { message, level } });
  }
});

describe('hits', () => {
  const agents = {
    firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    other: 'Other/1.0',
  };
  const hit = (payload: WireEvent, environment?: string): WireEvent =>
    makeEvent('hit', { payload, contexts: environment === undefined ? {} : { environment } });

  const total = (days: readonly WireObject[]): Record<string, number> =>
    Object.fromEntries(
      ['pageviews', 'customs', 'visitors', 'sessions'].map((name) => [
        name,
        days.reduce((sum, day) => sum + Number(day[name]), 0),
      ]),
    );

  test('days count page views, customs, visitors and sessions, and hold no address', () =>
    withinHour(async () => {
      await newProject();
      const page = (session?: string, environment?: string): WireEvent =>
        hit({ url: '/', ...(session === undefined ? {} : { sessionId: session }) }, environment);
      await visit('127.0.0.11', agents.firefox, [
        page('a'),
        page('a'),
        hit({ kind: 'custom', name: 'buy', sessionId: 'a' }),
      ]);
      // The same visitor in another batch and another session; then another browser; then another address.
      await visit('127.0.0.11', agents.firefox, [page('b')]);
      await visit('127.0.0.11', agents.other, [page('c')]);
      await visit('127.0.0.12', agents.firefox, [page(), page()]);
      await waitForStored(system, project, 7);
      const answer = await api.get('hits/days');
      const days = rowsIn(answer['data']);
      expect(total(days)).toEqual({ pageviews: 6, customs: 1, visitors: 3, sessions: 4 });
      expect(JSON.stringify(answer)).not.toMatch(/127\.0\.0|Firefox|salt|hash/);
    }));

  test('of days are narrowed by environment and range', async () => {
    await visit('127.0.0.11', agents.firefox, [hit({ url: '/' }, 'production'), hit({ url: '/' }, 'staging')]);
    await waitForStored(system, project, 2);
    const of = async (query: Record<string, string>): Promise<Record<string, number>> =>
      total(rowsIn((await api.get('hits/days', query))['data']));
    expect(await of({ environment: 'staging' })).toMatchObject({ pageviews: 1, visitors: 1 });
    expect(await of({ environment: 'none' })).toMatchObject({ pageviews: 0 });
    expect(await of({ from: '2024-01-01', to: '2024-01-02' })).toMatchObject({ pageviews: 0 });
  });

  test('are found by kind, name, beginning of the URL, session, user and trace', async () => {
    const home = makeEvent('hit', {
      contexts: { 'user.id': '7', 'trace.id': 'page-1' },
      payload: { url: 'https://shop.example/cart/1', title: 'Cart', sessionId: 's-1' },
    });
    const buy = makeEvent('hit', { payload: { kind: 'custom', name: 'buy', url: 'https://shop.example/pay_now' } });
    await sendStored(system, project, [home], [buy]);
    const cases: [Record<string, string>, WireEvent[]][] = [
      [{}, [buy, home]],
      [{ kind: 'pageview' }, [home]],
      [{ kind: 'custom', name: 'buy' }, [buy]],
      [{ url: 'https://shop.example/' }, [buy, home]],
      [{ url: 'https://shop.example/cart' }, [home]],
      [{ url: 'https://shop.example/pay%' }, []],
      [{ url: 'shop.example' }, []],
      [{ session: 's-1' }, [home]],
      [{ user: 'id:7' }, [home]],
      [{ trace: 'page-1' }, [home]],
    ];
    for (const [query, expected] of cases) {
      expect([query, await found('hits', query)]).toEqual([query, expected.map(serialOf)]);
    }
    const [row] = await api.all('hits', { session: 's-1' });
    expect(row).toMatchObject({ kind: 'pageview', title: 'Cart', traceId: 'page-1', user: 'id:7' });
    expect(await api.get(`hits/${String(row?.['id'])}`)).toMatchObject({ ...row, contexts: { 'trace.id': 'page-1' } });
  });

  async function visit(from: string, agent: string, events: readonly WireEvent[]): Promise<void> {
    const over: Ask = { from, headers: { 'user-agent': agent } };
    await sendAccepted(system.baseUrl, project, events, over);
  }
});

async function newProject(): Promise<void> {
  project = await createTenant(system);
  api = await connectApi(system, project, 'project:read');
}

async function found(list: string, query: Record<string, string>): Promise<(string | undefined)[]> {
  return (await api.all(list, query)).map(serialOf);
}
