import type { KeyKind } from '@sluice/contract';
import { serverKeyInUrl, unavailable, unknownKey, type Refusal } from '../answer.js';
import type { CompiledProject } from '../settings/compileProject.js';
import type { SettingsCache } from '../settings/settingsCache.js';
import { readHeader, type IngestRequest } from './ingestRequest.js';
import { readServiceKey } from './readServiceKey.js';

/** Who sends a request. */
export interface Sender {
  readonly project: CompiledProject;
  readonly keyKind: KeyKind;
}

/**
 * Protocol 5: the project behind the request's key, and the kind of key, which its name tells: whatever wrote the settings, and
 * in whichever version, has no part in it. 401 where there is none, in the same words whatever the reason, but for a
 * server key in the address; 503 where nobody can say, as a 401 would make a client give up.
 */
export async function authenticate(
  request: IngestRequest,
  settings: Pick<SettingsCache, 'find'>,
): Promise<Sender | Refusal> {
  const key = readServiceKey(readHeader(request, 'x-service-auth'), request.url);
  if (key === undefined) return unknownKey();
  if (key.hasServerKeyInUrl) return serverKeyInUrl();
  try {
    const project = await settings.find(key.name);
    return project === undefined ? unknownKey() : { project, keyKind: key.kind };
  } catch {
    return unavailable('The project of this key cannot be looked up now, try again.');
  }
}
