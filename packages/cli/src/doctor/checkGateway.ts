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
  const advice = 'Is the gateway running (npm start)? If so, check SLUICE_URL and any proxy in front of it';
  try {
    const { ok: well, status } = await ask(url);
    return [well ? ok('gateway', `${url} answers`) : fail('gateway', `${url} answers ${status}`, advice)];
  } catch (error) {
    return [fail('gateway', `${url} does not answer: ${reason(error)}`, advice)];
  }
}

async function checkReadiness(adminPort: number | undefined): Promise<readonly Finding[]> {
  if (adminPort === undefined) {
    return [ok('readiness', 'not checked: no npm start runs here; ask /readyz on ADMIN_PORT of each service')];
  }
  const url = `http://127.0.0.1:${adminPort}/readyz`;
  try {
    const response = await ask(url);
    if (response.ok) return [ok('readiness', `${url}: all checks pass`)];
    return [fail('readiness', `${url}: ${problemsIn(await response.text())}`, 'See the other findings and its log')];
  } catch (error) {
    return [fail('readiness', `${url} does not answer: ${reason(error)}`, 'Restart it: npm start')];
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
