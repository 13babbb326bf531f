import { expectAccessible } from '../support/axe.ts'
import { confirmRequest, typeAmount } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('§2 New credit: slider, typed amount, months and figures; request in analysis and withdrawal [E2.26 E2.28 E2.31 E2.32 E2.34 E4.2 E4.4 E5.1 E8.9 E9.9]', async ({
  openWorkerApp,
}) => {
  const worker = await makeWorker('Norma')
  const phone = await openWorkerApp(worker.token, { viewport: { width: 360, height: 740 } })
  await phone.goto('/quincena/app/new-credit')
  const slider = phone.getByRole('slider', { name: 'Monto' })
  const ask = phone.getByRole('button', { name: 'Solicitar' })

  await test.step('an amount of 0 is refused; the slider has five labels and ends at three monthly salaries', async () => {
    await expect(phone.getByRole('heading', { name: 'Nuevo Crédito' })).toBeVisible()
    await expect(phone).toHaveTitle('Nuevo Crédito · Quincena')
    await expect(phone.getByText('12 meses')).toBeVisible()
    await expect(ask).toBeDisabled()
    await expect(phone.getByRole('radio', { name: '3 meses' })).toBeChecked()
    for (const label of ['$0', '12,750', '25,500', '38,250', '$51,000']) {
      const box = await phone.getByText(label, { exact: true }).boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 360, label).toBe(true)
    }
    await slider.press('End')
    await expect(slider).toHaveAttribute('aria-valuetext', '$51,000.00')
    await expect(slider).toHaveValue('51000')
    await expect(phone.getByText('$51,000.00')).toBeVisible()
    await slider.press('ArrowLeft')
    await expect(slider).toHaveAttribute('aria-valuetext', '$50,500.00')
  })

  await test.step('an amount can be typed; an invalid one shows an error at the field', async () => {
    await phone.getByRole('button', { name: 'Escribir otra cantidad' }).tap()
    const prompt = phone.getByRole('dialog', { name: 'Ingreso' })
    await prompt.getByLabel('Ingrese el importe del crédito').fill('mil')
    await prompt.getByRole('button', { name: 'Aceptar' }).tap()
    await expect(prompt.getByText('Ocurrió un error al intentar ingresar el importe')).toBeVisible()
    await prompt.getByLabel('Ingrese el importe del crédito').fill('$10,000')
    await prompt.getByRole('button', { name: 'Aceptar' }).tap()
    await expect(prompt).toBeHidden()
  })

  await test.step('terms are 3, 6, 9 and 12 months; payment, total, CAT and first payments update at once', async () => {
    await expect(phone.getByRole('radio')).toHaveCount(4)
    await phone.getByRole('radio', { name: '12 meses' }).check({ force: true })
    for (const figure of ['$916.80', '$11,001.61', '19.6 %'])
      await expect(phone.getByText(figure).first()).toBeVisible()
    const payments = phone.getByRole('listitem')
    await expect(payments).toHaveCount(3)
    await phone.getByRole('button', { name: 'Ver los 12 pagos' }).tap()
    await expect(payments).toHaveCount(12)
    await phone.getByRole('button', { name: 'términos y condiciones' }).tap()
    const terms = phone.getByRole('dialog', { name: 'Términos y condiciones' })
    await expect(terms).toBeVisible()
    await terms.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(terms).toBeHidden()
    await expectAccessible(phone)
  })

  await test.step('Solicitar asks for confirmation, then shows folio, date, months, amount and links', async () => {
    await confirmRequest(phone, '¿Solicitar este crédito?')
    await expect(phone.getByText('Crédito registrado exitosamente')).toBeVisible()
    await expect(phone).toHaveURL(/\/app\/new-credit-request\/\d+$/)
    for (const text of ['En análisis', 'Folio', 'Fecha de solicitud', '12 meses', 'Monto solicitado'])
      await expect(phone.getByText(text).first()).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Ver mis créditos' })).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Ir al inicio' })).toBeVisible()
    await phone.goto('/quincena/app/new-credit')
    await expect(
      phone.getByText('No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.'),
    ).toBeVisible()
    await phone.getByRole('button', { name: 'Ver mi solicitud' }).tap()
    await expect(phone).toHaveURL(/\/app\/requests\?filter=creditos$/)
  })

  const told = phone.getByRole('tooltip')
  await test.step('§2 Requests: tap or key on one in analysis shows a message for 3 s; the filter is in the URL', async () => {
    const row = phone.getByRole('button', { name: /Crédito de \$10,000\.00/ })
    await row.focus()
    await row.press('Enter')
    await expect(told).toHaveText('Esta solicitud se encuentra en análisis.')
    await expect(told).toBeHidden()
    await phone.getByText('Anticipos', { exact: true }).tap()
    await expect(phone).toHaveURL(/filter=anticipos$/)
    await expect(phone.getByText('No hay solicitudes')).toBeVisible()
    await phone.getByText('Todas', { exact: true }).tap()
    await expect(phone).toHaveURL(/\/app\/requests$/)
  })

  await test.step('the worker withdraws it after a confirmation; it reads as the worker’s decision', async () => {
    await phone.getByRole('link', { name: /^Ver o retirar la solicitud/ }).tap()
    await phone.getByRole('button', { name: 'Retirar mi solicitud' }).tap()
    const sheet = phone.getByRole('dialog', { name: '¿Retirar tu solicitud?' })
    await sheet.getByRole('button', { name: 'Retirar', exact: true }).tap()
    await expect(phone.getByText('Retiraste tu solicitud')).toBeVisible()
    await expect(phone).toHaveURL(/\/app\/requests\?filter=creditos$/)
    await phone.getByRole('link', { name: /Crédito de \$10,000\.00/ }).tap()
    await expect(phone).toHaveURL(/\/app\/rejected-detail\/\d+$/)
    await expect(phone.getByRole('heading', { name: 'Observaciones' })).toBeVisible()
    await expect(phone.getByText('La solicitud terminó por decisión tuya.')).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Ver mis solicitudes' })).toBeVisible()
    await phone.getByRole('button', { name: 'Ir al inicio' }).tap()
    await expect(phone.getByText('Puedes pedir hasta')).toBeVisible()
  })
})

test('§2 New advance: maximum of the server, commission, days and pay date; link to missing documents [E2.26 E2.27 E2.30 E2.33 E2.35 E2.37 E4.4 E5.2 E8.9]', async ({
  openWorkerApp,
}) => {
  const worker = await makeWorker('Irene')
  const phone = await openWorkerApp(worker.token, { viewport: { width: 360, height: 740 } })

  await test.step('the screen shows amount, commission, remaining days and pay date', async () => {
    await phone.goto('/quincena/app/new-advance')
    const slider = phone.getByRole('slider', { name: 'Monto' })
    await slider.press('End')
    await expect(slider).toHaveAttribute('aria-valuetext', '$4,250.00')
    await expect(phone.getByText(/^Faltan \d+ días?: tu quincena es el \d+ de /)).toBeVisible()
    await typeAmount(phone, '2000')
    await expect(phone.getByText('$150.00').first()).toBeVisible()
    await expect(phone.getByText('Sin intereses: solo la comisión.', { exact: false })).toBeVisible()
    await phone.getByRole('button', { name: 'términos del anticipo de nómina' }).tap()
    const terms = phone.getByRole('dialog', { name: 'Términos del anticipo de nómina' })
    await terms.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(terms).toBeHidden()
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Cancelar' }).tap()
    await expect(phone).toHaveURL(/\/app\/home$/)
  })

  await test.step('the request becomes an offer without a decision', async () => {
    await phone.getByRole('link', { name: 'Solicitar anticipo' }).tap()
    await typeAmount(phone, '2000')
    await confirmRequest(phone, '¿Solicitar este anticipo?')
    await expect(phone.getByText('Anticipo solicitado exitosamente')).toBeVisible()
    for (const text of ['Aprobada', 'Folio', 'Número de días', 'Comisión', '$2,150.00', 'Monto solicitado'])
      await expect(phone.getByText(text).first()).toBeVisible()
    await phone.getByRole('button', { name: 'Ver mis anticipos' }).tap()
    await expect(phone).toHaveURL(/\/app\/requests\?filter=anticipos$/)
    await phone.getByRole('link', { name: /Anticipo de \$2,000\.00/ }).tap()
    await expect(phone).toHaveURL(/\/app\/anticipation-detail\/\d+$/)
    const id = phone.url().split('/').at(-1)
    // Paths of the other loan type or of other states redirect to the loan's own screen.
    for (const path of ['credit-detail', 'rejected-detail', 'advance-request-approved']) {
      await phone.goto(`/quincena/app/${path}/${id}`)
      await expect(phone).toHaveURL(new RegExp(`/app/anticipation-detail/${id}$`))
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
      await second.getByRole('button', { name: 'Subir documentos' }).tap()
      await expect(second).toHaveURL(way)
    }
  })
})
