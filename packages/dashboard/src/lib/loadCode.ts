/** Code of the page that could not be loaded; the message says why, and what helps. */
class CodeError extends Error {
  override readonly name = 'CodeError';

  constructor(
    message: string,
    /** The server has another version, whose files have other names. */
    readonly isNew: boolean,
  ) {
    super(message);
  }
}

const RELOADED = 'sluice:reloaded';

const entryOf = (page: Document): string => page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Reads the page as the server has it now; `undefined` if it does not answer. */
async function readServed(): Promise<Document | undefined> {
  try {
    // Without the header the server answers as to a program.
    const answer = await fetch(document.baseURI, { cache: 'no-store', headers: { accept: 'text/html' } });
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

async function findReason(): Promise<CodeError> {
  if (!navigator.onLine) {
    return new CodeError('This device is offline, and this part is not loaded yet. Connect it and try again.', false);
  }
  const served = await readServed();
  if (served === undefined) {
    return new CodeError('The server cannot be reached. Check the connection and try again.', false);
  }
  return ['', entryOf(document)].includes(entryOf(served))
    ? new CodeError('This part of the page could not be loaded. Try again.', false)
    : new CodeError('There is a new version of the dashboard. Load the page anew to go on.', true);
}

/** Loads code. Loads no page anew: what the reader has typed stays. @throws {CodeError} with the reason if it cannot be loaded */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    throw await findReason();
  }
}

/** Loads the page anew if a deployment replaced its code, once for each version; returns whether it does. */
export function reloadOnceFor(error: unknown): boolean {
  const entry = entryOf(document);
  if (!(error instanceof CodeError) || !error.isNew || sessionStorage.getItem(RELOADED) === entry) return false;
  sessionStorage.setItem(RELOADED, entry);
  window.location.reload();
  return true;
}
