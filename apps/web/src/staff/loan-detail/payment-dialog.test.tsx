import { formatDate, formatLongDate } from '@quincena/domain/format'
import { cents } from '@quincena/domain/money'
import type { UserType } from '@quincena/domain/users/schema'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { proofAnswers, uploadedVoucher, uploadVoucher } from '../../../test/bank.ts'
import { loanDetailOf, paymentOf } from '../../../test/loan.ts'
import { dayFromToday, modelCredit } from '../../../test/model-credit.ts'
import { previewOf } from '../../../test/preview.ts'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const preview = ({ query }: { query: URLSearchParams }) => previewOf(cents(Number(query.get('amount_paid'))))
const basics = {
  'GET /notification/unread-count': { count: 0 },
  ...proofAnswers,
  'GET /loan/123': modelCredit(),
  'GET /loan/123/payment-preview': preview,
}
const today = dayFromToday(0)

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

type Calls = ReturnType<typeof answerWith>
const postsIn = (calls: Calls) =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/loan/payment')
const previewsIn = (calls: Calls) => calls.filter(({ path }) => path.endsWith('/payment-preview'))

async function openDialog(role: UserType = 'U1') {
  openStaffApp('/detalle-credito/123?tab=pagos', role)
  await userEvent.click(await screen.findByRole('button', { name: 'Nuevo pago' }))
  return within(await screen.findByRole('dialog', { name: 'Nuevo pago' }))
}

type Dialog = Awaited<ReturnType<typeof openDialog>>

/** Opens the dialog and fills in what proves the payment. */
async function openProvedDialog(role?: UserType) {
  const dialog = await openDialog(role)
  await userEvent.type(dialog.getByLabelText(/Referencia/), 'NOM-24')
  await uploadVoucher(dialog)
  return dialog
}

async function retype(dialog: Dialog, label: string | RegExp, text: string) {
  await userEvent.clear(dialog.getByLabelText(label))
  await userEvent.type(dialog.getByLabelText(label), text)
}

const send = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Registrar pago' }))

/** Waits for the preview of the typed values: the form sends nothing before. */
async function seePreview(dialog: Dialog) {
  const part = dialog.getByRole('region', { name: 'Qué hará este pago' })
  await vi.waitFor(() => expect(part).toHaveAttribute('aria-busy', 'false'), 20_000)
}

const covers = '$1,131.85 cubren el pago del 21 de diciembre'
const lowers = `${covers}; $4,868.15 bajan la deuda y se ahorran $528.78 de intereses.`

test('suggests the amount to pay and says what it will do before it is confirmed [B5.41]', async () => {
  answerWith(basics)
  const dialog = await openDialog()
  expect(dialog.getByLabelText(/Cantidad a pagar/)).toHaveValue('$1,131.85')
  expect(
    dialog.getByText(/Por pagar \$1,131.85 a más tardar el 21\/12\/2026. Hoy se liquida con/),
  ).toBeVisible()
  expect(await dialog.findByText(`${covers}.`)).toBeVisible()
  expect(dialog.getByText('$12,450.37')).toBeVisible()
  expect(dialog.queryByRole('radiogroup')).toBeNull()
})

test('leaves what is above the payoff to the worker if staff say so, and sends all of the money', async () => {
  const calls = answerWith({
    ...basics,
    'POST /loan/payment': () => Response.json(paymentOf(), { status: 201 }),
  })
  const dialog = await openProvedDialog()
  const payoff = modelCredit().payoff ?? 0
  await retype(dialog, /Cantidad a pagar/, String(payoff + 50))
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Dejar $50.00 a favor del trabajador' }))
  expect(dialog.queryByRole('button', { name: /^Usar/ })).toBeNull()
  await seePreview(dialog)
  await send(dialog)
  await vi.waitFor(() =>
    expect(postsIn(calls)[0]?.body).toMatchObject({ amount_paid: payoff + 50, remainder: 'balance' }),
  )
  expect(previewsIn(calls).at(-1)?.query.get('amount_paid')).toBe(String(payoff))
})

test('shows both outcomes of an excess with their figures and a plot, and sends the chosen one', async () => {
  const calls = answerWith({
    ...basics,
    'POST /loan/payment': () => Response.json(paymentOf(), { status: 201 }),
  })
  const dialog = await openProvedDialog()
  await retype(dialog, /Cantidad a pagar/, '6000')
  expect(await dialog.findByText(lowers)).toBeVisible()
  const choice = within(dialog.getByRole('radiogroup', { name: 'Qué hacer con los $4,868.15 de más' }))
  const lower = choice.getByRole('radio', { name: 'Pagos más bajos' })
  const shorter = choice.getByRole('radio', { name: 'Menos pagos' })
  expect(lower).toBeChecked()
  expect(lower).toHaveAccessibleDescription(/Pagos que faltan ?11.*21\/11\/2027.*\$528.78/)
  expect(shorter).toHaveAccessibleDescription(/Pagos que faltan ?7.*21\/07\/2027/)
  expect(dialog.getByRole('img', { name: /Con este pago: .* el 21 de noviembre de 2027/ })).toBeVisible()
  lower.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(shorter).toBeChecked()
  expect(dialog.getByRole('img', { name: /Con este pago: .* el 21 de julio de 2027/ })).toBeVisible()
  await send(dialog)
  expect(await screen.findByText('El pago ha sido registrado correctamente.')).toBeVisible()
  expect(postsIn(calls)[0]?.body).toMatchObject({ amount_paid: 6_000, excess: 'shorter_term' })
})

test('accepts a payment in advance only with the written wish of the worker', async () => {
  const calls = answerWith({
    ...basics,
    'POST /loan/payment': () => Response.json(paymentOf(), { status: 201 }),
  })
  const dialog = await openProvedDialog()
  await retype(dialog, /Cantidad a pagar/, '6000')
  await userEvent.click(await dialog.findByRole('radio', { name: 'Pagos por adelantado' }))
  await send(dialog)
  expect(dialog.getByText('Solo si el trabajador lo pidió por escrito.')).toBeVisible()
  expect(postsIn(calls)).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'El trabajador lo pidió por escrito' }))
  await send(dialog)
  expect(await screen.findByText('El pago ha sido registrado correctamente.')).toBeVisible()
  expect(postsIn(calls)[0]?.body).toMatchObject({ excess: 'in_advance' })
})

test('registers once, with an idempotency key, all fields and the amount due that was shown [B8.41]', async () => {
  let loan = modelCredit()
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loan,
    'POST /loan/payment': () => {
      loan = modelCredit({ payments: [paymentOf()], payments_count: 1 })
      return Response.json(paymentOf(), { status: 201 })
    },
  })
  const dialog = await openProvedDialog()
  await userEvent.click(dialog.getByLabelText(/Canal/, { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Transferencia', hidden: true }))
  await dialog.findByText(`${covers}.`)
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(await screen.findByText('El pago ha sido registrado correctamente.')).toBeVisible()
  expect(postsIn(calls).map(({ body }) => body)).toEqual([
    {
      ...{ loan_request: 123, amount_paid: 1_131.85, previous_amount_due: 13_582.22, user: 7 },
      ...{ value_date: today, channel: 'transfer', reference: 'NOM-24', excess: 'lower_payment' },
      ...{ bank_account: 3, voucher: uploadedVoucher.voucher },
    },
  ])
  expect(postsIn(calls)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(await screen.findByRole('cell', { name: /^15\/12\/2026/ })).toBeVisible()
})

test('refuses at the field no amount, a third decimal, and one above the payoff with a button', async () => {
  const calls = answerWith(basics)
  const dialog = await openDialog()
  await userEvent.clear(dialog.getByLabelText(/Cantidad a pagar/))
  await send(dialog)
  expect(dialog.getByText('La cantidad pagada debe ser mayor a cero.')).toBeVisible()
  await retype(dialog, /Cantidad a pagar/, '100.125')
  expect(dialog.getByText('Debe ser una cantidad en pesos con hasta 2 decimales')).toBeVisible()
  await retype(dialog, /Cantidad a pagar/, '12345.68')
  expect(dialog.getByText('Hoy se liquida con $12,345.67.')).toBeVisible()
  await send(dialog)
  expect(dialog.getByText('Por favor, corrige los errores en el formulario.')).toBeVisible()
  expect(postsIn(calls)).toEqual([])
  expect(previewsIn(calls).map(({ query }) => query.get('amount_paid'))).not.toContain('12345.68')
  await userEvent.click(dialog.getByRole('button', { name: 'Usar $12,345.67' }))
  expect(dialog.getByLabelText(/Cantidad a pagar/)).toHaveValue('$12,345.67')
  const settles = '$12,345.67 liquidan el crédito y se ahorran $1,236.55 de intereses.'
  expect(await dialog.findByText(settles)).toBeVisible()
})

test('cancels the preview of an amount that has changed and never shows its late answer', async () => {
  const waiting: (() => void)[] = []
  const calls = answerWith({
    ...basics,
    'GET /loan/123/payment-preview': async (call: { query: URLSearchParams }) => {
      if (call.query.get('amount_paid') === '500') await new Promise<void>((open) => waiting.push(open))
      return preview(call)
    },
  })
  const dialog = await openProvedDialog()
  await retype(dialog, /Cantidad a pagar/, '500')
  await vi.waitFor(() => expect(waiting).toHaveLength(1), 20_000)
  expect(dialog.getByRole('region', { name: 'Qué hará este pago' })).toHaveAttribute('aria-busy', 'true')
  await send(dialog)
  expect(dialog.getByText('Revisa primero qué hará el pago y vuelve a registrarlo.')).toBeVisible()
  await retype(dialog, /Cantidad a pagar/, '600')
  expect(await dialog.findByText('$600.00 abonan al pago del 21 de diciembre.')).toBeVisible()
  for (const open of waiting) open()
  await vi.waitFor(() => expect(dialog.queryByText(/\$500.00/)).toBeNull(), 20_000)
  expect(dialog.getByText('$600.00 abonan al pago del 21 de diciembre.')).toBeVisible()
  expect(postsIn(calls)).toEqual([])
})

test('shows a preview that failed to load and asks again', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  answerWith({ ...basics, 'GET /loan/123/payment-preview': () => answer })
  const dialog = await openDialog()
  expect(await dialog.findByText('No pudimos calcular qué hará este pago.')).toBeVisible()
  answer = previewOf(113_185)
  await userEvent.click(dialog.getByRole('button', { name: 'Reintentar' }))
  expect(await dialog.findByText(`${covers}.`)).toBeVisible()
})

const refusals = [
  { field: 'amount_paid', status: 422, label: /Cantidad a pagar/, text: 'Hoy se liquida con $1,000.00.' },
  { field: 'value_date', status: 422, label: /Fecha valor/, text: 'La fecha valor no puede ser futura.' },
  {
    field: 'reference',
    status: 409,
    label: /Referencia/,
    text: 'Ya registraste un pago con esa referencia.',
  },
]

test.each(refusals)(
  'shows a refusal of $field at its field and keeps what was typed',
  async ({ field, status, label, text }) => {
    answerWith({ ...basics, 'POST /loan/payment': buildFieldRefusal(status, field, text) })
    const dialog = await openProvedDialog()
    await retype(dialog, /Cantidad a pagar/, '1500')
    await dialog.findByText(/\$368.15 bajan la deuda/)
    await send(dialog)
    expect(await dialog.findByText(text)).toBeVisible()
    expect(dialog.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true')
    expect(dialog.getByLabelText(/Cantidad a pagar/)).toHaveValue('$1,500')
    expect(dialog.getByLabelText(/Referencia/)).toHaveValue('NOM-24')
    expect(dialog.getByRole('button', { name: 'Quitar ficha.pdf' })).toBeVisible()
  },
)

test('shows a debt that changed meanwhile, keeps the amount and previews it again', async () => {
  const detail = 'La deuda cambió. Revisa el monto y registra el pago de nuevo.'
  let loan = modelCredit()
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loan,
    'POST /loan/payment': () => {
      loan = modelCredit({ amount_due: 12_450.37 })
      return buildRefusal(409, 'debt_changed', detail)
    },
  })
  const dialog = await openProvedDialog()
  await dialog.findByText(`${covers}.`)
  const before = previewsIn(calls).length
  await send(dialog)
  expect(await dialog.findByText(detail)).toBeVisible()
  await vi.waitFor(() => expect(previewsIn(calls)).toHaveLength(before + 1), 20_000)
  expect(dialog.getByLabelText(/Cantidad a pagar/)).toHaveValue('$1,131.85')
})

test('names an earlier value date in the text of its payoff', async () => {
  answerWith(basics)
  const dialog = await openDialog()
  const day = dayFromToday(-5)
  await retype(dialog, /Fecha valor/, formatDate(day))
  await seePreview(dialog)
  await retype(dialog, /Cantidad a pagar/, '12345.68')
  expect(await dialog.findByText(`Al ${formatLongDate(day)} se liquida con $12,345.67.`)).toBeVisible()
})

test('lets a manager go back ten days, and an admin further as a correction with a reason', async () => {
  const calls = answerWith({
    ...basics,
    'POST /loan/payment': () => Response.json(paymentOf(), { status: 201 }),
  })
  const manager = await openProvedDialog()
  await retype(manager, /Fecha valor/, formatDate(dayFromToday(-11)))
  await send(manager)
  expect(manager.getByText(`No puede ser anterior al ${formatDate(dayFromToday(-10))}`)).toBeVisible()
  expect(manager.queryByLabelText(/Motivo de la corrección/)).toBeNull()
  endSession()
  cleanup()
  const admin = await openProvedDialog('U0')
  await retype(admin, /Fecha valor/, formatDate(dayFromToday(-11)))
  await userEvent.click(admin.getByLabelText(/Motivo de la corrección/))
  await seePreview(admin)
  await send(admin)
  expect(admin.getByText('Escribe el motivo de la corrección.')).toBeVisible()
  await userEvent.type(admin.getByLabelText(/Motivo de la corrección/), 'El patrón lo envió ese día')
  await send(admin)
  expect(await screen.findByText('El pago ha sido registrado correctamente.')).toBeVisible()
  expect(postsIn(calls)[0]?.body).toMatchObject({
    ...{ value_date: dayFromToday(-11), reason: 'El patrón lo envió ese día' },
  })
})

test('asks before it closes with typed values', async () => {
  answerWith(basics)
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText(/Referencia/), 'NOM-24')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('Lo que escribiste se perderá.')).toBeVisible()
})

test('shows a completed loan without a payment button, latest payment first [B4.12]', async () => {
  const older = paymentOf({ id: 54, value_date: '2026-11-15', amount_paid: 100 })
  answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('completed', { payments: [older, paymentOf({ id: 55 })] }),
  })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const text = 'La deuda ha sido saldada. No es necesario realizar más pagos.'
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Nuevo pago' })).toBeNull()
  const history = within(screen.getByRole('region', { name: 'Historial de pagos' }))
  const [, first, second] = history.getAllByRole('row')
  expect(first?.textContent).toContain('15/12/2026')
  expect(second?.textContent).toContain('15/11/2026')
})
