// What one organization does that could slow down another. Each attack goes on until its signal ends and counts its answers by status.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ask.mjs';

const SEARCHES = 130;
const SIGN_INS = 40;
const SIGN_IN_EVERY_MS = 2_000;
const READERS = 200;
const UPLOADS = 30;
const UPLOAD_BYTES = 12_000_000;

/** Runs `count` workers, each of which repeats `work` until the signal ends. */
const repeat = (count, signal, work) =>
  Promise.all(
    Array.from({ length: count }, async (_, worker) => {
      for (let round = 0; !signal.aborted; round += 1) await work(worker, round);
    }),
  );

const counter = () => {
  const answers = {};
  const count = (status) => {
    answers[status] = (answers[status] ?? 0) + 1;
  };
  return { answers, count };
};

/** Searches of one token, each for another text, over all that is stored. */
async function searches({ port, noisy }, signal) {
  const { answers, count } = counter();
  await repeat(SEARCHES, signal, async (worker, round) => {
    const query = encodeURIComponent(`nowhere ${worker} ${round}`);
    const { status } = await ask({ port, path: `${noisy.path}/logs?query=${query}&limit=100`, headers: noisy.headers });
    count(status);
    // As a client that honors Retry-After.
    if (status !== 200) await delay(1_000);
  });
  return answers;
}

/** Forty people at forty addresses, all at once, and again every two seconds. */
async function signIns({ port }, signal) {
  const { answers, count } = counter();
  await repeat(SIGN_INS, signal, async (worker, round) => {
    const body = JSON.stringify({ email: `user-${worker}-${round}@example.com`, password: 'not the right one' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.${worker}.${(round % 250) + 1}` };
    count((await ask({ port, path: '/api/0/session', method: 'POST', headers, body })).status);
    await delay(SIGN_IN_EVERY_MS);
  });
  return answers;
}

/** Connections that ask for large answers and never read. */
async function readers({ port, noisy }, signal) {
  const { answers, count } = counter();
  const lines = Object.entries({ host: '127.0.0.1', ...noisy.headers }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${noisy.path}/logs?limit=1000 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const sockets = Array.from({ length: READERS }, () => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.pause().on('error', () => undefined);
    socket.once('close', () => count('closed'));
    socket.write(request.repeat(20));
    return socket;
  });
  if (!signal.aborted) await once(signal, 'abort');
  for (const socket of sockets) socket.destroy();
  return answers;
}

/** Uploads of source maps whose compiled form is as large as their text. */
async function uploads({ port, noisy }, signal) {
  const { answers, count } = counter();
  const content = randomBytes(UPLOAD_BYTES / 2).toString('hex');
  await repeat(UPLOADS, signal, async (worker, round) => {
    const map = { version: 3, sources: ['a.ts'], sourcesContent: [content], names: [], mappings: 'AAAA' };
    const form = new FormData();
    form.set('release', `r${worker}`);
    form.set('filename', `app-${worker}-${round}.js`);
    form.set('map', new Blob([JSON.stringify(map)]), 'app.js.map');
    const { authorization } = noisy.headers;
    const response = await fetch(`http://127.0.0.1:${port}${noisy.path}/sourcemaps`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    }).catch((error) => ({ status: error.cause?.code ?? error.name, text: () => '' }));
    await response.text();
    count(response.status);
    if (response.status !== 201) await delay(1_000);
  });
  return answers;
}

export const ATTACKS = { searches, signIns, readers, uploads };
