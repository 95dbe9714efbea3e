import { appearanceOf } from '../view/appearance.js';
import type { MessageView } from '../view/view.js';
import {
  moreLine,
  placeBesideHeadline,
  reasonLine,
  ruleLine,
  titleBesideHeadline,
  whereLine,
} from '../templates/lines.js';
import { defuseMail } from '../text/defuse.js';
import { escapeHtml } from '../text/escapes.js';
import { mailFacts, mailLine } from './mailFacts.js';
import { confirmLine, type MailLinks } from './confirmLine.js';

/** Trusted HTML. */
type Html = string;

const FONT = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';
const INK = 'color:#1c2024';
const SUBTLE = 'color:#60646c';

/** Clients that know dark mode use these instead of the inline styles; the others show the light colors. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#111113!important}.card{background:#18191b!important;border-left-color:#363a3f!important;border-right-color:#363a3f!important;border-bottom-color:#363a3f!important}
.ink{color:#edeef0!important}.subtle{color:#b0b4ba!important}.code{background:#212225!important;color:#edeef0!important}
.line{border-color:#363a3f!important}.first{background:#edeef0!important;color:#1c2024!important}.other{background:#363a3f!important;color:#edeef0!important}}
@media (max-width:480px){.pad{padding:20px 16px!important}}`;

/** Returns the part of a mail in HTML: one column, no images, text of 16 px, in light and dark colors. */
export function mailHtml(view: MessageView, links: MailLinks): Html {
  const { color } = appearanceOf(view);
  const body = view.single === undefined ? list(view) : details(view);
  const preview = view.single === undefined ? view.place : `${view.single.label} · ${whereLine(view)}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${text(view.headline)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f4f6;font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${text(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border:1px solid #e0e1e6;border-top:4px solid ${color};border-radius:8px">
<tr><td class="pad" style="padding:24px 28px;font-size:16px;line-height:24px;${INK};word-break:break-word">
<h1 class="ink" style="margin:0 0 4px;font-size:20px;line-height:28px;font-weight:600;${INK}">${text(view.headline)}</h1>
${body}${buttons(view)}
</td></tr></table>
${footer(view, links)}
</td></tr></table></body></html>
`;
}

/** A line breaks after a dot, not before it. */
const text = (line: string): Html => escapeHtml(defuseMail(line)).replaceAll(' · ', '&nbsp;· ');
const paragraph = (line: string): Html =>
  line === '' ? '' : `<p class="ink" style="margin:16px 0 0;${INK}">${text(line)}</p>\n`;
const subtle = (line: string): Html =>
  line === ''
    ? ''
    : `<p class="subtle" style="margin:4px 0 0;font-size:14px;line-height:20px;${SUBTLE}">${text(line)}</p>\n`;

function details(view: MessageView): Html {
  const { single } = view;
  const code = [single?.culprit ?? '', single?.sourceLine ?? ''].filter((line) => line !== '');
  const facts = (single === undefined ? [] : mailFacts(single)).map(
    ({
      name,
      value,
    }) => `<tr><td class="subtle line" style="padding:6px 16px 6px 0;${SUBTLE};white-space:nowrap;vertical-align:top">${text(name)}</td>
<td class="ink line" style="padding:6px 0;${INK};width:100%">${text(value)}</td></tr>`,
  );
  const block = `<div class="code" style="margin:16px 0 0;padding:12px;background:#f4f4f6;border-radius:6px;font-family:${MONO};font-size:14px;line-height:20px">${code.map(text).join('<br>')}</div>\n`;
  return [
    subtle(view.place),
    paragraph(titleBesideHeadline(view)),
    code.length === 0 ? '' : block,
    paragraph(reasonLine(view)),
    facts.length === 0
      ? ''
      : `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0 0;font-size:15px;line-height:22px">${facts.join('\n')}</table>\n`,
  ].join('');
}

function list(view: MessageView): Html {
  const items = view.items.map((item) => {
    const title = text(item.title);
    const linked =
      item.url === undefined
        ? title
        : `<a class="ink" href="${escapeHtml(item.url)}" style="${INK};font-weight:600;text-decoration:none">${title}</a>`;
    return `<tr><td class="line" style="padding:12px 0;border-top:1px solid #e0e1e6">${linked}\n${subtle(mailLine(view, item))}</td></tr>`;
  });
  return `${subtle(placeBesideHeadline(view))}${paragraph(reasonLine(view))}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0 0">
${items.join('\n')}
</table>
${subtle(moreLine(view))}`;
}

function buttons({ links }: MessageView): Html {
  if (links.length === 0) return '';
  const cells = links.map(({ label, url }, index) => {
    const appearance = index === 0 ? 'background:#1c2024;color:#ffffff' : 'background:#e0e1e6;color:#1c2024';
    const name = index === 0 ? 'first' : 'other';
    return `<a class="${name}" href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 8px 0;padding:12px 20px;border-radius:6px;font-weight:600;text-decoration:none;${appearance}">${text(label)}</a>`;
  });
  return `<div style="margin:24px 0 0">${cells.join('')}</div>`;
}

function footer(view: MessageView, { unsubscribe: unsubscribeUrl, confirm }: MailLinks): Html {
  const rule = ruleLine(view);
  const unsubscribe =
    unsubscribeUrl === undefined
      ? ''
      : `<a class="subtle" href="${escapeHtml(unsubscribeUrl)}" style="${SUBTLE}">Unsubscribe</a>`;
  const question =
    confirm === undefined
      ? ''
      : `<a class="subtle" href="${escapeHtml(confirm.url)}" style="${SUBTLE}">${escapeHtml(confirmLine(confirm))}</a>`;
  const parts = [rule === '' ? '' : text(rule), question, unsubscribe].filter((part) => part !== '');
  return parts.length === 0
    ? ''
    : `<p class="subtle" style="max-width:600px;margin:12px 0 0;font-size:13px;line-height:20px;${SUBTLE}">${parts.join('<br>')}</p>`;
}
