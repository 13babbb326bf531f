import { expect, test } from 'vitest'
import { checkText } from './check.ts'
import type { TextContent } from './content.ts'
import { fillNotice } from './fill-notice.ts'
import { noticeParts } from './notice-parts.ts'
import { smsSize } from './sms-size.ts'

type Paragraph = TextContent['sections'][number]['paragraphs'][number]
const part = (name: keyof typeof noticeParts, ...paragraphs: (string | Paragraph)[]) => ({
  heading: noticeParts[name].heading,
  paragraphs: paragraphs.map((one) => (typeof one === 'string' ? { text: one } : one)),
})

const sections = [
  part('text', 'Te enviamos {amount}.', { text: 'Ahora pagas el {first_due}.', when: 'new_day' }),
  part('locked', 'Va en camino.'),
  part('subject', 'Enviamos tu dinero'),
  part('preheader', 'Va en camino.'),
  part('mail', '{notice_text}', 'Llámanos al {phone}.'),
  part('message', 'Enviamos tu dinero. Entra a la app.'),
]
const good: TextContent = { title: 'Va tu dinero', sections }
const withPart = (index: number, ...paragraphs: (string | Paragraph)[]): TextContent => {
  const names = ['text', 'locked', 'subject', 'preheader', 'mail', 'message'] as const
  return { ...good, sections: sections.with(index, part(names[index] ?? 'text', ...paragraphs)) }
}

test('a notice without faults has no problems', () => {
  expect(checkText('notice_sent', good)).toEqual([])
})

const locked = 'se lee sin desbloquear el teléfono.'
test.each([
  [2, 'Van {amount}', `«{amount}» (Monto que se envió) no puede ir en el asunto: ${locked}`],
  [2, 'Van $12,000', `Un monto no puede ir en el asunto: ${locked}`],
  [2, 'Van 12,000 pesos', `Un monto no puede ir en el asunto: ${locked}`],
  [3, 'MXN 12000', `Un monto no puede ir en el avance del correo: ${locked}`],
  [1, 'Doce mil pesos', `Un monto no puede ir en la pantalla bloqueada: ${locked}`],
  [2, 'Tu C-000123', `Un folio no puede ir en el asunto: ${locked}`],
  [5, 'Tu A-000123', `Un folio no puede ir en el mensaje corto: ${locked}`],
  [2, 'A tu cuenta 9192', `Un número de cuenta no puede ir en el asunto: ${locked}`],
  [2, 'Folio {folio}', `«{folio}» (Folio del préstamo) no puede ir en el asunto: ${locked}`],
  [
    3,
    'A {account}',
    `«{account}» (La cuenta a la que se envió) no puede ir en el avance del correo: ${locked}`,
  ],
  [1, '{amount}', `«{amount}» (Monto que se envió) no puede ir en la pantalla bloqueada: ${locked}`],
  [5, 'Van {amount}', `«{amount}» (Monto que se envió) no puede ir en el mensaje corto: ${locked}`],
  [5, 'De {lender}', '«{lender}» no cabe en un mensaje corto.'],
  [5, 'a'.repeat(161), 'Mide 161 caracteres: máximo 160.'],
  [5, 'Listo 🎉', 'Un SMS no lleva «🎉».'],
])('refuses in part %i the text «%s»', (index, text, message) => {
  expect(checkText('notice_sent', withPart(index, text))).toEqual([
    { place: `sections.${index}.paragraphs.0`, message },
  ])
})

test.each(['Van {amount}', 'Van 12,000 pesos', 'Va tu A-000123'])('refuses the title «%s»', (title) => {
  const problems = checkText('notice_sent', { ...good, title })
  expect(problems).toEqual([
    { place: 'title', message: expect.stringMatching(/ no puede ir en el título: /) },
  ])
})

test('requires the amount in every case of the text and the mail', () => {
  expect(checkText('notice_sent', withPart(0, 'Ya va.'))).toEqual([
    { place: 'sections.0.paragraphs', message: 'Falta el monto («{amount}»).' },
    expect.objectContaining({
      message: expect.stringContaining('si la fecha de pago de un anticipo cambió'),
    }),
    expect.objectContaining({ place: 'sections.0.paragraphs' }),
    expect.objectContaining({ place: 'sections.4.paragraphs', message: 'Falta el monto («{amount}»).' }),
    expect.anything(),
    expect.anything(),
  ])
  expect(checkText('notice_sent', withPart(4, 'Ya va {amount}.'))).toEqual([])
})

test('requires words in every case', () => {
  const problems = checkText('notice_sent', withPart(0, { text: 'Van {amount}.', when: 'new_day' }))
  expect(problems).toContainEqual({
    place: 'sections.0.paragraphs',
    message: 'Falta un párrafo que se muestre siempre.',
  })
})

test('refuses parts that are renamed, missing or in another order, a second subject and a conditional one', () => {
  const fixed = expect.stringMatching(/^Las partes de este texto son fijas: «Texto del aviso», /)
  for (const changed of [sections.slice(1), sections.toReversed(), [...sections, part('closing', 'Fin.')]])
    expect(checkText('notice_sent', { ...good, sections: changed })).toEqual([
      { place: 'sections', message: fixed },
    ])
  expect(checkText('notice_sent', withPart(2, 'Uno', 'Dos'))).toEqual([
    { place: 'sections.2.paragraphs', message: 'Esta parte lleva un solo párrafo.' },
  ])
  expect(checkText('notice_sent', withPart(2, { text: 'Uno', when: 'new_day' }))).toEqual([
    { place: 'sections.2.paragraphs.0', message: 'Esta parte se muestra siempre: quita la condición.' },
  ])
})

test('the text of a notice does not repeat itself', () => {
  expect(checkText('notice_sent', withPart(0, 'Van {amount}. {notice_text}'))).toEqual([
    { place: 'sections.0.paragraphs.0', message: '«{notice_text}» va solo en los párrafos del correo.' },
  ])
})

test('fills the parts of the case; a part that a version lacks is empty', () => {
  const values = { amount: 1_200_000, first_due: '2026-12-15', phone: '81 5555 0100' }
  expect(fillNotice('notice_sent', good, { values, conditions: ['new_day'] })).toEqual({
    ...{ title: 'Va tu dinero', message: 'Te enviamos $12,000.00. Ahora pagas el 15/12/2026.' },
    ...{ locked: 'Va en camino.', subject: 'Enviamos tu dinero', preheader: 'Va en camino.' },
    mail: ['Te enviamos $12,000.00. Ahora pagas el 15/12/2026.', 'Llámanos al 81 5555 0100.'],
    ...{ closing: [], short_message: 'Enviamos tu dinero. Entra a la app.' },
  })
  expect(fillNotice('notice_sent', { title: 'T', sections: [] }, { values, conditions: [] })).toMatchObject({
    ...{ subject: 'T', message: '', locked: null, short_message: null },
  })
})

test.each([
  ['Cambió a {account}.', 'Entra a la app para verlo.'],
  ['Cambió a la cuenta 9192.', 'Entra a la app para verlo.'],
  ['Hay un cambio en {trade_name}.', null],
])('a locked phone shows of «%s»: %s', (text, locked) => {
  const values = { account: 'Banamex, cuenta terminada en 9192', trade_name: 'Quincena' }
  const content = { title: 'Cambió tu cuenta', sections: [part('text', text)] }
  expect(fillNotice('notice_account', content, { values, conditions: [] }).locked).toBe(locked)
})

test.each([
  ['ARCO-000012', 'Respondimos ARCO-000012'],
  ['ARCO-1 $12,000', 'Respondimos '],
  ['Ana Ruiz', 'Respondimos '],
  ['ARCO-000012\r\nBcc: otra@ejemplo.mx', 'Respondimos '],
])('a title takes the folio %j only in its form', (folio, title) => {
  const content = { title: 'Respondimos {folio}', sections: [part('text', 'Entra.')] }
  const filled = fillNotice('notice_privacy', content, { values: { folio }, conditions: [] })
  expect([filled.title, filled.subject]).toEqual([title, title])
})

test.each([
  ['Hola', 4, 1],
  ['Está', 4, 1],
  ['á'.repeat(71), 71, 2],
  ['a'.repeat(160), 160, 1],
  ['[a]', 5, 1],
])('measures a message: %s', (text, characters, parts) => {
  expect(smsSize(text)).toEqual({ characters, parts, foreign: [] })
})
