/** Runs in the page: makes the changes that scripts can make. All new content on `replayMasked.html` is secret. */

const by = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no ${id}`);
  return element;
};

const rootOf = (id: string): ShadowRoot => by(id).shadowRoot ?? by(id).attachShadow({ mode: 'open' });
const bodyOf = (frame: HTMLElement): HTMLElement => (frame as HTMLIFrameElement).contentDocument?.body ?? frame;

/** Changes the value of a node's leading text node without replacing it. */
function changeText(node: Node | null, text: string): void {
  if (node?.firstChild?.nodeType !== Node.TEXT_NODE) throw new Error('no text');
  node.firstChild.nodeValue = text;
}

export function changeMarkup(): void {
  document.title = 'geheim-later';
  history.pushState(null, '', '?geheim-pushed#geheim-pushed');
  const names = ['title', 'alt', 'placeholder', 'aria-label', 'value', 'href', 'data-x', 'onclick', 'src', 'label'];
  for (const name of names) {
    for (const id of ['heading', 'text', 'hidden', 'check', 'editable']) {
      by(id).setAttribute(name, `geheim-later-${name}`);
    }
  }
  changeText(by('heading'), 'geheim-later');
  by('heading').className = 'shape headline geheim@geheim.example';
  by('area').textContent = 'geheim-later';
  changeText(by('area'), 'geheim-later-again');
  document.body.append('geheim-later', document.createComment('geheim-later'));
  by('typedPassword').setAttribute('type', 'text');
  for (const id of ['text', 'check', 'radio', 'hidden', 'area']) {
    (by(id) as HTMLInputElement).value = `geheim-set-${id}`;
  }
  by('select').append(new Option('geheim-later', 'geheim-later', true, true));
  by('drawn').textContent = 'geheim-later';
  by('inBlock').textContent = 'geheim-later';
  by('late').innerHTML = `<p title="geheim-late">geheim-late <a href="/geheim-late?geheim">geheim-late</a></p>
    <img src="/geheim-late.png" alt="geheim-late"><input value="geheim-late"><textarea>geheim-late</textarea>
    <svg><text>geheim-late</text></svg><option label="geheim-late">geheim-late</option>
    <p style="background: url(/geheim-late.png); color: rgb(10, 11, 12)">geheim-late</p>
    <style>.late::after { content: "geheim-late" }</style>`;
  getSelection()?.selectAllChildren(by('heading'));
}

export function changeTrees(): void {
  const root = rootOf('host');
  root.append('geheim-later');
  changeText(root, 'geheim-later');
  root.querySelector('p')?.setAttribute('title', 'geheim-later');
  const late = document.createElement('div').attachShadow({ mode: 'open' });
  late.innerHTML = 'geheim-late-shadow<p title="geheim-late-shadow">geheim-late-shadow</p>';
  by('late').append(late.host);
  rootOf('blockHost').innerHTML = 'geheim-late-block<p class="geheim-class">geheim-late-block</p>';
  const frame = document.createElement('iframe');
  frame.srcdoc = '<p>geheim-late-frame</p>';
  document.body.append(frame);
  for (const body of [...document.querySelectorAll('iframe')].map(bodyOf)) {
    body.append('geheim-later-frame');
    body.setAttribute('title', 'geheim-later-frame');
  }
}

export function changeStyles(): void {
  by('heading').style.setProperty('--name', '"geheim-later"');
  by('heading').style.backgroundImage = 'url(/geheim-later.png)';
  const { sheet: inline } = by('styles') as HTMLStyleElement;
  inline?.insertRule('.late::before { content: "geheim-rule" }');
  (inline?.cssRules[1] as CSSStyleRule).style.setProperty('--label', '"geheim-declared"');
  by('styles').append('.more::before { content: "geheim-appended" /* geheim-appended */ }');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.adopted::before { content: "geheim-adopted" }');
  document.adoptedStyleSheets = [sheet];
  sheet.replaceSync('.adopted::before { content: "geheim-replaced" }');
  sheet.insertRule('.adopted::after { content: "geheim-inserted" }');
  expectToThrow('SyntaxError', () => sheet.insertRule('no rule at all'));
  expectToThrow('TypeError', () => (sheet as unknown as { insertRule(): void }).insertRule());
}

/** Asserts that errors of the page reach it unchanged. */
function expectToThrow(name: string, callback: () => void): void {
  try {
    callback();
  } catch (error) {
    if ((error as Error).name !== name) throw error;
    return;
  }
  throw new Error(`no ${name}`);
}

export function changeShown(): void {
  by('open').textContent = 'offen-later';
  by('typedPassword').setAttribute('type', 'text');
  by('masked').append('geheim-later');
  changeText(by('masked'), 'geheim-later');
  by('masked').title = 'geheim-later';
  (by('hidden') as HTMLInputElement).value = 'geheim-later';
  by('hidden').setAttribute('value', 'geheim-later');
  for (const id of ['maskedHost', 'blockedHost', 'mineHost']) {
    rootOf(id).innerHTML = 'geheim-shadow<p title="geheim-shadow">geheim-shadow</p>';
  }
  for (const id of ['maskedFrame', 'blockedFrame']) bodyOf(by(id)).append('geheim-later-frame');
  bodyOf(by('openFrame')).append('offen-frame-later');
  by('open').append(Object.assign(document.createElement('b'), { textContent: 'offen-moved-out' }));
}

export function changeShownAgain(): void {
  for (const id of ['maskedHost', 'blockedHost', 'mineHost']) rootOf(id).append('geheim-later-shadow');
  // Changed and removed before the recorder processes the change.
  const gone = by('masked').querySelector('b');
  changeText(gone, 'geheim-gone');
  gone?.remove();
}
