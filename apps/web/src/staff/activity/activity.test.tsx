import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { companyOf } from '../../../test/company.ts'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const plain = {
  ...{ by: { id: 9, name: 'Laura Rey' }, about: null, fields: [], amount: null, reason: null, note: null },
  created_at: '2026-11-20T16:00:00Z',
}
const entries = [
  {
    ...{ ...plain, id: 5, action: 'note.contact' },
    note: {
      ...{ id: 1, kind: 'contact', text: 'Paga el viernes', means: 'call' },
      ...{ next_step: 'Volver a llamar', next_step_on: '2026-11-27' },
    },
  },
  { ...plain, id: 4, action: 'payment.recorded', amount: 500 },
  { ...plain, id: 3, action: 'loan.reject', reason: 'Sin nómina' },
  { ...plain, id: 2, action: 'user.updated', fields: ['phone', 'debit_card_number'] },
  { ...plain, id: 1, action: 'transfer.settled', by: null, about: '1205123435R01' },
]

const loan = loanDetailOf('overdue', { id: 31, amount_due: 13_200 })
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /loan/31': loan,
  'GET /activity/loan/31': buildPage(...entries),
}
const path = '/detalle-credito/31?tab=actividad'
const lines = async () =>
  within(await screen.findByRole('list', { name: 'Actividad' })).findAllByRole('listitem')

test('the activity of a loan says who did what in words, with reasons, fields and notes', async () => {
  answerWith(basics)
  openStaffApp(path)
  const texts = (await lines()).map(({ textContent }) => textContent)
  expect(texts[0]).toContain(
    'Laura Rey · Registró un contacto · LlamadaPaga el viernesSigue: Volver a llamar · 27/11/2026',
  )
  expect(texts[1]).toContain('Laura Rey · Registró un pago · $500.00')
  expect(texts[2]).toContain('Laura Rey · Rechazó la solicitud«Sin nómina»')
  expect(texts[3]).toContain('Campos: Teléfono, CLABE')
  expect(texts[4]).toContain('Sistema · La orden se liquidó · 1205123435R01')
})

test('a note is sent once with a key, and an empty one is refused at its field', async () => {
  const calls = answerWith({
    ...basics,
    'POST /activity/loan/31/notes': { ...entries[0]?.note, kind: 'note', means: null },
  })
  openStaffApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Agregar nota' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar nota' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar nota' }))
  expect(dialog.getByText('Escribe la nota')).toBeVisible()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Nota' }), 'Llamó su jefe')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar nota' }))
  expect(await screen.findByText('La nota quedó guardada.')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'Llamó su jefe' }])
  expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
})

test('a contact needs how it went and what happened, and a day needs what follows', async () => {
  const calls = answerWith({ ...basics, 'POST /loan/31/contacts': entries[0]?.note })
  openStaffApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Registrar contacto' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Registrar contacto · ${loan.folio}` }))
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Registrar contacto' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Cuándo (opcional)' }), '31/12/2099')
  await send()
  for (const text of ['Elige cómo fue el contacto', 'Escribe qué pasó', 'Escribe qué sigue ese día'])
    expect(dialog.getByText(text)).toBeVisible()
  await userEvent.click(dialog.getByRole('combobox', { name: 'Cómo fue' }))
  await userEvent.click(await screen.findByRole('option', { name: 'WhatsApp' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Qué pasó' }), 'Paga el lunes')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Qué sigue (opcional)' }), 'Revisar el pago')
  await send()
  expect(await screen.findByText('El contacto quedó registrado.')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => body)).toEqual([
    { means: 'whatsapp', text: 'Paga el lunes', next_step: 'Revisar el pago', next_step_on: '2099-12-31' },
  ])
})

test('a failed activity is loaded again, and an empty one says so', async () => {
  let answer: unknown = buildRefusal(500, 'internal', 'Algo falló')
  answerWith({ ...basics, 'GET /activity/loan/31': () => answer })
  openStaffApp(path)
  expect(await screen.findByText('No se pudo cargar la actividad.')).toBeVisible()
  answer = buildPage()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Todavía no hay actividad ni notas.')).toBeVisible()
})

test('a company has its activity in a tab of its dialog', async () => {
  answerWith({
    ...{ 'GET /notification/unread-count': { count: 0 }, 'GET /company/': buildPage(companyOf()) },
    ...{
      'GET /company/7': companyOf(),
      'GET /activity/company/7': buildPage({ ...plain, id: 1, action: 'company.created' }),
    },
  })
  openStaffApp('/empresas?ver=7')
  await userEvent.click(await screen.findByRole('tab', { name: 'Actividad' }))
  expect((await lines()).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Laura Rey · Creó una empresa'),
  ])
})
