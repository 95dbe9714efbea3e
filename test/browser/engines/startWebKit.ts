import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { waitFor } from '../../e2e/support/waitFor.js';
import { scriptOf, type Engine } from './engine.js';

/** Returns a free port, because the WebKit driver cannot choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The display that Xvfb chose, such as `:99`. */
const displayOf = (xvfb: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    xvfb.stdout?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
    xvfb.once('exit', () => reject(new Error('Xvfb ended')));
  });

/** Sends a WebDriver command. @throws the error that WebKit reports */
async function ask(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

/**
 * Starts the MiniBrowser of WebKitGTK on a virtual display.
 *
 * @param program path of its WebDriver
 * @param xvfb path of Xvfb
 */
export async function startWebKit(program: string, xvfb: string): Promise<Engine> {
  const display = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [DISPLAY, port] = await Promise.all([displayOf(display), freePort()]);
  const driver = spawn(program, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY } });
  const ended = [display, driver].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  const base = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    ask('GET', `${base}/status`).then(
      () => true,
      () => false,
    );
  await waitFor(isReady, { what: 'the driver of WebKit' });
  const { sessionId } = (await ask('POST', `${base}/session`, { capabilities: {} })) as { sessionId: string };
  const session = `${base}/session/${sessionId}`;
  return {
    open: async (url) => {
      await ask('POST', `${session}/url`, { url });
    },
    run: <T>(expression: string) =>
      ask('POST', `${session}/execute/sync`, { script: scriptOf(expression), args: [] }) as Promise<T>,
    async stop() {
      await ask('DELETE', session);
      for (const child of [driver, display]) child.kill();
      await Promise.all(ended);
    },
  };
}
