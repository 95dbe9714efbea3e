import type { KeyKind } from '@sluice/contract';
import { serverKeyInUrl, unavailable, unknownKey, type Refusal } from '../answer.js';
import type { CompiledProject } from '../settings/compileProject.js';
import type { SettingsCache } from '../settings/settingsCache.js';
import { readHeader, type IngestRequest } from './ingestRequest.js';
import { readServiceKey } from './readServiceKey.js';

/** The project and the kind of key that a request is sent with. */
export interface Sender {
  readonly project: CompiledProject;
  readonly keyKind: KeyKind;
}

/**
 * Resolves with the project of the request's key and the kind of key, which follows from the key alone (protocol 5). Refuses with
 * 401 if no enabled key is found, with the same text for each reason except a server key in the URL, and with 503 if the look-up
 * fails: a 401 would make clients stop sending.
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
    return unavailable(
      'The project of this key cannot be looked up now. Send the request again after Retry-After seconds.',
    );
  }
}
