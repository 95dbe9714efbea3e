import type { Place } from '../place/findPlace.js';
import { ask, failureOf } from './ask.js';
import { checkRoutes } from './checkRoutes.js';
import { fail, ok, type Finding } from './finding.js';

/** Checks that the running system accepts events: its public port responds and its readiness checks pass. */
export async function checkGateway({ baseUrl, adminPort }: Place): Promise<readonly Finding[]> {
  return [...(await checkPublic(baseUrl)), ...(await checkReadiness(adminPort))];
}

async function checkPublic(baseUrl: string | undefined): Promise<readonly Finding[]> {
  if (baseUrl === undefined) return [ok('gateway', 'not checked: SLUICE_URL is not set')];
  const url = `${baseUrl.replace(/\/+$/, '')}/healthz`;
  const advice = 'Is the gateway running (npm start)? If so, check SLUICE_URL and any proxy in front of it';
  try {
    const { ok: well, status } = await ask(url);
    if (!well) return [fail('gateway', `${url} returned ${status}`, advice)];
    return [ok('gateway', `${url} responds`), ...(await checkRoutes(baseUrl))];
  } catch (error) {
    return [fail('gateway', `${url} does not respond: ${failureOf(error)}`, advice)];
  }
}

async function checkReadiness(adminPort: number | undefined): Promise<readonly Finding[]> {
  if (adminPort === undefined) {
    return [
      ok('readiness', 'not checked: npm start is not running here; query /readyz on the ADMIN_PORT of each service'),
    ];
  }
  const url = `http://127.0.0.1:${adminPort}/readyz`;
  try {
    const response = await ask(url);
    if (response.ok) return [ok('readiness', `${url}: all checks pass`)];
    return [fail('readiness', `${url}: ${problemsIn(await response.text())}`, 'See the other findings and its log')];
  } catch (error) {
    return [fail('readiness', `${url} does not respond: ${failureOf(error)}`, 'Restart it: npm start')];
  }
}

/** Returns the failed checks of a readiness report. */
function problemsIn(text: string): string {
  try {
    const { checks } = JSON.parse(text) as { readonly checks: Readonly<Record<string, unknown>> };
    const failed = Object.entries(checks).filter(([, result]) => result !== 'ok');
    return failed.map(([name, result]) => `${name}: ${String(result)}`).join('; ') || 'not ready';
  } catch {
    return 'not ready; no reason given';
  }
}
