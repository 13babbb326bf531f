import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatMoney } from '@quincena/domain/format'
import { cents } from '@quincena/domain/money'
import { expectAccessible } from '../support/axe.ts'
import { findLoan } from '../support/demo-loans.ts'
import { call, signInByHttp } from '../support/http.ts'
import { makeSignedCredit, requestLoanByHttp } from '../support/loan-commands.ts'
import { seePreview } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { fillProof } from '../support/vouchers.ts'
import { makeWorker } from '../support/workers.ts'

const manager = async () => (await signInByHttp('gerente@demo.quincena.mx')).token
const admin = async () => (await signInByHttp('admin@demo.quincena.mx')).token

const commandNames = ['Editar', 'Rechazar', 'Aprobar', 'Nuevo pago', 'Más']
const commandsByState: Record<string, string[]> = {
  requested: ['Editar', 'Rechazar', 'Aprobar'],
  approved: ['Rechazar'],
  rejected: ['Aprobar'],
  declined: [],
  expired: [],
  cancelled: [],
  active: ['Nuevo pago'],
  overdue: ['Nuevo pago'],
  completed: [],
  payout_returned: [],
}
/** «Más» holds the deletion, which is offered only for a loan that never had an order. */
const deletableStates = ['requested', 'approved', 'rejected', 'declined', 'expired']

test('§4 loan states: each state offers its own commands, and only an admin deletes [B4.7 B4.12 B6.7]', async ({
  openStaffApp,
}) => {
  const [staffPage, adminPage] = [await openStaffApp(await manager()), await openStaffApp(await admin())]
  const listOfferedCommands = async (page: Page, id: number) => {
    await page.goto(`/quincena/detalle-credito/${id}`)
    await expect(page.getByRole('tab', { name: 'Datos del solicitante' })).toBeVisible()
    const offered = await Promise.all(
      commandNames.map(async (name) =>
        (await page.getByRole('button', { name, exact: true }).count()) > 0 ? [name] : [],
      ),
    )
    return offered.flat()
  }
  for (const [state, expected] of Object.entries(commandsByState)) {
    const { id } = await findLoan('credit', state)
    expect(await listOfferedCommands(staffPage, id), state).toEqual(expected)
    const more = deletableStates.includes(state) ? ['Más'] : []
    expect(await listOfferedCommands(adminPage, id), state).toEqual([...expected, ...more])
  }
})

test('§8 edit request: opens from the row, previews figures, rejects too high an amount, notifies the worker [B5.44 B8.38]', async ({
  openStaffApp,
}) => {
  const worker = await makeWorker('Edna')
  const loan = await requestLoanByHttp(worker.token, { type: 'credit', amount: 5000, period: 6 })
  const staffPage = await openStaffApp(await manager())
  await staffPage.goto(`/quincena/creditos?search=${loan.folio}`)
  await staffPage.getByRole('row', { name: /Edna/ }).getByRole('button', { name: 'Acciones' }).click()
  await staffPage.getByRole('menuitem', { name: 'Editar solicitud' }).click()
  const dialog = staffPage.getByRole('dialog', { name: 'Editar solicitud' })
  await dialog.getByLabel('Monto').fill('9000000')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText(/Monto máximo excedido: \$/)).toBeVisible()
  await dialog.getByLabel('Monto').fill('4000')
  await dialog.getByRole('radio', { name: '3 meses' }).check()
  await expect(dialog.getByRole('row', { name: /^Monto \$5,000.00 \$4,000.00/ })).toBeVisible()
  await expectAccessible(staffPage)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(staffPage.getByText('Crédito actualizado correctamente.')).toBeVisible()
  await expect(staffPage.getByRole('row', { name: /Edna/ }).getByText('$4,000.00')).toBeVisible()
  const { results } = (await call('/notification/', { token: worker.token })).json
  expect(results[0].message).toContain('ahora es por $4,000.00 a 3 meses')
})

test('§2 loan detail, documents: preview beside the list, new tab, accept all, reject with a reason [B2.27 B7.23]', async ({
  openStaffApp,
  openWorkerApp,
}) => {
  const worker = await makeWorker('Julia', { areAccepted: false })
  const { id } = await requestLoanByHttp(worker.token, { type: 'credit', amount: 5000, period: 6 })
  const staffPage = await openStaffApp(await manager())
  await staffPage.goto(`/quincena/detalle-credito/${id}?tab=documentacion`)

  await test.step('a preview opens beside the list', async () => {
    await staffPage.getByRole('button', { name: 'Ver INE aquí' }).click()
    await expect(staffPage.getByRole('region', { name: 'INE' }).locator('canvas')).toBeVisible()
    await expectAccessible(staffPage)
    await staffPage.getByRole('button', { name: 'Cerrar vista previa' }).click()
    await expect(staffPage.getByRole('region', { name: 'INE' })).toHaveCount(0)
    await expect(staffPage.getByRole('link', { name: 'INE.pdf' })).toHaveAttribute('target', '_blank')
  })

  await test.step('one button accepts all pending documents', async () => {
    await staffPage.getByRole('button', { name: 'Aceptar los 5 por revisar' }).click()
    await expect(staffPage.getByText('Documentos aceptados')).toBeVisible()
    await expect(staffPage.getByText('Aceptado', { exact: true })).toHaveCount(5)
  })

  await test.step('the worker reads the reason of a rejection', async () => {
    await staffPage.getByRole('button', { name: 'Rechazar CURP' }).click()
    const dialog = staffPage.getByRole('dialog', { name: 'Rechazar documento' })
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expect(dialog.getByText('Escribe el motivo del rechazo')).toBeVisible()
    await dialog.getByLabel('Motivo').fill('La hoja está cortada.')
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expect(staffPage.getByText('Documento rechazado')).toBeVisible()
    const workerPage = await openWorkerApp(worker.token)
    await workerPage.goto('/quincena/app/notifications-user')
    await expect(workerPage.getByText(/CURP no fue aceptado\. Motivo: La hoja está cortada\./)).toBeVisible()
  })
})

async function payByHttp(loan_request: number, amount_paid: number, previous_amount_due: number) {
  const body = { loan_request, amount_paid, previous_amount_due }
  const paid = await call('/loan/payment', {
    method: 'POST',
    token: await manager(),
    key: randomUUID(),
    body,
  })
  expect(paid.status, paid.bytes.toString()).toBe(201)
}

test('§5 payment: suggests the amount to pay; a changed debt is shown again; the receipt is a PDF [B5.41 B8.41]', async ({
  openStaffApp,
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/409/)
  const worker = await makeWorker('Nora')
  const { id, total_debt } = await makeSignedCredit(worker.token, 6000)
  const staffPage = await openStaffApp(await admin())
  await staffPage.goto(`/quincena/detalle-credito/${id}?tab=pagos`)
  await staffPage.getByRole('button', { name: 'Nuevo pago' }).click()
  const dialog = staffPage.getByRole('dialog', { name: 'Nuevo pago' })

  await test.step('another payment is registered before this one reaches the server', async () => {
    const { json } = await call(`/loan/${id}`, { token: await manager() })
    await expect(dialog.getByLabel('Cantidad a pagar')).toHaveValue(
      formatMoney(cents(json.suggested_payment)),
    )
    await fillProof(dialog)
    await seePreview(dialog)
    await staffPage.route(
      '**/api/loan/payment',
      async (route) => {
        await payByHttp(id, json.suggested_payment, total_debt)
        await route.continue()
      },
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Registrar pago' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'La deuda cambió. Revisa el monto y registra el pago de nuevo.',
    )
    await expect(dialog.getByRole('radio', { name: 'Pagos más bajos' })).toBeChecked()
    await seePreview(dialog)
    await expectAccessible(staffPage)
  })

  await test.step('the payment is registered against the new debt', async () => {
    await dialog.getByRole('button', { name: 'Registrar pago' }).dblclick()
    await expect(staffPage.getByText('El pago ha sido registrado correctamente.')).toBeVisible()
    await expect(staffPage.getByRole('img', { name: '1 de 6 pagos' })).toBeVisible()
    await expect(staffPage.getByText('A capital')).toBeVisible()
    await expect(staffPage.getByRole('region', { name: 'Historial de pagos' }).getByRole('row')).toHaveCount(
      3,
    )
    await expectAccessible(staffPage)
  })

  await test.step('both apps download its receipt', async () => {
    const saved = staffPage.waitForEvent('download')
    await staffPage
      .getByRole('button', { name: /^Descargar comprobante/ })
      .first()
      .click()
    expect((await saved).suggestedFilename()).toMatch(/^comprobante-R-\d{6}\.pdf$/)
    const workerPage = await openWorkerApp(worker.token)
    await workerPage.goto(`/quincena/app/credit-detail/${id}`)
    const kept = workerPage.waitForEvent('download')
    await workerPage
      .getByRole('button', { name: /^Comprobante R-/ })
      .first()
      .tap()
    expect((await kept).suggestedFilename()).toMatch(/^comprobante-R-\d{6}\.pdf$/)
    await expectAccessible(workerPage)
  })

  await test.step('an admin reverses the last payment', async () => {
    await staffPage
      .getByRole('button', { name: /^Anular pago/ })
      .first()
      .click()
    const question = staffPage.getByRole('dialog', { name: '¿Anular este pago?' })
    await question.getByLabel('Motivo').fill('Se registró dos veces.')
    await question.getByRole('button', { name: 'Anular' }).click()
    await expect(staffPage.getByText('El pago fue anulado.')).toBeVisible()
    await expect(staffPage.getByText('Anulado', { exact: true })).toBeVisible()
    await expect(staffPage.getByRole('img', { name: '1 de 6 pagos' })).toBeVisible()
  })
})

test('§4 payments, early settlement: worker and staff see the saving, and the loan is completed [B4.11]', async ({
  openStaffApp,
  openWorkerApp,
}) => {
  const worker = await makeWorker('Teresa')
  const { id, total_debt } = await makeSignedCredit(worker.token, 6000)
  const saving = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' }).format(
    total_debt - 6000,
  )
  const workerPage = await openWorkerApp(worker.token)
  await workerPage.goto(`/quincena/app/credit-detail/${id}`)
  await workerPage.getByRole('button', { name: 'Liquidar todo: $6,000.00' }).tap()
  await expect(
    workerPage.getByText(`$6,000.00 liquidan tu crédito y te ahorras ${saving} de intereses.`),
  ).toBeVisible()
  await expectAccessible(workerPage)

  const staffPage = await openStaffApp(await manager())
  await staffPage.goto(`/quincena/detalle-credito/${id}?tab=pagos`)
  await staffPage.getByRole('button', { name: 'Liquidar' }).click()
  const dialog = staffPage.getByRole('dialog', { name: 'Liquidación anticipada' })
  await expect(dialog.getByRole('row', { name: /^Total/ })).toContainText('$6,000.00')
  await expect(dialog.getByText(`Ahorra ${saving}`)).toBeVisible()
  await expectAccessible(staffPage)
  await fillProof(dialog)
  await expectAccessible(staffPage)
  await dialog.getByRole('button', { name: 'Registrar liquidación' }).dblclick()
  await expect(staffPage.getByText('La liquidación ha sido registrada correctamente.')).toBeVisible()
  await expect(
    staffPage.getByText('La deuda ha sido saldada. No es necesario realizar más pagos.'),
  ).toBeVisible()
  await expect(staffPage.getByText(`Ahorro ${saving}`)).toBeVisible()
  await expectAccessible(staffPage)
  await expect(workerPage.getByText(`Ahorro: ${saving} de intereses`)).toBeVisible()
})
