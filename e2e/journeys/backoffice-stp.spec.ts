import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

/** The oldest settled order and its worker. */
async function makeSettledOrder() {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const { json } = await call('/stp?state=LQ&ordering=created_at&page_size=1', { token })
  const { loan: loan_id, tracking_key } = json.results[0]
  // Only the orders of one loan come with whole accounts.
  const ofLoan = (await call(`/stp?loan=${loan_id}`, { token })).json.results
  const order = ofLoan.find((one: { tracking_key: string }) => one.tracking_key === tracking_key)
  const loan = (await call(`/loan/${order.loan}`, { token })).json
  const { email } = (await call(`/auth/user/${loan.user.id}`, { token })).json
  return { token, order, email: String(email), type: String(loan.type) }
}

test('§2 STP orders: columns, states, search, date filter, the detail in its tabs, CEP and related request [B2.39 B2.40 B2.41 B3.10 B4.19 B5.46 B6.6 B7.30 B7.31]', async ({
  openStaffApp,
}) => {
  const { token, order, email, type } = await makeSettledOrder()
  const staffPage = await openStaffApp(token)
  const row = staffPage.getByRole('row', { name: order.tracking_key })
  const search = staffPage.getByRole('searchbox', { name: 'Escribe tu búsqueda' })

  await test.step('the list is read-only, has ten rows per page and filters by state', async () => {
    await staffPage.goto('/quincena/stp')
    await expect(staffPage.getByRole('navigation', { name: 'Ruta' }).getByRole('listitem')).toHaveText([
      ...['Dashboard', 'Gestión'],
    ])
    await expect(staffPage.getByRole('columnheader')).toHaveText([
      ...['Clave de rastreo', 'Estado', 'Cuenta beneficiario', 'Institución destino', 'Monto'],
      'Fecha de operación',
    ])
    await expect(staffPage.getByRole('row')).toHaveCount(11)
    await expect(
      staffPage.getByRole('button', { name: /agregar|nueva|editar|eliminar|acciones/i }),
    ).toHaveCount(0)
    for (const [label, state, badge] of [
      ['Canceladas', 'CN', null],
      ['Devueltas', 'D', 'Devuelta'],
      ['Liquidadas', 'LQ', 'Liquidada'],
    ] as const) {
      await staffPage.getByRole('radio', { name: label }).check()
      await expect(staffPage).toHaveURL(new RegExp(`state=${state}`))
      if (badge !== null) await expect(staffPage.getByRole('row').nth(1)).toContainText(badge)
    }
    await staffPage.getByLabel('Todas').click()
  })

  await test.step('one search field covers tracking key, folio and email', async () => {
    await expect(search).toHaveAttribute(
      'placeholder',
      'Empresa, Clave de rastreo, Folio de la solicitud o Correo del usuario',
    )
    for (const text of [email, order.loan_folio, order.tracking_key]) {
      await search.fill(text)
      await expect(staffPage).toHaveURL(new RegExp(`search=(%22)?${encodeURIComponent(text)}`))
      await expect(row).toBeVisible()
    }
    await expect(staffPage.getByRole('row')).toHaveCount(2)
  })

  await test.step('the date filter warns without a date and names the date field', async () => {
    const day = order.operation_date.split('-').reverse().join('/')
    await staffPage.getByLabel('Filtrar por fecha').check()
    await expect(
      staffPage.getByText('Por favor, selecciona una fecha para aplicar el filtro.', { exact: true }),
    ).toBeVisible()
    const field = staffPage.getByLabel('Fecha de operación', { exact: true })
    await field.fill('01/01/2020')
    await expect(staffPage.getByText('Aún no hay registros para mostrar')).toBeVisible()
    await field.fill(day)
    await expect(staffPage.getByText(`Filtrando resultados por la fecha seleccionada: ${day}`)).toBeVisible()
    await expect(staffPage).toHaveURL(new RegExp(`operation_date=${order.operation_date}`))
    await row.getByRole('link').press('Enter')
  })

  await test.step('the detail has chips, three tabs, the CEP and the related request', async () => {
    const dialog = staffPage.getByRole('dialog', { name: 'Detalle de la orden STP' })
    await expect(dialog.getByRole('list', { name: 'Resumen de la orden' }).getByRole('listitem')).toHaveText([
      ...['Liquidada', 'Tercero a tercero', 'Beneficiario: CLABE', 'Ordenante: CLABE', order.company],
    ])
    for (const [tab, texts] of [
      ['BANCARIOS', ['Institución operante', 'Referencia numérica', String(order.numeric_reference)]],
      ['BENEFICIARIO / ORDENANTE', [order.beneficiary_name, order.beneficiary_account, order.payer_name]],
      ['GENERALES', [order.tracking_key, order.payment_concept, order.loan_folio]],
    ] as const) {
      await dialog.getByRole('tab', { name: tab }).click()
      const panel = dialog.getByRole('tabpanel', { name: tab })
      for (const text of texts) await expect(panel.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expectAccessible(staffPage)
    await staffPage.context().route(order.url_cep, (route) => route.fulfill({ body: 'CEP' }))
    const opened = staffPage.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'VER CEP PDF' }).click()
    await expect(await opened).toHaveURL(order.url_cep)
    await (await opened).close()
    await dialog.getByRole('button', { name: 'VER SOLICITUD RELACIONADA' }).click()
    const path = type === 'credit' ? 'detalle-credito' : 'detalle-anticipo'
    await expect(staffPage).toHaveURL(new RegExp(`/${path}/${order.loan}$`))
  })
})
