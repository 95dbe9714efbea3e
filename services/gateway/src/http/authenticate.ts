import { unavailable, unknownKey, type Refusal } from '../refusal.js';
import type { KnownProject } from '../settings/knownProject.js';
import type { SettingsCache } from '../settings/settingsCache.js';
import { headerOf, type IngestRequest } from './ingestRequest.js';
import { serviceKey } from './serviceKey.js';

/**
 * Spec 5: the project behind the request's key. 401 where there is none, in the same words whatever the reason; 503 where
 * nobody can say, as a 401 would make a client give up.
 */
export async function authenticate(
  request: IngestRequest,
  settings: Pick<SettingsCache, 'find'>,
): Promise<KnownProject | Refusal> {
  const key = serviceKey(headerOf(request, 'x-service-auth'), request.url);
  if (key === undefined) return unknownKey();
  try {
    return (await settings.find(key)) ?? unknownKey();
  } catch {
    return unavailable('The project of this key cannot be looked up now, try again.');
  }
}
