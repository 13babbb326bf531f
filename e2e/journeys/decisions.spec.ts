import { expectAccessible } from '../support/axe.ts'
import { sendDecision } from '../support/decisions.ts'
import { call, signInByHttp } from '../support/http.ts'
import { requestLoanByHttp } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

async function makeRequest(name: string) {
  const { token } = await makeWorker(name)
  return requestLoanByHttp(token, { type: 'credit', amount: 6000, period: 6 })
}

test('the manager undoes an approval in time, then approves three requests at once', async ({
  openStaffApp,
}) => {
  const requests: Awaited<ReturnType<typeof makeRequest>>[] = []
  for (const name of ['Zulema', 'Yadira', 'Ximena']) requests.push(await makeRequest(name))
  const [first] = requests
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const page = await openStaffApp(token)
  const statesOf = () =>
    Promise.all(requests.map(async ({ id }) => (await call(`/loan/${id}`, { token })).json.state))

  await test.step('undo by key, also while the dialog closes: nothing is sent', async () => {
    await page.goto(`/quincena/detalle-credito/${first?.id}`)
    await page.getByRole('button', { name: 'Aprobar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
    await page.keyboard.press('z')
    await expect(page.getByText(`No se aprobó ${first?.folio}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Aprobar' })).toBeVisible()
    expect(await statesOf()).toEqual(['requested', 'requested', 'requested'])
  })

  await test.step('three selected requests are approved, each with its result', async () => {
    await page.goto('/quincena/creditos?status=INA')
    for (const { folio } of requests)
      await page.getByRole('checkbox', { name: `Seleccionar ${folio}` }).check()
    const selection = page.getByRole('region', { name: 'Selección' })
    await expect(selection.getByRole('status')).toHaveText('3 seleccionadas · $18,000.00')
    await expectAccessible(page)
    await selection.getByRole('button', { name: 'Aprobar' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Aprobar las seleccionadas?' })
    await expect(dialog.getByText('3 solicitudes · $18,000.00.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Aprobar 3' }).click()
    await expectAccessible(page)
    await sendDecision(page)
    const result = page.getByRole('dialog', { name: 'Decisiones' })
    await expect(result.getByRole('status')).toHaveText('3 aprobadas')
    await expectAccessible(page)
    await result.getByRole('button', { name: 'Cerrar' }).click()
    await expect(selection).toHaveCount(0)
    expect(await statesOf()).toEqual(['approved', 'approved', 'approved'])
  })
})
