import { messageOf } from '../explainError.js';
import type { Place } from '../place/findPlace.js';
import { fail, ok, type Finding } from './finding.js';

/** Milliseconds to wait for an answer. */
const PATIENCE_MS = 3_000;

/** Whether the copy that runs here takes events: its public port answers, and its admin port calls everything well. */
export async function checkGateway({ baseUrl, adminPort }: Place): Promise<readonly Finding[]> {
  return [...(await checkPublic(baseUrl)), ...(await checkReadiness(adminPort))];
}

async function checkPublic(baseUrl: string | undefined): Promise<readonly Finding[]> {
  if (baseUrl === undefined) return [ok('gateway', 'not checked: SLUICE_URL is not known')];
  const url = `${baseUrl.replace(/\/+$/, '')}/healthz`;
  const advice = 'Is the gateway running (npm start)? Else correct SLUICE_URL, or see what stands before it';
  try {
    const { ok: well, status } = await ask(url);
    return [well ? ok('gateway', `${url} answers`) : fail('gateway', `${url} answers ${status}`, advice)];
  } catch (error) {
    return [fail('gateway', `${url} does not answer: ${reason(error)}`, advice)];
  }
}

async function checkReadiness(adminPort: number | undefined): Promise<readonly Finding[]> {
  if (adminPort === undefined) {
    return [
      ok('readiness', 'not checked: no copy of npm start is known here; ask /readyz at ADMIN_PORT of each service'),
    ];
  }
  const url = `http://127.0.0.1:${adminPort}/readyz`;
  try {
    const response = await ask(url);
    if (response.ok) return [ok('readiness', `${url}: everything is well`)];
    return [fail('readiness', `${url}: ${problemsIn(await response.text())}`, 'See the findings here, and its log')];
  } catch (error) {
    return [fail('readiness', `${url} does not answer: ${reason(error)}`, 'Start it again: npm start')];
  }
}

const ask = (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });

const reason = (error: unknown): string => messageOf(error instanceof Error ? (error.cause ?? error) : error);

/** The checks that a readiness report names as failed. */
function problemsIn(text: string): string {
  try {
    const { checks } = JSON.parse(text) as { readonly checks: Readonly<Record<string, unknown>> };
    const failed = Object.entries(checks).filter(([, result]) => result !== 'ok');
    return failed.map(([name, result]) => `${name}: ${String(result)}`).join('; ') || 'not ready';
  } catch {
    return 'not ready, and it does not say why';
  }
}
