import { randomHex } from '../core/ids.js';
import { readTab, writeTab } from './tabStorage.js';

const KEY = 'sluice.session';

let ofPage: string | undefined;

/** The visit: a random id that lives as long as the tab; as long as the page, where nothing can be stored. No cookies. */
export function sessionId(): string {
  ofPage ??= readTab(KEY) ?? randomHex(16);
  writeTab(KEY, ofPage);
  return ofPage;
}
