import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { approvalOf } from '../../../test/approval.ts'
import { proofOf } from '../../../test/bank.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { noticeOf, textDetailOf, textDraftOf, versionOf } from '../../../test/texts.ts'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 2, active_staff: 3, active_admins: 1 },
}
const list = 'GET /approvals'
const detail = 'GET /approvals/40'
const changed =
  'Los datos cambiaron después de que se pidió: ya no se puede autorizar. Si todavía hace falta, pídela de nuevo.'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openDialog() {
  return within(await screen.findByRole('dialog', { name: 'Autorización' }))
}

test('lists who asked, what, amount, when and state, and counts what waits in the menu', async () => {
  answerWith({
    ...basics,
    [list]: buildPage(approvalOf(), approvalOf({ id: 41, amount: null, person: null })),
  })
  openStaffApp('/autorizaciones')
  const row = within(await screen.findByRole('row', { name: /María López/ }))
  for (const text of ['Gabriela Núñez', 'Devolver saldo a favor', '$1,368.55', 'Por autorizar'])
    expect(row.getByText(text)).toBeVisible()
  expect(await screen.findByRole('link', { name: /Autorizaciones\s*2 por autorizar/ })).toBeVisible()
  expect(screen.queryByText(/única persona activa/)).toBeNull()
})

test('shows what waits for the user first, and filters by tab on the server', async () => {
  const calls = answerWith({ ...basics, [list]: buildPage() })
  openStaffApp('/autorizaciones')
  expect(await screen.findByText('No tienes nada por autorizar')).toBeVisible()
  const readQuery = () => Object.fromEntries(calls.findLast(({ path }) => path === '/approvals')?.query ?? [])
  const page = { page: '1', page_size: '20' }
  expect(readQuery()).toEqual({ ...page, state: 'open', mine: 'false' })
  await userEvent.click(screen.getByRole('radio', { name: 'Mis solicitudes' }))
  expect(await screen.findByText('No has pedido autorizaciones')).toBeVisible()
  expect(readQuery()).toEqual({ ...page, mine: 'true' })
  await userEvent.click(screen.getByRole('radio', { name: 'Decididas' }))
  expect(await screen.findByText('Aún no hay autorizaciones decididas')).toBeVisible()
  expect(readQuery()).toEqual({ ...page, state: 'decided' })
})

test('shows what a publication changes against the version that it replaces on its date', async () => {
  const waiting = versionOf({ id: 3, version: '3.0', effective_date: '2099-01-01', state: 'waiting' })
  const approval = approvalOf({
    ...{ action: 'text.publish', subject: 'text', amount: null, person: null },
    lines: [{ label: 'Versión', value: '3.1' }],
  })
  const text = textDetailOf({
    ...{ draft: textDraftOf(), next: waiting, versions: [waiting, ...textDetailOf().versions] },
  })
  const { versions: _, content: __, ...row } = text
  answerWith({
    ...basics,
    [list]: buildPage(approval),
    [detail]: approval,
    'GET /texts': { is_alone_allowed: false, documents: [{ ...row, approval }] },
    'GET /texts/privacy': { ...text, approval, replaces: '3.0' },
    'GET /texts/privacy/versions/3.0': { ...waiting, document: 'privacy', content: noticeOf('Tres.') },
  })
  openStaffApp('/autorizaciones?autorizacion=40', 'U0')
  const dialog = await openDialog()
  expect(await dialog.findByText(/^Cambios frente a la versión 3\.0/)).toBeVisible()
  expect((await dialog.findByText('Tres.')).closest('del')).not.toBeNull()
})

test('opens an approval by keyboard, shows all its lines and approves once after a confirmation', async () => {
  let approval = approvalOf()
  const calls = answerWith({
    ...basics,
    [list]: () => buildPage(approval),
    [detail]: () => approval,
    'POST /approvals/40/approve': () => {
      const decided_at = '2026-12-16T18:00:00Z'
      approval = approvalOf({ state: 'approved', decider: 'Gerardo Soto', decided_at })
      return approval
    },
  })
  openStaffApp('/autorizaciones')
  const row = await screen.findByRole('row', { name: /María López/ })
  within(row).getByRole('link').focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await openDialog()
  expect(await dialog.findByText('María López')).toBeVisible()
  expect(dialog.getByText('Saldo a favor').nextSibling?.textContent).toBe(
    'Antes: $1,368.55 → ; después: $0.00',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Autorizar' }))
  expect(dialog.getByText(/Devolver saldo a favor · \$1,368.55 · María López/)).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Sí, autorizar' }))
  expect(await screen.findByText('Quedó autorizada.')).toBeVisible()
  const part = within(await dialog.findByRole('region', { name: 'Autorizada' }))
  expect(part.getByText('Gerardo Soto')).toBeVisible()
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts).toHaveLength(1)
  expect(posts[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
})

test('a subject that changed shows the server’s text and the stale state', async () => {
  let approval = approvalOf()
  answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: () => approval,
    'POST /approvals/40/approve': () => {
      approval = approvalOf({ state: 'stale', decided_at: '2026-12-16T18:00:00Z' })
      return buildRefusal(409, 'approval.subject_changed', changed)
    },
  })
  openStaffApp('/autorizaciones?autorizacion=40')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Autorizar' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, autorizar' }))
  expect(await screen.findByText(changed)).toBeVisible()
  const part = within(await dialog.findByRole('region', { name: 'Sin efecto' }))
  expect(part.getByText(/ya no se puede autorizar y no se hizo nada/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Autorizar' })).toBeNull()
})

test('an approval whose command fails stays open with the reason, and can be repeated', async () => {
  let answer: unknown = buildRefusal(503, 'payouts.paused', 'Los envíos de dinero están en pausa.')
  let approval = approvalOf()
  answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: () => approval,
    'POST /approvals/40/approve': () => answer,
  })
  openStaffApp('/autorizaciones?autorizacion=40')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Autorizar' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, autorizar' }))
  expect(await dialog.findByText('Los envíos de dinero están en pausa.')).toBeVisible()
  approval = approvalOf({ state: 'approved', decider: 'Gerardo Soto', decided_at: '2026-12-16T18:00:00Z' })
  answer = approval
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, autorizar' }))
  expect(await dialog.findByRole('region', { name: 'Autorizada' })).toBeVisible()
})

test('a 403 is scrolled into view and disables the confirmation', async () => {
  answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: approvalOf(),
    'POST /approvals/40/approve': buildRefusal(403, 'approval.same_person', 'Lo confirma otra persona.'),
  })
  openStaffApp('/autorizaciones?autorizacion=40')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Autorizar' }))
  const scroll = vi.spyOn(dialog.getByRole('region', { name: '¿Autorizar?' }), 'scrollIntoView')
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, autorizar' }))
  expect(await dialog.findByText('Lo confirma otra persona.')).toBeVisible()
  expect(scroll).toHaveBeenCalledWith({ block: 'end' })
  expect(dialog.getByRole('button', { name: 'Sí, autorizar' })).toBeDisabled()
})

test('requires a reason to refuse and keeps it when the call fails', async () => {
  let approval = approvalOf()
  let answer: () => unknown = () => buildRefusal(500, 'server.error', 'Algo salió mal.')
  const calls = answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: () => approval,
    'POST /approvals/40/refuse': () => answer(),
  })
  openStaffApp('/autorizaciones?autorizacion=40')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Rechazar' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  expect(dialog.getByText('Escribe el motivo')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'La cuenta es de otra persona')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  expect(await dialog.findByText('No se pudo rechazar.')).toBeVisible()
  expect(dialog.getByLabelText('Motivo')).toHaveValue('La cuenta es de otra persona')
  answer = () => {
    approval = approvalOf({
      ...{ state: 'refused', decider: 'Gerardo Soto', decided_at: '2026-12-16T18:00:00Z' },
      reason: 'La cuenta es de otra persona',
    })
    return approval
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  const part = within(await dialog.findByRole('region', { name: 'Rechazada' }))
  expect(part.getByText('La cuenta es de otra persona')).toBeVisible()
  const body = calls.findLast(({ method }) => method === 'POST')?.body
  expect(body).toEqual({ reason: 'La cuenta es de otra persona' })
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}'), false],
  ['«Volver»', () => userEvent.click(screen.getByRole('button', { name: 'Volver' })), true],
] as const)('asks before %s loses the typed reason', async (_name, leave, staysOpen) => {
  answerWith({ ...basics, [list]: buildPage(), [detail]: approvalOf() })
  openStaffApp('/autorizaciones?autorizacion=40')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Rechazar' }))
  await userEvent.type(dialog.getByLabelText('Motivo'), 'La cuenta es de otra persona')
  await leave()
  expect(await screen.findByRole('dialog', { name: '¿Salir sin rechazar?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '¿Salir sin rechazar?' })).toBeNull())
  expect(dialog.getByLabelText('Motivo')).toHaveValue('La cuenta es de otra persona')
  await leave()
  await userEvent.click(await screen.findByRole('button', { name: 'Salir sin rechazar' }))
  await waitFor(() => expect(screen.queryByLabelText('Motivo')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Autorización' }) !== null).toBe(staysOpen))
})

test('the requester cannot decide, and withdraws after a confirmation', async () => {
  let approval = approvalOf({ requested_by: 1, requester: 'Gerardo Soto' })
  answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: () => approval,
    'POST /approvals/40/withdraw': () => {
      approval = approvalOf({ requested_by: 1, state: 'withdrawn', decided_at: '2026-12-16T18:00:00Z' })
      return approval
    },
  })
  openStaffApp('/autorizaciones?tab=mine&autorizacion=40', 'U0')
  const dialog = await openDialog()
  expect(await dialog.findByText('La pediste tú: la autoriza otra persona.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Autorizar' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Rechazar' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Retirar' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Volver' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Retirar' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, retirar' }))
  expect(await dialog.findByRole('region', { name: 'Retirada' })).toBeVisible()
})

test('the requester cannot withdraw the confirmation of a worker’s data', async () => {
  const approval = approvalOf({ requested_by: 1, requester: 'Gerardo Soto', action: 'worker.confirm' })
  answerWith({ ...basics, [list]: buildPage(), [detail]: approval })
  openStaffApp('/autorizaciones?tab=mine&autorizacion=40', 'U0')
  const dialog = await openDialog()
  expect(await dialog.findByText('La pediste tú: la autoriza otra persona.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Retirar' })).toBeNull()
})

test('shows the voucher of a payment and its loan to the person who decides', async () => {
  const voucher = { action: 'payment.confirm_voucher', subject: 'payment', subject_id: 45 }
  const calls = answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: approvalOf({ ...voucher, title: 'Confirmar el comprobante' }),
    'GET /treasury/payment-proofs': buildPage(proofOf()),
    'GET /loan/payment-vouchers/x/file': () => new Response('jpeg', { status: 200 }),
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  openStaffApp('/autorizaciones?autorizacion=40')
  const part = within(await (await openDialog()).findByRole('region', { name: 'Comprobante' }))
  expect(await part.findByRole('img', { name: 'ficha.jpg' })).toBeVisible()
  expect(part.getByRole('link', { name: 'C-000123' })).toHaveAttribute(
    'href',
    expect.stringContaining('/detalle-credito/123?tab=pagos'),
  )
  const query = calls.find(({ path }) => path === '/treasury/payment-proofs')?.query
  expect(query?.get('payment')).toBe('45')
})

test('a manager reads that an admin decides', async () => {
  answerWith({ ...basics, [list]: buildPage(), [detail]: approvalOf({ deciders: 'admin' }) })
  openStaffApp('/autorizaciones?autorizacion=40')
  const dialog = await openDialog()
  expect(await dialog.findByText('La autoriza un administrador.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Autorizar' })).toBeNull()
})

test('an admin reads that another admin decides their own request', async () => {
  const approval = approvalOf({ deciders: 'admin', requested_by: 1, requester: 'Gerardo Soto' })
  answerWith({ ...basics, [list]: buildPage(), [detail]: approval })
  openStaffApp('/autorizaciones?tab=mine&autorizacion=40', 'U0')
  const dialog = await openDialog()
  expect(await dialog.findByText('Otro administrador')).toBeVisible()
})

test('with a single active staff member says what cannot be done', async () => {
  answerWith({
    ...basics,
    'GET /approvals/summary': { waiting: 0, active_staff: 1, active_admins: 1 },
    [list]: buildPage(),
    [detail]: approvalOf({ requested_by: 1, deciders_count: 0 }),
  })
  openStaffApp('/autorizaciones?autorizacion=40', 'U0')
  const dialog = await openDialog()
  expect(await dialog.findByText(/No hay otra persona activa del personal/)).toBeVisible()
  const notice = await screen.findByText(/Eres la única persona activa del personal/)
  expect(notice.textContent).toContain('Registrar a otra persona')
})

test('shows errors with a retry when the list or an approval fails to load', async () => {
  const failure = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  let answer: unknown = failure
  answerWith({ ...basics, [list]: failure, [detail]: () => answer })
  openStaffApp('/autorizaciones?autorizacion=40')
  expect(await screen.findByText('Error al cargar las autorizaciones.')).toBeVisible()
  const dialog = await openDialog()
  expect(await dialog.findByText('Error al cargar la autorización.')).toBeVisible()
  answer = approvalOf()
  await userEvent.click(dialog.getByRole('button', { name: 'Reintentar' }))
  expect(await dialog.findByRole('button', { name: 'Autorizar' })).toBeVisible()
})
