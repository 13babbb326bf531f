import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { userOf } from '../../../test/user.ts'
import { Toasts } from '../../components/toast.tsx'
import { endSession, openSession } from '../../lib/session.ts'
import { OwnerCell } from './owner-cell.tsx'

const call = 'PUT /things/7/owner'
const rosa = { id: 4, first_name: 'Rosa', last_name: 'Peña', email: 'rosa@demo.mx' }

function show(owner: { id: number; name: string } | null) {
  openSession('5', userOf({ id: 1, user_type: 'U1', is_staff: true }))
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <Toasts />
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>
          <OwnerCell owner={owner} of="abono de Ana" path="/things/7" topics={['incoming_payment']} />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

async function choose(label: string) {
  await userEvent.click(screen.getByRole('button', { name: /Responsable del abono de Ana/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: label }))
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('takes a thing that nobody has', async () => {
  const calls = answerWith({ [call]: { owner: { id: 1, name: 'Gerardo Soto' } } })
  show(null)
  expect(screen.getByText('Sin responsable')).toBeVisible()
  await choose('Tomar')
  await vi.waitFor(() => expect(calls.at(-1)?.body).toEqual({ owner_id: 1 }))
})

test('gives back what the user has, and offers no "Tomar" for it', async () => {
  const calls = answerWith({ [call]: { owner: null } })
  show({ id: 1, name: 'Gerardo Soto' })
  await userEvent.click(screen.getByRole('button', { name: 'Responsable del abono de Ana: Tú' }))
  expect(screen.queryByRole('menuitem', { name: 'Tomar' })).toBeNull()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Soltar' }))
  await vi.waitFor(() => expect(calls.at(-1)?.body).toEqual({ owner_id: null }))
})

test('gives a thing to another person, who is chosen by name', async () => {
  const calls = answerWith({
    'GET /auth/users': ({ query }: { query: URLSearchParams }) =>
      query.get('user_type') === 'U1' ? buildPage(userOf({ ...rosa, user_type: 'U1' })) : buildPage(),
    [call]: { owner: { id: 4, name: 'Rosa Peña' } },
  })
  show({ id: 1, name: 'Gerardo Soto' })
  await choose('Dar a otra persona…')
  await userEvent.click(await screen.findByRole('button', { name: 'Dar' }))
  expect(screen.getByText('Elige a una persona')).toBeVisible()
  await userEvent.click(screen.getByRole('combobox', { name: 'Responsable' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Rosa Peña' }))
  await userEvent.click(screen.getByRole('button', { name: 'Dar' }))
  await vi.waitFor(() => expect(calls.at(-1)?.body).toEqual({ owner_id: 4 }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows why the owner could not be changed', async () => {
  answerWith({ [call]: buildRefusal(409, 'record.conflict', 'Alguien más lo cambió.') })
  show(null)
  await choose('Tomar')
  expect(await screen.findByText('Alguien más lo cambió.')).toBeVisible()
})
