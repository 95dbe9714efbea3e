import { askHttp, type Answer, type Ask } from '@sluice/testkit';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Claims of a person at the provider. */
export interface Claims {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

/** A running provider; see `oidcProvider.mjs`. */
export interface TestProvider {
  readonly issuer: string;
  /** Registers the client, and resolves when the provider serves. */
  readonly serve: (redirectUri: string) => Promise<void>;
  readonly stop: () => void;
}

/** Starts a provider with these people. */
export async function startProvider(accounts: Readonly<Record<string, Claims>>): Promise<TestProvider> {
  const child = fork(path.join(import.meta.dirname, 'oidcProvider.mjs'), [JSON.stringify(accounts)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { issuer } = await messageOf<{ issuer: string }>(child);
  return {
    issuer,
    serve: async (redirectUri) => {
      const ready = messageOf(child);
      child.send({ issuer, redirectUri });
      await ready;
    },
    stop: () => child.kill(),
  };
}

async function messageOf<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T];
  return message;
}

/** Sends requests with the cookies of earlier responses, as a browser at one host does. */
function createBrowser(): (url: string, ask?: Ask) => Promise<Answer> {
  const cookies = new Map<string, string>();
  return async (url, ask = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await askHttp(url, { ...ask, headers: { ...ask.headers, ...(cookie === '' ? {} : { cookie }) } });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

/** Signs in at the provider and consents. Returns the address that the provider sends the browser back to. */
export async function signInAtProvider(address: string, subject: string, redirectUri: string): Promise<string> {
  const browse = createBrowser();
  let at = address;
  for (let steps = 0; steps < 12; steps += 1) {
    if (at.startsWith(redirectUri)) return at;
    const page = await browse(at);
    if (page.status === 200) {
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const answer = await browse(new URL(action, at).href, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ prompt, login: subject, password: 'any' }).toString(),
      });
      at = new URL(locationOf(answer), at).href;
    } else at = new URL(locationOf(page), at).href;
  }
  throw new Error(`the provider does not redirect back: ${at}`);
}

/** Returns where a response redirects to. @throws if it does not */
export function locationOf({ status, headers, text }: Answer): string {
  const { location } = headers;
  if (typeof location !== 'string') throw new Error(`no redirect: ${status} ${text.slice(0, 300)}`);
  return location;
}
