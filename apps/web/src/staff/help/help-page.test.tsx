import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'
import { findQuestions, topics } from './find-questions.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /auth/users': buildPage(),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const ids = (search: string) =>
  findQuestions(search).flatMap(({ questions }) => questions.map(({ id }) => id))

test('finds every question by its own text, and each has a unique id and steps', () => {
  const all = topics.flatMap(({ questions }) => questions)
  expect(all.length).toBeGreaterThanOrEqual(25)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { id, question, steps } of all) {
    expect(steps.length, id).toBeGreaterThan(0)
    expect(ids(question), id).toContain(id)
  }
})

test.each([
  ['aprobar', 'aprobar'],
  ['RECHAZO', 'rechazar'],
  ['reversar pago', 'cancelar-pago'],
  ['liquidacion anticipada', 'liquidar'],
  ['banco devolvió', 'devuelto'],
  ['por revisar', 'por-revisar'],
  ['conciliación', 'conciliar'],
  ['abono', 'abono'],
  ['columnas', 'columnas-usuarios'],
  ['contrasena', 'contrasena'],
  ['gerente permisos', 'roles'],
  ['lq', 'estados-stp'],
  ['quincena fecha', 'fecha-anticipo'],
  ['empresa tasa', 'tasa'],
  ['en aclaracion', 'en-aclaracion'],
  ['verificacion centavo', 'titular-cuenta'],
  ['abono desconocido', 'por-identificar'],
  ['limite', 'limite-diario'],
  ['balanza', 'balanza'],
])('«%s» finds %s', (search, id) => expect(ids(search)).toContain(id))

test('describes the roles as the server enforces them', () => {
  const roles = topics.flatMap(({ questions }) => questions).find(({ id }) => id === 'roles')
  const [admin, manager] = roles?.steps ?? []
  expect(admin).toContain('sólo él registra y edita al personal')
  expect(admin).not.toContain('ve al personal')
  expect(manager).toContain('da de alta trabajadores')
})

test('leads every question to an existing screen [B2.42]', async () => {
  answerWith(basics)
  const router = openStaffApp('/faq')
  await screen.findByRole('heading', { name: 'Ayuda' })
  const screens = topics.flatMap(({ questions }) => questions.flatMap(({ screen: to }) => to?.to ?? []))
  for (const to of new Set(screens)) expect(Object.keys(router.routesByPath), to).toContain(to)
})

test('opens the question of a link, narrows the list while searching and shows a text for no results', async () => {
  const admin = { ...userOf({ id: 1, first_name: 'Adriana', last_name: 'Paz', email: 'a@quincena.mx' }) }
  answerWith({ ...basics, 'GET /auth/users': buildPage(admin) })
  const router = openStaffApp('/faq?pregunta=devuelto')
  const question = await screen.findByRole('button', { name: 'El banco devolvió el dinero. ¿Qué sigue?' })
  expect(question.getAttribute('aria-expanded')).toBe('true')
  const answer = within(screen.getByRole('region', { name: 'El banco devolvió el dinero. ¿Qué sigue?' }))
  expect(answer.getByRole('link', { name: 'Ir a Créditos' })).toBeVisible()
  const search = screen.getByRole('searchbox', { name: 'Buscar en la ayuda' })
  await userEvent.type(search, 'revisión manual')
  await vi.waitFor(
    () => expect(router.state.location.search).toMatchObject({ search: 'revisión manual' }),
    10_000,
  )
  expect(await screen.findByText('1 pregunta')).toBeVisible()
  await userEvent.clear(search)
  await userEvent.type(search, 'xyzzy')
  expect(await screen.findByText('No encontramos «xyzzy»')).toBeVisible()
  const contact = await screen.findByRole('link', { name: 'Adriana Paz' })
  expect(contact.getAttribute('href')).toBe('mailto:a@quincena.mx')
  await userEvent.click(screen.getByRole('button', { name: 'Ver todas las preguntas' }))
  expect(await screen.findByText(`${ids('').length} preguntas`)).toBeVisible()
})

test('opens a question with the keyboard and puts it in the URL', async () => {
  answerWith(basics)
  const router = openStaffApp('/faq')
  const question = await screen.findByRole('button', { name: '¿Cómo rechazo una solicitud?' })
  question.focus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ pregunta: 'rechazar' }), 10_000)
  await vi.waitFor(() => expect(question.getAttribute('aria-expanded')).toBe('true'))
})
