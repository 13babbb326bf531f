import type { TextDraftBody } from '@quincena/domain/texts/schema'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { noticeOf, textDetailOf, textDraftOf, textFieldsAnswer, versionOf } from '../../../test/texts.ts'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
  'GET /texts/privacy/fields': textFieldsAnswer,
  'GET /texts/privacy/versions/2.0': { ...versionOf(), document: 'privacy', content: noticeOf() },
}
const path = '/configuracion/textos/privacy/borrador'

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const paragraphs = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Párrafo/ })
const valuesOf = () => paragraphs().map(({ value }) => value)
const saveButton = () => screen.getByRole('button', { name: 'Guardar borrador' })

const waiting = versionOf({ id: 3, version: '3.0', effective_date: '2099-01-01', state: 'waiting' })

/** Fake API that stores the draft. */
function startServer() {
  const state = { text: textDetailOf(), isDown: false }
  const calls = answerWith({
    ...basics,
    'GET /texts/privacy': () =>
      state.isDown ? buildRefusal(403, 'forbidden', 'No se puede leer.') : state.text,
    'GET /texts/privacy/versions/3.0': { ...waiting, document: 'privacy', content: noticeOf('Tres.') },
    'PUT /texts/privacy/draft': ({ body }: { body: TextDraftBody }) => {
      const { title, sections, summary, version } = body
      if (version !== (state.text.draft?.version ?? 0))
        return buildRefusal(409, 'text.draft_changed', 'Otra persona guardó el borrador.')
      const draft = textDraftOf({ content: { title, sections }, summary, version: (version ?? 0) + 1 })
      state.text = { ...state.text, draft }
      return draft
    },
  })
  return { calls, state }
}

test('starts with the text in force, shows problems at their paragraph while typing, and saves', async () => {
  const { calls } = startServer()
  openStaffApp(path, 'U0')
  await userEvent.type(await field('Qué cambia'), 'Nueva regla')
  const last = paragraphs().at(-1) ?? expect.unreachable()
  await userEvent.clear(last)
  await userEvent.type(last, 'Hola {{nadie}')
  expect(await screen.findByText('No existe el campo «{nadie}».')).toBeVisible()
  expect(last.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(saveButton())
  expect(document.activeElement).toBe(last)
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
  await userEvent.clear(last)
  await userEvent.type(last, 'Hola ')
  await userEvent.click(screen.getByRole('button', { name: /^\{lender\}/ }))
  expect(last.value).toBe('Hola {lender}')
  expect(document.activeElement).toBe(last)
  await userEvent.click(saveButton())
  expect(await screen.findByText('Todo está guardado.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    ...{ version: 0, summary: 'Nueva regla', sections: noticeOf('Hola {lender}').sections },
  })
})

test('adds, moves by button and key, removes and brings back', async () => {
  startServer()
  openStaffApp(path, 'U0')
  const second = await screen.findByRole('listitem', { name: 'Sección 2 de 2' })
  const before = valuesOf()
  within(second).getByRole('textbox', { name: 'Párrafo 2' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(valuesOf()).toEqual([before[0], before[2], before[1]])
  expect(document.activeElement).toHaveProperty('value', before[2])
  await userEvent.click(screen.getByRole('button', { name: 'Subir sección 2' }))
  expect(valuesOf()).toEqual([before[2], before[1], before[0]])
  await userEvent.click(screen.getByRole('button', { name: 'Quitar sección 1' }))
  expect(valuesOf()).toEqual([before[0]])
  expect(screen.getByText(/^Quitaste la sección «2\. Tus derechos»/)).toBeVisible()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Deshacer' }))
  await userEvent.keyboard('{Enter}')
  expect(valuesOf()).toEqual([before[2], before[1], before[0]])
  await userEvent.click(screen.getByRole('button', { name: 'Agregar sección' }))
  expect(document.activeElement).toBe(await field('Título de la sección 3'))
})

test('fills the preview with samples, long values, no values, and the lender’s own', async () => {
  startServer()
  openStaffApp(path, 'U0')
  const preview = within(await screen.findByRole('region', { name: 'Vista previa' }))
  expect(preview.getByText('Ejerces tus derechos ARCO en une@ejemplo.mx.')).toBeVisible()
  await userEvent.click(preview.getByRole('radio', { name: 'Valores largos' }))
  expect(await preview.findByText(/une@ejemplo\.mx une@ejemplo\.mx/)).toBeVisible()
  await userEvent.click(preview.getByRole('radio', { name: 'Sin datos' }))
  expect(await preview.findByText('Ejerces tus derechos ARCO en por publicar.')).toBeVisible()
})

test('keeps what was typed over a reload, and merges what another admin saved meanwhile', async () => {
  const { state } = startServer()
  openStaffApp(path, 'U0')
  await userEvent.type(await field('Título'), ' nuevo')
  const kept = localStorage.getItem('quincena.drafts') ?? expect.unreachable()
  cleanup()
  // A reload or a crash: the browser still has what a closed form would have removed.
  localStorage.setItem('quincena.drafts', kept)
  openStaffApp(path, 'U0')
  expect(await screen.findByText(/Recuperamos lo que escribiste/)).toBeVisible()
  expect(await field('Título')).toHaveProperty('value', 'Aviso de privacidad nuevo')

  state.text = { ...state.text, draft: textDraftOf({ version: 1 }) }
  await userEvent.click(saveButton())
  expect(await screen.findByText(/^Otra persona guardó este texto/)).toBeVisible()
  expect(valuesOf().at(-1)).toBe('Los conservamos cinco años.')
  expect(await field('Título')).toHaveProperty('value', 'Aviso de privacidad nuevo')
  await userEvent.click(saveButton())
  expect(await screen.findByText('Todo está guardado.')).toBeVisible()
  expect(state.text.draft?.content.title).toBe('Aviso de privacidad nuevo')
})

test('keeps the saved text if the refetch after the save fails', async () => {
  const { state } = startServer()
  openStaffApp(path, 'U0')
  await userEvent.type(await field('Título'), ' nuevo')
  state.isDown = true
  await userEvent.click(saveButton())
  expect(await screen.findByText('Todo está guardado.')).toBeVisible()
  expect(await field('Título')).toHaveProperty('value', 'Aviso de privacidad nuevo')
  await userEvent.type(await field('Título'), ' otra vez')
  await userEvent.click(saveButton())
  await waitFor(() => expect(state.text.draft?.content.title).toBe('Aviso de privacidad nuevo otra vez'))
})

test('starts a new draft with the newest version, also with one that waits for its date', async () => {
  const { state } = startServer()
  state.text = textDetailOf({ next: waiting, versions: [waiting, ...textDetailOf().versions] })
  openStaffApp(path, 'U0')
  expect(await screen.findByText(/^El borrador parte de la versión 3\.0/)).toBeVisible()
  expect(valuesOf().at(-1)).toBe('Tres.')
})

test('asks before it saves over another admin’s text with other sections', async () => {
  const { state } = startServer()
  openStaffApp(path, 'U0')
  await userEvent.type(await field('Título'), ' nuevo')
  const { title, sections } = noticeOf()
  const content = { title, sections: sections.toReversed() }
  state.text = { ...state.text, draft: textDraftOf({ content, version: 4 }) }
  await userEvent.click(saveButton())
  expect(await screen.findByText(/uno de los dos cambió sus secciones/)).toBeVisible()
  await userEvent.click(saveButton())
  const question = within(await screen.findByRole('dialog', { name: '¿Guardar tu texto encima?' }))
  expect(state.text.draft?.version).toBe(4)
  await userEvent.click(question.getByRole('button', { name: 'Guardar mi texto' }))
  await waitFor(() => expect(state.text.draft?.version).toBe(5))
  expect(state.text.draft?.content.sections).toEqual(sections)
})

test('publishing saves no draft beside it', async () => {
  const { calls, state } = startServer()
  state.text = textDetailOf({ draft: textDraftOf() })
  openStaffApp(path, 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Publicar/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir autorización' }))
  await waitFor(() => expect(calls.some(({ path: to }) => to.endsWith('/publish'))).toBe(true))
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('the parts of a notice are fixed, and its preview shows each channel and marks unknown fields', async () => {
  const part = (heading: string, text: string) => ({ heading, paragraphs: [{ text }] })
  const content = {
    title: 'Pago registrado',
    sections: [
      part('Texto del aviso', 'Recibimos {amount}.'),
      part('Pantalla bloqueada', 'Entra a la app.'),
      part('Asunto del correo', 'Registramos tu pago'),
      part('Avance del correo', 'Entra a la app.'),
      part('Párrafos del correo', '{notice_text}'),
    ],
  }
  answerWith({
    ...basics,
    'GET /texts/notice_paid/fields': textFieldsAnswer,
    'GET /texts/notice_paid': textDetailOf({ document: 'notice_paid', name: 'Pago registrado', content }),
  })
  openStaffApp('/configuracion/textos/notice_paid/borrador', 'U0')
  const subject = await field('Asunto del correo')
  expect(screen.queryByRole('button', { name: 'Agregar sección' })).toBeNull()
  expect(screen.queryByLabelText(/^Título de la sección/)).toBeNull()
  const preview = within(screen.getByRole('region', { name: 'Vista previa' }))
  expect(preview.getAllByText('Recibimos $1,121.40.')).toHaveLength(2)
  await userEvent.type(subject, ' de {{amount}')
  expect(await screen.findByText(/no puede ir en el asunto/)).toBeVisible()
  await userEvent.type(subject, ' {{nombre}')
  expect((await preview.findByText('{nombre}')).tagName).toBe('MARK')
})

test('renumbers the headings that start with a number', async () => {
  const section = (heading: string) => ({
    heading,
    paragraphs: [{ text: 'Hola {lender} {address} ARCO {email}' }],
  })
  const content = { title: 'Aviso', sections: ['1. Uno', '3. Tres', 'Anexo', '4. Cuatro'].map(section) }
  answerWith({ ...basics, 'GET /texts/privacy': textDetailOf({ content }) })
  openStaffApp(path, 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Renumerar los títulos' }))
  const titles = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Título de la sección/ })
  expect(titles.map(({ value }) => value)).toEqual(['1. Uno', '2. Tres', 'Anexo', '3. Cuatro'])
  expect(screen.queryByRole('button', { name: 'Renumerar los títulos' })).toBeNull()
})

test('deletes the draft that was read, and none that took its place', async () => {
  const calls = answerWith({
    ...basics,
    'GET /texts/privacy': textDetailOf({ draft: textDraftOf({ version: 7 }) }),
    'DELETE /texts/privacy/draft': new Response(null, { status: 204 }),
  })
  openStaffApp(path, 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Eliminar borrador' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar borrador' }))
  expect(await screen.findByText('Borrador eliminado.')).toBeVisible()
  const [call] = calls.filter(({ method }) => method === 'DELETE')
  expect(call?.query.get('version')).toBe('7')
})
