import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../test/server.ts'
import { queryClient } from '../lib/query-client.ts'
import { DemoMailsPage } from './demo-mails-page.tsx'

const list = 'GET /demo/mails'

function mailOf(given: object = {}) {
  return {
    id: 'a',
    kind: 'mail',
    has_html: true,
    to: 'ana@ejemplo.mx',
    subject: 'Cambia tu contraseña',
    text: 'Hola, Ana.\n\nAbre http://127.0.0.1:3000/quincena/auth/contrasena#token=secreto. Vence en una hora.',
    sent_at: '2026-11-25T16:30:00.123Z',
    ...given,
  }
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function openPage() {
  const root = createRootRoute()
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => null })
  const page = createRoute({ getParentRoute: () => root, path: 'demo/correos', component: DemoMailsPage })
  const history = createMemoryHistory({ initialEntries: ['/demo/correos'] })
  const router = createRouter({ routeTree: root.addChildren([home, page]), history })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
}

test('shows recipient, subject, time and text of each mail, with its link', async () => {
  answerWith({ [list]: buildPage(mailOf()) })
  openPage()
  const mail = within(await screen.findByRole('listitem'))
  expect(mail.getByRole('heading', { name: 'Cambia tu contraseña' })).toBeVisible()
  expect(mail.getByText('Para ana@ejemplo.mx · 25/11/2026, 10:30')).toBeVisible()
  const link = mail.getByRole('link')
  expect(link).toHaveAttribute('href', 'http://127.0.0.1:3000/quincena/auth/contrasena#token=secreto')
  expect(link).toHaveAttribute('rel', 'noreferrer')
  expect(mail.getByText(/Vence en una hora\./)).toBeVisible()
})

test('opens the next page at its top', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  answerWith({ [list]: { ...buildPage(mailOf()), count: 100, next: 'x' } })
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Siguiente' }))
  expect(scroll).toHaveBeenCalledWith(0, 0)
  scroll.mockRestore()
})

test('shows HTML and other addresses than those of the web as text', async () => {
  const text = '<img src=x onerror="alert(1)"> javascript:alert(1) <a href="//x.mx">x</a>'
  answerWith({ [list]: buildPage(mailOf({ subject: '<b>Hola</b>', text })) })
  openPage()
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('heading', { name: '<b>Hola</b>' })).toBeVisible()
  expect(within(screen.getByRole('list', { name: 'Correos' })).queryByRole('link')).toBeNull()
  expect(document.querySelector('li img')).toBeNull()
})

test('opens the next page of many mails', async () => {
  const calls = answerWith({ [list]: { ...buildPage(mailOf()), count: 21 } })
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Siguiente' }))
  await vi.waitFor(() => expect(calls.at(-1)?.query.get('page')).toBe('2'), 10_000)
})

test('shows a text for no mails, and an error with a retry button', async () => {
  let answer: unknown = buildRefusal(429, 'request.too_many', 'Espera un minuto.')
  answerWith({ [list]: () => answer })
  openPage()
  expect(await screen.findByText('No se pudieron leer los correos.')).toBeVisible()
  answer = buildPage()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Aún no hay correos')).toBeVisible()
})

test('says that there is no such page where the server has none', async () => {
  answerWith({ [list]: buildRefusal(404, 'route.not_found', 'La ruta no existe.') })
  openPage()
  expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
  expect(screen.queryByText(/La demo no envía correos/)).toBeNull()
})

test('shows the design of a mail in a frame without scripts, and a message without one', async () => {
  answerWith({
    [list]: buildPage(mailOf(), mailOf({ id: 'b.message', kind: 'message', subject: '', has_html: false })),
  })
  openPage()
  const button = await screen.findByRole('button', { name: 'Ver diseño' })
  expect(screen.getByRole('heading', { name: 'Mensaje' })).toBeVisible()
  await userEvent.click(button)
  const frame = screen.getByTitle('Diseño de «Cambia tu contraseña»')
  expect(frame).toHaveAttribute('src', expect.stringMatching(/\/api\/demo\/mails\/a\/html$/))
  expect(frame.getAttribute('sandbox')).not.toMatch(/scripts|same-origin/)
})
