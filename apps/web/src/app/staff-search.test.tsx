import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, pageWith } from '../../test/server.ts'
import { openOffice } from '../../test/staff-screen.tsx'
import { endSession } from '../lib/session.ts'

const found = {
  people: [{ id: 7, name: 'Ana Ruiz', email: 'ana@empresa.mx', company_name: 'Textiles' }],
  loans: [{ id: 9, type: 'advance', folio: 'A-000009', name: 'Ana Ruiz' }],
  companies: [],
  orders: [],
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openSearch() {
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /loan': pageWith(),
    'GET /search': found,
  })
  const router = openOffice('/creditos')
  await screen.findByRole('heading', { level: 1 })
  await userEvent.keyboard('{Control>}k{/Control}')
  return { router, calls, field: await screen.findByRole('combobox', { name: 'Buscar' }) }
}

test('Ctrl K, a few letters, one call; arrows and Enter go there', async () => {
  const { router, calls, field } = await openSearch()
  await userEvent.type(field, 'ana')
  const results = await screen.findByRole('listbox', { name: 'Resultados' })
  expect(await within(results).findByRole('group', { name: 'Personas' })).toBeDefined()
  const searches = calls.filter(({ path }) => path === '/search')
  expect(searches.map(({ query }) => query.get('search'))).toEqual(['ana'])
  const [first] = within(results).getAllByRole('option')
  expect(field.getAttribute('aria-activedescendant')).toBe(first?.id)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  await vi.waitFor(() => expect(router.state.location.href).toBe('/detalle-anticipo/9'))
  expect(screen.queryByRole('combobox', { name: 'Buscar' })).toBeNull()
})

test('screens by their name, without a call for two letters', async () => {
  const { router, calls, field } = await openSearch()
  await userEvent.type(field, 'cr')
  await userEvent.click(await screen.findByRole('option', { name: /Créditos/ }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/creditos'))
  expect(calls.some(({ path }) => path === '/search')).toBe(false)
})
