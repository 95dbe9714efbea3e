import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../../e2e/support/waitFor.js';
import { scriptOf, type Engine } from './engine.js';
import { connectMarionette, type Marionette } from './marionette.js';

/** Makes Marionette choose a free port, which it writes to the profile, and disables background requests. */
const preferences = `
user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("services.settings.server", "data:,");
`;

/** Connects to a Firefox that was just started with this profile; resolves when it accepts commands. */
async function connectTo(profile: string): Promise<Marionette> {
  const portFile = join(profile, 'MarionetteActivePort');
  const port = await waitFor(async () => (await readFile(portFile, 'utf8')) || undefined, {
    what: 'the port of Firefox',
    timeoutMs: 60_000,
  });
  const marionette = await connectMarionette(Number(port));
  await marionette.call('WebDriver:NewSession');
  return marionette;
}

/** Starts Firefox. @param program its executable */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'sluice-firefox-'));
  await writeFile(join(profile, 'user.js'), preferences);
  const words = ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'];
  // Firefox refuses to run as root in another user's home directory.
  const child = spawn(program, words, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const marionette = await connectTo(profile).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    open: async (url) => {
      await marionette.call('WebDriver:Navigate', { url });
    },
    async run<T>(expression: string) {
      const script = { script: scriptOf(expression), args: [], sandbox: null };
      const { value } = (await marionette.call('WebDriver:ExecuteScript', script)) as { value: T };
      return value;
    },
    async stop() {
      marionette.close();
      await stop();
    },
  };
}
