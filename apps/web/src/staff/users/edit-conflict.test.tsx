import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

const ana = userOf({
  ...{ ine: '1234567890123', curp: 'RETA900101MDFRLL08', rfc: 'RETA900101AB1', phone: '5512345678' },
  ...{ address: 'Calle 5', city: 'Zapopan', state: 'Jalisco', zip_code: '44100', neighborhood: 'Centro' },
  ...{ gender: 'F', position: 'Cajera', birthday: '1990-01-01' },
  ...{ bank: '40012', debit_card_number: '012180000000000015', bank_account_number: '00000000001' },
})
const answer = { ...ana, biweekly_salary: 7500, monthly_salary: 15_000 }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`))
const change = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

test('merges what another person saved meanwhile, keeps what was typed, and saves it with the new version', async () => {
  const texts = 'Otra persona guardó cambios en este usuario mientras lo editabas.'
  const saved = { ...answer, position: 'Supervisora', city: 'Tonalá', version: 2 }
  let isSaved = false
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /auth/users': buildPage(answer),
    'GET /auth/user/7': () => (isSaved ? saved : answer),
    'GET /auth/taken': { taken: false },
    'GET /company': buildPage(),
    'PATCH /auth/user/7/update': ({ body }: { body: { version: number } }) => {
      if (body.version === 2) return saved
      isSaved = true
      return buildRefusal(409, 'user.changed', texts)
    },
  })
  openStaffApp('/usuarios', 'U1')
  const row = within(await screen.findByRole('row', { name: /Ana Lucía/ }))
  await userEvent.click(row.getByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
  await screen.findByLabelText(/^Puesto/)
  change('Puesto', 'Gerente de tienda')
  change('Teléfono', '5587654321')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText(new RegExp(`^${texts}`))).toBeVisible()
  expect(screen.getByText('Otra persona lo cambió: ahora es «Supervisora».')).toBeVisible()
  expect([field('Puesto').value, field('Teléfono').value, field('Ciudad').value]).toEqual([
    'Gerente de tienda',
    '5587654321',
    'Tonalá',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('El usuario ha sido actualizado correctamente.')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  const typed = { position: 'Gerente de tienda', phone: '5587654321' }
  expect(sent).toEqual([
    { ...typed, version: 1 },
    { ...typed, version: 2 },
  ])
})
