import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildFieldRefusal, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const north = { id: 4, list: 'credits', name: 'Norte', search: { status: 'REJ', ordering: '-amount' } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openMenu(path: string, answers: object) {
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /loan': buildPage(loanItemOf('requested')),
    ...answers,
  })
  const router = openStaffApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Vistas' }))
  return { router, calls }
}

test('opens a saved view; its filters replace those of the list', async () => {
  const { router } = await openMenu('/creditos?status=APP&page=3', {
    'GET /saved-views': { results: [north] },
  })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Norte' }))
  await waitFor(() => expect(router.state.location.search).toEqual(north.search))
})

test('saves the filters under a name, and says at the field when the name is taken', async () => {
  let answer: unknown = buildFieldRefusal(409, 'name', 'Ya tienes una vista con ese nombre.')
  const { calls } = await openMenu('/creditos?status=REJ&page=2', {
    'GET /saved-views': { results: [] },
    'POST /saved-views': () => answer,
  })
  expect(await screen.findByText(/Aún no tienes/)).toBeVisible()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Guardar los filtros actuales' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Guardar vista' }))
  await userEvent.type(dialog.getByLabelText('Nombre de la vista'), ' ')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Escribe un nombre')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Nombre de la vista'), 'Norte')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Ya tienes una vista con ese nombre.')).toBeVisible()
  answer = north
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Vista guardada.')).toBeVisible()
  const saved = calls.filter(({ method }) => method === 'POST')
  expect(saved.at(-1)?.body).toEqual({ list: 'credits', name: 'Norte', search: { status: 'REJ' } })
})

test('renames and deletes a view, and offers nothing to save without filters', async () => {
  const { calls } = await openMenu('/creditos', {
    'GET /saved-views': { results: [north] },
    'PATCH /saved-views/4': { ...north, name: 'Sur' },
    'DELETE /saved-views/4': () => new Response(null, { status: 204 }),
  })
  expect(await screen.findByRole('menuitem', { name: 'Guardar los filtros actuales' })).toBeDisabled()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Cambiar o eliminar vistas' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Renombrar Norte' }))
  const field = await screen.findByLabelText('Nombre de la vista')
  await userEvent.clear(field)
  await userEvent.type(field, 'Sur{Enter}')
  expect(await screen.findByText('Vista renombrada.')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Eliminar Norte' }))
  expect(await screen.findByText('Vista eliminada.')).toBeVisible()
  const changes = calls.filter(({ path }) => path === '/saved-views/4').map(({ method }) => method)
  expect(changes).toEqual(['PATCH', 'DELETE'])
})

const curp = 'RANA900514MNLMXN09'
const unsaved = 'El texto buscado no se guarda: tiene una CURP, un RFC, un teléfono o una cuenta.'

test('saves the other filters without a searched CURP, and says so', async () => {
  const { calls } = await openMenu(`/creditos?status=REJ&search=${curp}`, {
    'GET /saved-views': { results: [] },
    'POST /saved-views': north,
  })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Guardar los filtros actuales' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Guardar vista' }))
  expect(dialog.getByText(unsaved)).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Nombre de la vista'), 'Norte{Enter}')
  expect(await screen.findByText('Vista guardada.')).toBeVisible()
  const saved = calls.filter(({ method }) => method === 'POST')
  expect(saved.map(({ body }) => body)).toEqual([
    { list: 'credits', name: 'Norte', search: { status: 'REJ' } },
  ])
})

test('offers nothing to save of a searched CURP alone, and says why', async () => {
  await openMenu(`/creditos?search=${curp}`, { 'GET /saved-views': { results: [north] } })
  expect(await screen.findByRole('menuitem', { name: 'Guardar los filtros actuales' })).toBeDisabled()
  expect(screen.getByText(unsaved)).toBeVisible()
})
