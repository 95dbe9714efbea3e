import { beforeAll, expect, test } from '@jest/globals';
import { rowsIn } from '../../e2e/support/api.js';
import { ask } from '../../e2e/support/http.js';
import { type System } from '../../e2e/support/system.js';
import { useSystem } from '../../e2e/support/useSystem.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeInEngines } from '../engines/describeInEngines.js';
import { type Engine } from '../engines/engine.js';
import { createAccount, signInLink } from './support/accounts.js';
import { demoWithHistory, type DemoProject } from './support/demoHistory.js';

/** An exception of the demo that has a trace and a replay. */
interface Found {
  readonly id: string;
  readonly issueId: string;
}

/** Remembers what goes wrong from now on: the pages that follow are opened without another load. */
const WATCH = `(() => {
  window.problems = [];
  const say = (what) => window.problems.push(what);
  window.addEventListener('error', ({ message }) => say('uncaught: ' + message));
  window.addEventListener('unhandledrejection', ({ reason }) => say('rejected: ' + reason));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    say('policy: ' + violatedDirective + ' ' + blockedURI));
  const { error } = console;
  console.error = (...words) => { say('console: ' + words.join(' ')); error(...words); };
  return true;
})()`;
let demo: DemoProject;
let found: Found;
const system = useSystem();
beforeAll(async () => {
  demo = await demoWithHistory(system);
  const what = 'an exception of the demo with a trace and a replay';
  found = await waitFor(() => findException(system, demo), { what, timeoutMs: 60_000 });
}, 180_000);

describeInEngines('the dashboard', (engine) => {
  test('signs in, and shows issues, an issue, its trace and its replay', async () => {
    const account = await createAccount(system, demo.organization, 'viewer');
    const browser = engine();
    await browser.open(`${system.baseUrl}${await signInLink(system, account)}`);
    await click(browser, `document.querySelector('form button[type="submit"]')`);
    await shows(browser, `location.pathname.startsWith('/${demo.organization}/')`);
    const project = `/${demo.organization}/${demo.project}`;
    await browser.open(`${system.baseUrl}${project}/issues/${found.issueId}?range=30d&event=${found.id}`);
    // The load of the page before may end after this one was requested: what is set on that page is gone with it.
    await shows(browser, `document.readyState === 'complete' && location.pathname.endsWith('/${found.issueId}')`);
    await browser.run(WATCH);
    await shows(browser, `document.querySelector('#stack') !== null`);
    await click(browser, fact('Trace'));
    await shows(browser, `document.querySelectorAll('[role="tree"] [role="treeitem"]').length > 0`);
    await browser.run('history.back()');
    await click(browser, fact('Replay'));
    await shows(browser, `document.querySelector('button[aria-label="Play"]')?.disabled === false`);
    await click(browser, `document.querySelector('nav a[href^="${project}/issues"]')`);
    await shows(browser, `document.querySelectorAll('main a[href*="/issues/"]').length > 1`);
    expect(await browser.run('document.querySelector(\'main [role="alert"]\')?.textContent ?? null')).toBeNull();
    expect(await browser.run('window.problems')).toEqual([]);
  }, 90_000);
});

type Row = Readonly<Record<string, unknown>>;

/** Finds it as soon as the replays are derived; the history has just been stored. */
async function findException(system: System, demo: DemoProject): Promise<Found | undefined> {
  const { organization, project, token } = demo;
  const read = async (path: string): Promise<Row> => {
    const url = `${system.baseUrl}/api/0/projects/${organization}/${project}/${path}`;
    const { status, json } = await ask(url, { headers: { authorization: `Bearer ${token}` } });
    return status === 200 ? (json as Row) : {};
  };
  for (const replay of rowsIn((await read('replays?sort=errors'))['data'])) {
    for (const { id, issueId } of rowsIn((await read(`replays/${String(replay['id'])}`))['exceptions'])) {
      const { traceId } = await read(`exceptions/${String(id)}`);
      const trace = typeof traceId === 'string' ? await read(`traces/${traceId}`) : {};
      if (typeof issueId === 'string' && Number(trace['spanCount']) > 0) return { id: String(id), issueId };
    }
  }
  return undefined;
}

async function shows(engine: Engine, expression: string): Promise<void> {
  const what = `the page to show ${expression}`;
  await waitFor(() => engine.run<boolean>(expression), { what, timeoutMs: 30_000 }).catch(async (error: unknown) => {
    const text = await engine.run<string>(`location.href + ': ' + document.body.innerText`);
    throw new Error(`${what}; it shows ${text.replaceAll(/\s+/g, ' ')}`, { cause: error });
  });
}

/** Clicks an element as soon as the page has it. @param element an expression */
function click(engine: Engine, element: string): Promise<void> {
  return shows(engine, `(() => { const found = ${element}; if (!found) return false; found.click(); return true; })()`);
}

/** The link of a fact of the shown event. */
function fact(name: string): string {
  return `[...document.querySelectorAll('dt')].find((dt) => dt.textContent === '${name}')?.nextElementSibling.querySelector('a[href*="at="], a[href*="/traces/"]')`;
}
