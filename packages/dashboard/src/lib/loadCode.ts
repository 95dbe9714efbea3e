/** Code of the page that could not be loaded; the message says why, and what helps. */
export class CodeError extends Error {
  override readonly name = 'CodeError';
}

const RELOADED = 'sluice:reloaded';

const entryOf = (page: Document): string => page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Reads the page as the server has it now; `undefined` if it does not answer. */
async function readServed(): Promise<Document | undefined> {
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store' });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
  } catch {
    return undefined;
  }
}

/** Loads the page anew if the server answers; returns whether it does. Without an answer the page that is open would be lost. */
export async function reloadIfServed(): Promise<boolean> {
  if ((await readServed()) === undefined) return false;
  window.location.reload();
  return true;
}

/** Why code could not be loaded. `isNew`: the server has another version, whose files have other names. */
async function findReason(): Promise<{ readonly message: string; readonly isNew: boolean }> {
  if (!navigator.onLine) {
    return {
      message: 'This device is offline, and this part is not loaded yet. Connect it and try again.',
      isNew: false,
    };
  }
  const served = await readServed();
  if (served === undefined) {
    return { message: 'The server cannot be reached. Check the connection and try again.', isNew: false };
  }
  return entryOf(served) === entryOf(document)
    ? { message: 'This part of the page could not be loaded. Try again.', isNew: false }
    : { message: 'There is a new version of the dashboard. Load the page anew to go on.', isNew: true };
}

/**
 * Loads the code of a page. After a deployment the page is loaded anew, once for each version.
 * @throws {CodeError} with the reason if the code cannot be loaded
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    const { message, isNew } = await findReason();
    const entry = entryOf(document);
    if (isNew && sessionStorage.getItem(RELOADED) !== entry) {
      sessionStorage.setItem(RELOADED, entry);
      window.location.reload();
      return await new Promise<never>(() => undefined);
    }
    throw new CodeError(message);
  }
}

/** Loads the code of a part of a page. What the reader has typed there stays: nothing is loaded anew. @throws {CodeError} with the reason */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    throw new CodeError((await findReason()).message);
  }
}
