import { expectAccessible } from '../support/axe.ts'
import { confirmRequest, typeAmount } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('§2 New credit: slider, typed amount, months and figures; request in analysis and withdrawal [E2.26 E2.28 E2.31 E2.32 E2.34 E4.2 E4.4 E5.1 E8.9 E9.9]', async ({
  openWorkerApp,
}) => {
  const worker = await makeWorker('Norma')
  const workerPage = await openWorkerApp(worker.token, { viewport: { width: 360, height: 740 } })
  await workerPage.goto('/quincena/app/new-credit')
  const slider = workerPage.getByRole('slider', { name: 'Monto' })
  const requestButton = workerPage.getByRole('button', { name: 'Solicitar' })

  await test.step('it starts at a third; 0 is refused; the slider has five labels and ends at three monthly salaries', async () => {
    await expect(workerPage.getByRole('heading', { name: 'Nuevo Crédito' })).toBeVisible()
    await expect(workerPage).toHaveTitle('Nuevo Crédito · Quincena')
    await expect(workerPage.getByText('12 meses')).toBeVisible()
    await expect(slider).toHaveAttribute('aria-valuetext', '$17,000.00')
    await slider.press('Home')
    await expect(requestButton).toBeDisabled()
    await expect(workerPage.getByRole('radio', { name: '3 meses' })).toBeChecked()
    for (const label of ['$0', '12,750', '25,500', '38,250', '$51,000']) {
      const box = await workerPage.getByText(label, { exact: true }).boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 360, label).toBe(true)
    }
    await slider.press('End')
    await expect(slider).toHaveAttribute('aria-valuetext', '$51,000.00')
    await expect(slider).toHaveValue('51000')
    await expect(workerPage.getByText('$51,000.00').first()).toBeVisible()
    await slider.press('ArrowLeft')
    await expect(slider).toHaveAttribute('aria-valuetext', '$50,500.00')
  })

  await test.step('an amount can be typed; an invalid one shows an error at the field', async () => {
    await workerPage.getByRole('button', { name: 'Escribir otra cantidad' }).tap()
    const prompt = workerPage.getByRole('dialog', { name: 'Ingreso' })
    await prompt.getByLabel('Ingrese el importe del crédito').fill('mil')
    await prompt.getByRole('button', { name: 'Aceptar' }).tap()
    await expect(prompt.getByText('Ocurrió un error al intentar ingresar el importe')).toBeVisible()
    await prompt.getByLabel('Ingrese el importe del crédito').fill('$10,000')
    await prompt.getByRole('button', { name: 'Aceptar' }).tap()
    await expect(prompt).toBeHidden()
  })

  await test.step('terms are 3, 6, 9 and 12 months; payment, total, CAT and first payments update at once', async () => {
    await expect(workerPage.getByRole('radio')).toHaveCount(4)
    await workerPage.getByRole('radio', { name: '12 meses' }).check({ force: true })
    for (const figure of ['$916.80', '$11,001.61', '19.6 %'])
      await expect(workerPage.getByText(figure).first()).toBeVisible()
    const payments = workerPage.getByRole('listitem').filter({ hasText: '$916' })
    await expect(payments).toHaveCount(3)
    await workerPage.getByRole('button', { name: 'Ver los 12 pagos' }).tap()
    await expect(payments).toHaveCount(12)
    await workerPage.getByRole('button', { name: 'términos y condiciones' }).tap()
    const terms = workerPage.getByRole('dialog', { name: 'Términos y condiciones' })
    await expect(terms).toBeVisible()
    await terms.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(terms).toBeHidden()
    await expectAccessible(workerPage)
  })

  await test.step('Solicitar asks for confirmation, then shows folio, date, months, amount and links', async () => {
    await confirmRequest(workerPage, '¿Solicitar este crédito?')
    await expect(workerPage.getByText('Crédito registrado exitosamente')).toBeVisible()
    await expect(workerPage).toHaveURL(/\/app\/new-credit-request\/\d+$/)
    for (const text of ['En análisis', 'Folio', 'Fecha de solicitud', '12 meses', 'Monto solicitado'])
      await expect(workerPage.getByText(text).first()).toBeVisible()
    await expect(workerPage.getByRole('button', { name: 'Ver mis créditos' })).toBeVisible()
    await expect(workerPage.getByRole('button', { name: 'Ir al inicio' })).toBeVisible()
    await workerPage.goto('/quincena/app/new-credit')
    await expect(
      workerPage.getByText('No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.'),
    ).toBeVisible()
    await workerPage.getByRole('button', { name: 'Ver mi solicitud' }).tap()
    await expect(workerPage).toHaveURL(/\/app\/requests\?filter=creditos$/)
  })

  const tooltip = workerPage.getByRole('tooltip')
  await test.step('§2 Requests: tap or key on one in analysis shows a message for 3 s; the filter is in the URL', async () => {
    const row = workerPage.getByRole('button', { name: /Crédito de \$10,000\.00/ })
    await row.focus()
    await row.press('Enter')
    await expect(tooltip).toHaveText('Esta solicitud se encuentra en análisis.')
    await expect(tooltip).toBeHidden()
    await workerPage.getByText('Anticipos', { exact: true }).tap()
    await expect(workerPage).toHaveURL(/filter=anticipos$/)
    await expect(workerPage.getByText('No hay solicitudes')).toBeVisible()
    await workerPage.getByText('Todas', { exact: true }).tap()
    await expect(workerPage).toHaveURL(/\/app\/requests$/)
  })

  await test.step('the worker withdraws it after a confirmation; it reads as the worker’s decision', async () => {
    await workerPage.getByRole('link', { name: /^Ver o retirar la solicitud/ }).tap()
    await workerPage.getByRole('button', { name: 'Retirar mi solicitud' }).tap()
    const sheet = workerPage.getByRole('dialog', { name: '¿Retirar tu solicitud?' })
    await sheet.getByRole('button', { name: 'Retirar', exact: true }).tap()
    await expect(workerPage.getByText('Retiraste tu solicitud')).toBeVisible()
    await expect(workerPage).toHaveURL(/\/app\/requests\?filter=creditos$/)
    await workerPage.getByRole('link', { name: /Crédito de \$10,000\.00/ }).tap()
    await expect(workerPage).toHaveURL(/\/app\/rejected-detail\/\d+$/)
    await expect(workerPage.getByRole('heading', { name: 'Observaciones' })).toBeVisible()
    await expect(
      workerPage.getByText('Dejamos de analizarla porque tú lo pediste. No debes nada.'),
    ).toBeVisible()
    await expect(workerPage.getByRole('button', { name: 'Ver mis solicitudes' })).toBeVisible()
    await workerPage.getByRole('button', { name: 'Ir al inicio' }).tap()
    await expect(workerPage.getByText('Puedes pedir hasta')).toBeVisible()
  })
})

test('§2 New advance: maximum of the server, commission, days and pay date; link to missing documents [E2.26 E2.27 E2.30 E2.33 E2.35 E2.37 E4.4 E5.2 E8.9]', async ({
  openWorkerApp,
}) => {
  const worker = await makeWorker('Irene')
  const workerPage = await openWorkerApp(worker.token, { viewport: { width: 360, height: 740 } })

  await test.step('the screen shows amount, commission, remaining days and pay date', async () => {
    await workerPage.goto('/quincena/app/new-advance')
    const slider = workerPage.getByRole('slider', { name: 'Monto' })
    await slider.press('End')
    await expect(slider).toHaveAttribute('aria-valuetext', '$4,250.00')
    await expect(workerPage.getByText(/^Faltan \d+ días?: tu quincena es el \d+ de /)).toBeVisible()
    await typeAmount(workerPage, '2000')
    await expect(workerPage.getByText('$150.00').first()).toBeVisible()
    await expect(workerPage.getByText('Sin intereses: solo la comisión.', { exact: false })).toBeVisible()
    await workerPage.getByRole('button', { name: 'términos del anticipo de nómina' }).tap()
    const terms = workerPage.getByRole('dialog', { name: 'Términos del anticipo de nómina' })
    await terms.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(terms).toBeHidden()
    await expectAccessible(workerPage)
    await workerPage.getByRole('button', { name: 'Cancelar' }).tap()
    await expect(workerPage).toHaveURL(/\/app\/home$/)
  })

  await test.step('the request becomes an offer without a decision', async () => {
    await workerPage.getByRole('link', { name: 'Solicitar anticipo' }).tap()
    await typeAmount(workerPage, '2000')
    await confirmRequest(workerPage, '¿Solicitar este anticipo?')
    await expect(workerPage.getByText('Anticipo solicitado exitosamente')).toBeVisible()
    for (const text of ['Aprobada', 'Folio', 'Número de días', 'Comisión', '$2,150.00', 'Monto solicitado'])
      await expect(workerPage.getByText(text).first()).toBeVisible()
    await workerPage.getByRole('button', { name: 'Ver mis anticipos' }).tap()
    await expect(workerPage).toHaveURL(/\/app\/requests\?filter=anticipos$/)
    await workerPage.getByRole('link', { name: /Anticipo de \$2,000\.00/ }).tap()
    await expect(workerPage).toHaveURL(/\/app\/anticipation-detail\/\d+$/)
    const id = workerPage.url().split('/').at(-1)
    // Paths of the other loan type or of other states redirect to the loan's own screen.
    for (const path of ['credit-detail', 'rejected-detail', 'advance-request-approved']) {
      await workerPage.goto(`/quincena/app/${path}/${id}`)
      await expect(workerPage).toHaveURL(new RegExp(`/app/anticipation-detail/${id}$`))
    }
  })

  await test.step('§4 without documents no loan can be requested', async () => {
    const other = await makeWorker('Perla', { hasDocuments: false })
    const second = await openWorkerApp(other.token)
    for (const [path, way] of [
      ['new-credit', /\/app\/documentation$/],
      ['new-advance', /\/app\/documents-anticipation$/],
    ] as const) {
      await second.goto(`/quincena/app/${path}`)
      await expect(second.getByText('Completa tus documentos en Perfil para poder solicitar.')).toBeVisible()
      await expect(second.getByText(/^Te lo descuenta /)).toBeVisible()
      await second.getByRole('button', { name: 'Para pedirlo, sube tus documentos' }).tap()
      await expect(second).toHaveURL(way)
    }
  })
})
