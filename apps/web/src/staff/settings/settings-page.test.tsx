import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const stored = { ...DEFAULT_ACCESS_CONFIG, id: 1, version: 0 }
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /auth/access-config': stored }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function typeSetting(label: string, text: string) {
  const input = await screen.findByLabelText(label)
  await userEvent.clear(input)
  if (text !== '') await userEvent.type(input, text)
  await userEvent.tab()
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))

test('explains the effect of each number while it is typed', async () => {
  answerWith(basics)
  openStaffApp('/configuracion', 'U0')
  await typeSetting('Intentos antes de bloquear', '3')
  expect(
    screen.getByText(/^Con 3 intentos fallidos, la cuenta se bloquea 1 minuto; cada fallo más/),
  ).toBeVisible()
  await typeSetting('Minutos sin actividad', '90')
  expect(screen.getByText(/Quien pase 1 hora y 30 minutos sin usar/)).toBeVisible()
  await typeSetting('Días sin entrar para desactivar', '0')
  expect(screen.getByText('Nadie queda fuera por no entrar.')).toBeVisible()
  expect(screen.getByLabelText('Días de aviso antes de que venza')).toBeDisabled()
  await typeSetting('Días para renovar la contraseña', '60')
  expect(screen.getByText(/desde el día 53, 7 días antes de que venza/)).toBeVisible()
  await userEvent.click(screen.getByRole('switch', { name: /Exigir tipos de caracteres/ }))
  const rules = within(screen.getByRole('list', { name: 'Lo que debe cumplir' }))
  expect(rules.getByText(/incluir un número/)).toBeVisible()
  expect(screen.getByText('5 cambios sin guardar')).toBeVisible()
})

test('shows an invalid number at its field and does not send it', async () => {
  const calls = answerWith(basics)
  openStaffApp('/configuracion', 'U0')
  for (const [label, text, problem] of [
    ['Intentos antes de bloquear', '0', 'El mínimo es 1'],
    ['Minutos sin actividad', '1441', 'El máximo es 1,440'],
    ['Días sin entrar para desactivar', '', 'Debe ser un número entero'],
    ['Caracteres como mínimo', '5', 'El mínimo es 6'],
  ] as const) {
    await typeSetting(label, text)
    expect(screen.getByText(problem)).toBeVisible()
  }
  await typeSetting('Días para renovar la contraseña', '7')
  await save()
  expect(await screen.findByText('Por favor, corrige los errores en el formulario.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('rejects a warning later than the expiry, and required character types without any type', async () => {
  answerWith(basics)
  openStaffApp('/configuracion', 'U0')
  await typeSetting('Días para renovar la contraseña', '7')
  await userEvent.click(screen.getByRole('switch', { name: /Exigir tipos de caracteres/ }))
  for (const kind of ['Minúsculas', 'Mayúsculas', 'Números'])
    await userEvent.click(screen.getByLabelText(kind))
  await save()
  expect(await screen.findByText('El aviso debe llegar antes de que venza la contraseña')).toBeVisible()
  expect(screen.getByText('Elige al menos un tipo de carácter')).toBeVisible()
})

test('confirms each change with its old and new value and sends the whole configuration [B3.12]', async () => {
  const calls = answerWith({
    ...basics,
    'PUT /auth/access-config': ({ body }: { body: object }) => ({ ...body, id: 1, version: 1 }),
  })
  openStaffApp('/configuracion', 'U0')
  await typeSetting('Intentos antes de bloquear', '3')
  await save()
  const dialog = within(await screen.findByRole('dialog', { name: '¿Guardar la configuración?' }))
  const [change, ...others] = dialog.getAllByRole('listitem')
  expect(change?.textContent).toContain('Intentos antes de bloquear53')
  expect(others).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Configuración guardada.')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent).toEqual([{ ...DEFAULT_ACCESS_CONFIG, attemptsBeforeLock: 3, version: 0 }])
  expect(screen.getByRole('button', { name: 'Guardar cambios' })).toBeDisabled()
})

test('keeps the typed values when saving fails', async () => {
  answerWith({ ...basics, 'PUT /auth/access-config': buildRefusal(500, 'server.error', 'Algo salió mal.') })
  openStaffApp('/configuracion', 'U0')
  await typeSetting('Caracteres como mínimo', '12')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('No se pudo guardar la configuración.')).toBeVisible()
  expect(screen.getByLabelText('Caracteres como mínimo')).toHaveValue('12 caracteres')
})

test('merges what another admin saved meanwhile, keeps the typed values and saves on the next try', async () => {
  let now = stored
  const calls = answerWith({
    ...basics,
    'GET /auth/access-config': () => now,
    'PUT /auth/access-config': ({ body }: { body: typeof stored }) =>
      body.version === now.version
        ? { ...body, id: 1, version: body.version + 1 }
        : buildRefusal(409, 'access_config.changed', 'Otra persona guardó la configuración.'),
  })
  openStaffApp('/configuracion', 'U0')
  await typeSetting('Intentos antes de bloquear', '3')
  now = { ...stored, attemptsBeforeLock: 7, systemIdleTime: 20, version: 1 }
  const confirm = async () => {
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Guardar' }))
  }
  await confirm()
  expect(await screen.findByText(/Otra persona guardó la configuración\. Sus cambios/)).toBeVisible()
  expect(screen.getByText('Otra persona lo cambió: ahora es «7».')).toBeVisible()
  expect(screen.getByLabelText('Intentos antes de bloquear')).toHaveValue('3 intentos')
  expect(screen.getByLabelText('Minutos sin actividad')).toHaveValue('20 min')
  expect(screen.getByText('1 cambio sin guardar')).toBeVisible()
  await confirm()
  expect(await screen.findByText('Configuración guardada.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
    ...{ attemptsBeforeLock: 3, systemIdleTime: 20, version: 1 },
  })
})

test('shows a manager that the section is for admins and loads nothing', async () => {
  const calls = answerWith(basics)
  openStaffApp('/configuracion', 'U1')
  expect(await screen.findByText('Esta sección es de administración')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Configuración' })).toBeNull()
  expect(calls.some(({ path }) => path === '/auth/access-config')).toBe(false)
})
