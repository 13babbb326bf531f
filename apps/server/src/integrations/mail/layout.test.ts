import { expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { renderMail } from './layout.ts'

const { lender } = readEnv({ DEMO: '1' })
const sender = { lender, site: 'https://app.prestamos.mx/quincena' }
const content = { subject: 'Tu enlace', preheader: 'Vale una hora.', paragraphs: ['Uno', 'Dos'] }

const hostile = `<img src=x onerror="alert(1)">'&</td>\u202e`

test('escapes data everywhere in the HTML', () => {
  const mail = {
    ...content,
    greeting: hostile,
    paragraphs: [hostile],
    figures: [{ label: hostile, value: hostile }],
    button: { label: hostile, url: `https://x.mx/"><script>alert(1)</script>` },
    closing: [hostile],
  }
  const { html } = renderMail(mail, { ...sender, lender: { ...lender, name: hostile } })
  expect(html).not.toMatch(/<img|<script|onerror="|\u202e/)
  expect(html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;&#39;&amp;&lt;\/td&gt;/g)).toHaveLength(
    7,
  )
})

test('data cannot replace parts of the layout', () => {
  const { html } = renderMail({ ...content, subject: 'STYLE FILLER $& {x}' }, sender)
  expect(html).toContain('<title>STYLE FILLER $&amp; {x}</title>')
})

test('loads nothing from elsewhere and names the lender and the privacy notice', () => {
  const { html, text } = renderMail({ ...content, has_settings: true }, sender)
  expect(html).not.toMatch(/\bsrc=|url\(|<link|@import/)
  for (const part of [lender.name, lender.address, lender.phone, `${sender.site}/app/legal/privacy`]) {
    expect(html).toContain(part)
    expect(text).toContain(part)
  }
})

test('a button that leads to no web page is left out', () => {
  const button = { label: 'Entrar', url: 'javascript:alert(1)' }
  const { html, text } = renderMail({ ...content, button }, sender)
  expect(html + text).not.toContain('javascript:')
})

test('the text has the facts as lines and the whole link', () => {
  const url = `${sender.site}/auth/contrasena#token=${'A1b2-_'.repeat(30)}`
  const figures = [{ label: 'Monto', value: '$12,000.00' }]
  const { text } = renderMail(
    { ...content, greeting: 'Ana', figures, button: { label: 'Abrir', url } },
    sender,
  )
  expect(text).toContain(`Hola, Ana:\n\nUno\n\nDos\n\nMonto: $12,000.00\n\nAbrir:\n${url}\n\n-- \n`)
})
