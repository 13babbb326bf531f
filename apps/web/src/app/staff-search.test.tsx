import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../test/loan.ts'
import { answerWith, buildPage } from '../../test/server.ts'
import { openStaffApp } from '../../test/staff-screen.tsx'
import { endSession } from '../lib/session.ts'

const searchAnswer = {
  people: [{ id: 7, name: 'Ana Ruiz', email: 'ana@empresa.mx', company_name: 'Textiles' }],
  loans: [{ id: 9, type: 'advance', folio: 'A-000009', situation: 'overdue', name: 'Ana Ruiz' }],
  companies: [],
  orders: [],
  more: [] as string[],
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openSearch(answer = searchAnswer) {
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /loan': buildPage(loanItemOf('requested')),
    'GET /search': answer,
  })
  const router = openStaffApp('/creditos')
  await screen.findByRole('heading', { level: 1 })
  await userEvent.keyboard('{Control>}k{/Control}')
  return { router, calls, field: await screen.findByRole('combobox', { name: 'Buscar' }) }
}

test('Ctrl K opens the search, typing sends one call, arrows and Enter open a result', async () => {
  const { router, calls, field } = await openSearch()
  await userEvent.type(field, 'ana')
  const results = await screen.findByRole('listbox', { name: 'Resultados' })
  expect(await within(results).findByRole('group', { name: 'Personas' })).toBeVisible()
  const searches = calls.filter(({ path }) => path === '/search')
  expect(searches.map(({ query }) => query.get('search'))).toEqual(['ana'])
  const [first] = within(results).getAllByRole('option')
  expect(field.getAttribute('aria-activedescendant')).toBe(first?.id)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  await vi.waitFor(() => expect(router.state.location.href).toBe('/detalle-anticipo/9'), 10_000)
  expect(screen.queryByRole('combobox', { name: 'Buscar' })).toBeNull()
})

test('finds screens by name and sends no call for two letters', async () => {
  const { router, calls, field } = await openSearch()
  await userEvent.type(field, 'cr')
  await userEvent.click(await screen.findByRole('option', { name: /Créditos/ }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/creditos'), 10_000)
  expect(calls.some(({ path }) => path === '/search')).toBe(false)
})

test('more results than shown: states it and links to the complete list [B2.19]', async () => {
  const { router, field } = await openSearch({ ...searchAnswer, more: ['people', 'loans'] })
  await userEvent.type(field, 'ana')
  expect(await screen.findByText('Los primeros 2 resultados')).toBeVisible()
  const all = screen.getAllByRole('option', { name: /^Ver tod/ }).map(({ textContent }) => textContent)
  expect(all).toEqual([
    'Ver todas las personasque coinciden con «ana»',
    'Ver todos los anticiposque coinciden con «ana»',
  ])
  await userEvent.click(screen.getByRole('option', { name: /Ver todos los anticipos/ }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/anticipos?search=ana'), 10_000)
})

test('offers commands: of the screen, of other screens and to sign out; those of admins only to admins', async () => {
  const { router, field } = await openSearch()
  await userEvent.type(field, 'export')
  expect(await screen.findByRole('option', { name: /Exportar la lista a Excel/ })).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, 'pausar')
  expect(screen.queryByRole('option', { name: /Pausar/ })).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, 'nueva empresa{Enter}')
  await vi.waitFor(() => expect(router.state.location.href).toBe('/empresas?nueva=true'), 10_000)
})
