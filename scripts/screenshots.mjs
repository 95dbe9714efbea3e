// `npm run screenshots`: takes the README's pictures from the demo of a running `npm start` into docs/images.
// Before it: `npm run demo:history`, so that lists and charts show two weeks.
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';

const MAX_BYTES = 150 * 1024;
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'docs', 'images');
const dataDir = path.resolve(root, process.env.DATA_DIR ?? '.data');
const readJson = async (name) => JSON.parse(await readFile(path.join(dataDir, name), 'utf8'));

const demo = await readJson('demo.json');
const place = await readJson('runtime.json');
const origin = new URL(demo.baseUrl).origin;
const project = `${demo.organization}/${demo.project}`;

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const viewport = { width: 1200, height: 750 };
  const context = await browser.newContext({ baseURL: origin, viewport, reducedMotion: 'reduce', locale: 'en-US' });
  const page = await context.newPage();
  await signIn(context);
  await mkdir(folder, { recursive: true });
  const issue = await firstOf('issues?query=percent&sort=count', 'id');
  const trace = await firstOf('exceptions?query=percent', 'traceId');
  await take(page, 'issues', 'issues?range=14d');
  await take(page, 'issue', `issues/${issue}?range=14d`);
  await take(page, 'trace', `traces/${trace}`);
} finally {
  await browser.close();
}

/** Signs in with a new link of an owner of the demo organization. */
async function signIn(context) {
  const load = (file) => import(path.join(root, file));
  const { createDatabase, createUser, addMember, findOrganization, findUser, inTransaction } =
    await load('packages/db/dist/index.js');
  const { createLink } = await load('packages/identity/dist/statements.js');
  const { OPERATOR } = await load('packages/contract/dist/index.js');
  const db = createDatabase({ url: place.databaseUrl, poolSize: 1, applicationName: 'screenshots' });
  try {
    const email = 'screenshots@example.com';
    if ((await findUser(db, email)) === undefined) {
      const { id: organizationId } = await findOrganization(db, demo.organization);
      await inTransaction(db, async (tx) => {
        const { id: userId } = await createUser(tx, { email, name: 'Ada Park' });
        await addMember(tx, { organizationId, userId }, 'owner', OPERATOR);
      });
    }
    const { secret } = await createLink(db, {
      purpose: 'sign_in',
      email,
      createdBy: OPERATOR.label,
      nowMs: Date.now(),
      lifetimeMs: 60_000,
    });
    const answer = await context.request.post('/api/0/links/use', { data: { token: secret } });
    if (!answer.ok()) throw new Error(`The link was refused: ${await answer.text()}`);
  } finally {
    await db.close();
  }
}

async function firstOf(operation, field) {
  const url = `${origin}/api/0/projects/${project}/${operation}`;
  const { data } = await (await fetch(url, { headers: { authorization: `Bearer ${demo.token}` } })).json();
  const value = data?.[0]?.[field];
  if (value === undefined) throw new Error(`The demo has no ${operation}: run npm run demo:history first.`);
  return value;
}

/** Takes a page when nothing of it loads any more. */
async function take(page, name, address) {
  await page.goto(`/${project}/${address}`);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes; at most ${MAX_BYTES} are wanted in the repository`);
  console.log(`${path.relative(root, file)}: ${Math.round(size / 1024)} KB`);
}
