import { type BrandColors, DEFAULT_COLORS, GROUNDS } from '@quincena/domain/brand/colors'
import { type Lender, tradeNameOf } from '@quincena/domain/lender/schema'
import type { Env } from '../../env.ts'
import type { MailContent } from './mail.ts'
import { cleanText, html, Markup } from './markup.ts'

/** The lender who signs the mails, and where the app is. */
export interface Sender {
  lender: Lender
  /** By default the product's. */
  colors?: BrandColors
  /** In place of the mark and the name. `src` is a part of the mail (`cid:`) or the picture itself (`data:`). */
  logo?: { src: string; width: number; height: number }
  /** Address of the app with its base path, without a slash at the end. */
  site: string
}

/** The colours of the app (`apps/web/src/components/tokens.ts`), by the class that a dark scheme repaints. */
const light = { paper: '#FAF8F4', card: '#FFFFFF', ink: '#1D2426', soft: '#5B6669', line: '#E4DFD6' }

/**
 * Mail programs that know no `<style>` show the light scheme of the inline styles. `[data-ogsc]` is what Outlook puts
 * on a dark page.
 */
const darkRules = (prefix: string, { dark }: BrandColors) => `
${prefix}.paper{background-color:#14181A!important}
${prefix}.card{background-color:#1C2225!important;border-color:#2E373A!important}
${prefix}.ink{color:#ECEFEE!important}
${prefix}.soft{color:#9AA6A8!important}
${prefix}.line{border-color:#2E373A!important}
${prefix}.mark{color:${dark}!important}
${prefix}.button{background-color:${dark}!important}
${prefix}.button a{color:#10201D!important}`

const styleOf = (colors: BrandColors) => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0}
a{text-decoration:underline}
@media (max-width:620px){.card{padding:24px 20px!important}.foot{padding:20px 4px!important}.button a{display:block!important}.button{width:100%!important}}
@media (prefers-color-scheme:dark){${darkRules('', colors)}}
${darkRules('[data-ogsc] ', colors)}`

const font = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const text = (size: number, color: string) => `${font};font-size:${size}px;line-height:1.5;color:${color}`

const longestName = 60

const greetingOf = ({ greeting }: MailContent) =>
  greeting === undefined ? [] : [`Hola, ${[...cleanText(greeting)].slice(0, longestName).join('')}:`]

const isWeb = (url: string) => /^https?:\/\//.test(url)

const paragraphOf = (paragraph: string) =>
  html`<p class="ink" style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere;${text(16, light.ink)}">${paragraph}</p>`

const rowOf = ({ label, value }: { label: string; value: string }) => html`<tr>
<td class="soft line" valign="top" style="padding:10px 12px 10px 0;border-bottom:1px solid ${light.line};${text(14, light.soft)}">${label}</td>
<td class="ink line" align="right" valign="top" style="padding:10px 0;border-bottom:1px solid ${light.line};font-variant-numeric:tabular-nums;overflow-wrap:anywhere;${text(16, light.ink)};font-weight:600">${value}</td>
</tr>`

function figuresOf({ figures = [] }: MailContent): Markup {
  if (figures.length === 0) return html``
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;border-collapse:collapse">${figures.map(rowOf)}</table>`
}

function codeOf({ code }: MailContent): Markup {
  if (code === undefined) return html``
  return html`<p class="ink" style="margin:0 0 24px;letter-spacing:6px;font-weight:600;${text(28, light.ink)}">${code}</p>`
}

function buttonOf({ button }: MailContent, { colors = DEFAULT_COLORS }: Sender): Markup {
  if (button === undefined || !isWeb(button.url)) return html``
  return html`<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" bgcolor="${colors.light}" style="margin:8px 0 24px;border-radius:12px;background-color:${colors.light}"><tr>
<td align="center" style="border-radius:12px"><a href="${button.url}" target="_blank" style="display:inline-block;padding:14px 28px;border-radius:12px;text-decoration:none;font-weight:600;${text(16, GROUNDS.light.on_button)}">${button.label}</a></td>
</tr></table>`
}

const closingOf = ({ closing = [] }: MailContent) =>
  closing.map(
    (line) =>
      html`<p class="soft" style="margin:0 0 8px;overflow-wrap:anywhere;${text(14, light.soft)}">${line}</p>`,
  )

const settingsPath = '/app/notifications'
const privacyPath = '/app/legal/privacy'

const linkTo = (url: string, label: string) =>
  html`<a class="soft" href="${url}" target="_blank" style="color:${light.soft};text-decoration:underline">${label}</a>`

function footOf(content: MailContent, { lender, site }: Sender): Markup {
  const settings =
    content.has_settings === true
      ? html` &nbsp;·&nbsp; ${linkTo(`${site}${settingsPath}`, 'Elige qué avisos recibes')}`
      : html``
  return html`<strong style="font-weight:600">${lender.name}</strong><br>${lender.address}<br>
Tel. ${lender.phone} &nbsp;·&nbsp; ${lender.email}<br>
${linkTo(`${site}${privacyPath}`, 'Aviso de privacidad')}${settings}`
}

/** Most pixels of a logo's sides. */
const logoBox = { width: 220, height: 40 }

/** The lender's logo, on a pale plate that keeps it readable in the dark scheme, or the mark with the product's name. */
function headOf({ lender, colors = DEFAULT_COLORS, logo }: Sender): Markup {
  const name = tradeNameOf(lender)
  if (logo === undefined)
    return html`<span class="mark" aria-hidden="true" style="${text(24, colors.light)};line-height:1">◐</span><span class="ink" style="padding-left:8px;font-weight:650;${text(20, light.ink)}">${name}</span>`
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height, 1)
  const [width, height] = [String(Math.round(logo.width * scale)), String(Math.round(logo.height * scale))]
  return html`<img src="${logo.src}" alt="${name}" width="${width}" height="${height}" style="display:block;width:${width}px;height:${height}px;padding:6px 8px;border-radius:8px;background-color:${light.card};${text(20, light.ink)}">`
}

/** Fills the rest of a mail list's line, so that no text of the mail follows the preheader. */
const filler = '&zwnj;&nbsp;'.repeat(80)

function htmlOf(content: MailContent, sender: Sender): string {
  const { subject, preheader } = content
  return html`<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
<style>${new Markup(styleOf(sender.colors ?? DEFAULT_COLORS))}</style>
</head>
<body class="paper" bgcolor="${light.paper}" style="margin:0;padding:0;background-color:${light.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all">${preheader}${new Markup(filler)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.paper}" style="background-color:${light.paper}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;width:100%;margin:0 auto">
<tr><td style="padding:0 4px 16px">${headOf(sender)}</td></tr>
<tr><td class="card" bgcolor="${light.card}" style="padding:32px;border:1px solid ${light.line};border-radius:16px;background-color:${light.card}">
<h1 class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;${text(24, light.ink)};line-height:1.2;font-weight:650">${subject}</h1>
${[...greetingOf(content), ...content.paragraphs].map(paragraphOf)}${codeOf(content)}${figuresOf(content)}${buttonOf(content, sender)}${closingOf(content)}
</td></tr>
<tr><td class="foot soft" style="padding:24px 8px;${text(12, light.soft)}">${footOf(content, sender)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.text
}

function textOf(content: MailContent, { lender, site }: Sender): string {
  const { paragraphs, figures = [], button, closing = [], has_settings } = content
  const blocks = [
    ...greetingOf(content),
    ...paragraphs,
    figures.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    button === undefined || !isWeb(button.url) ? '' : `${button.label}:\n${button.url}`,
    ...closing,
    // Mail programs show what follows this line as a signature.
    [
      '-- ',
      lender.name,
      lender.address,
      `Tel. ${lender.phone} · ${lender.email}`,
      `Aviso de privacidad: ${site}${privacyPath}`,
      ...(has_settings === true ? [`Elige qué avisos recibes: ${site}${settingsPath}`] : []),
    ].join('\n'),
  ]
  return `${blocks
    .filter((block) => block !== '')
    .map(cleanText)
    .join('\n\n')}\n`
}

/** One line of a header: without the line breaks that would begin another one. */
export const headerLine = (line: string) => cleanText(line).replaceAll(/\s+/g, ' ').trim()

/** A mail as it is sent. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Renders a mail with the lender's layout, as plain text and as HTML that loads nothing. */
export function renderMail(content: MailContent, sender: Sender): RenderedMail {
  const subject = headerLine(content.subject)
  const clean = { ...content, subject }
  return { subject, text: textOf(clean, sender), html: htmlOf(clean, sender) }
}

/** Where the app is, for the links in mails. */
export function siteOf({
  public_url,
  port,
  base_path,
}: Pick<Env, 'public_url' | 'port' | 'base_path'>): string {
  return `${(public_url ?? `http://localhost:${port}`).replace(/\/$/, '')}${base_path}`
}
