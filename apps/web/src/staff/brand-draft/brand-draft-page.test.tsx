import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { brandDetailOf, brandDraftOf, brandOf, brandVersionOf } from '../../../test/brand.ts'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
}

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const open = () => openStaffApp('/configuracion/marca/borrador', 'U0')
const field = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}( \\*)?$`) })
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar borrador' }))

test('refuses a colour that cannot be read, with its contrast and the nearest one that can', async () => {
  const calls = answerWith({ ...basics, 'GET /brand/versions': brandDetailOf() })
  open()
  await fill('Color en modo claro', '#F2BC4B')
  await save()
  expect(await screen.findByText(/tiene un contraste de 1\.54 : 1 y necesita 4\.50 : 1/)).toBeVisible()
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: /^Usar el más cercano/ }))
  expect((await field('Color en modo claro')).value).toBe('#88692A')
  expect(screen.queryByRole('button', { name: /^Usar el más cercano/ })).toBeNull()
})

test('saves the typed data, uploads a logo and removes it', async () => {
  const logo = { sha256: 'b'.repeat(64), type: 'image/png', width: 200, height: 80 }
  const calls = answerWith({
    ...basics,
    'GET /brand/versions': brandDetailOf(),
    'POST /brand/logo': logo,
    'PUT /brand/draft': brandDraftOf({ logo: { ...logo, type: 'image/png' } }),
  })
  open()
  await fill('Nombre comercial', 'Prestaclara')
  const input = screen.getByLabelText('Suelta aquí el logotipo o elígelo')
  await userEvent.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByAltText('Logotipo de Prestaclara')).toBeVisible()
  expect(screen.getByText('El ícono de la app será el logotipo.')).toBeVisible()
  await fill('Qué cambia', 'Nombre nuevo.')
  await save()
  expect(await screen.findByText('Borrador guardado.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    ...{ trade_name: 'Prestaclara', logo: logo.sha256, summary: 'Nombre nuevo.', version: 0 },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Quitar logotipo' }))
  expect(screen.queryByAltText('Logotipo de Prestaclara')).toBeNull()
  expect(screen.getByText('El ícono de la app será el símbolo en tu color.')).toBeVisible()
})

test('says that a JPEG draws no icon, for the logo of a version too', async () => {
  const logo = { sha256: 'c'.repeat(64), type: 'image/jpeg', width: 200, height: 80 } as const
  const versions = [brandVersionOf({ logo })]
  answerWith({ ...basics, 'GET /brand/versions': brandDetailOf({ versions }) })
  open()
  expect(await screen.findByText(/de un JPEG no se puede dibujar\. Con un PNG será/)).toBeVisible()
})

test('says what is taken when a logo is refused, and keeps what is typed', async () => {
  answerWith({
    ...basics,
    'GET /brand/versions': brandDetailOf(),
    'POST /brand/logo': buildFieldRefusal(422, 'file', 'Cada lado debe medir de 64 a 2000 píxeles.'),
  })
  open()
  await fill('Nombre comercial', 'Prestaclara')
  const input = screen.getByLabelText('Suelta aquí el logotipo o elígelo')
  await userEvent.upload(input, new File(['x'], 'logo.svg', { type: 'image/svg+xml' }), {
    applyAccept: false,
  })
  expect(await screen.findByText(/El SVG no se acepta/)).toBeVisible()
  const large = new File([new Uint8Array(300 * 1024)], 'logo.png', { type: 'image/png' })
  await userEvent.upload(input, large)
  expect(await screen.findByText(/hasta 200 KB\.$/)).toBeVisible()
  await userEvent.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByText('Cada lado debe medir de 64 a 2000 píxeles.')).toBeVisible()
  expect((await field('Nombre comercial')).value).toBe('Prestaclara')
})

test('merges what another admin saved meanwhile and keeps what was typed', async () => {
  let stored = brandDetailOf({ draft: brandDraftOf() })
  answerWith({
    ...basics,
    'GET /brand/versions': () => stored,
    'PUT /brand/draft': ({ body }: { body: { version: number } }) =>
      body.version === stored.draft?.version
        ? { ...stored.draft, version: 9 }
        : buildRefusal(409, 'brand.draft_changed', 'Otra persona guardó el borrador.'),
  })
  open()
  await fill('Teléfono', '81 5555 0100')
  const other = brandOf({ trade_name: 'Prestaclara', email: 'otra@ejemplo.mx' })
  stored = brandDetailOf({ draft: brandDraftOf({ version: 4, content: other }) })
  await save()
  expect(await screen.findByText(/Otra persona guardó el borrador\. Sus cambios/)).toBeVisible()
  expect((await field('Teléfono')).value).toBe('81 5555 0100')
  expect((await field('Correo electrónico')).value).toBe('otra@ejemplo.mx')
  await save()
  await waitFor(() => expect(screen.getByText('Borrador guardado.')).toBeVisible())
})
